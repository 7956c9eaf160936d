package dev.ralbench.gate;

/**
 * One of the moments, fixed beforehand, at which a gate may decide.
 *
 * @param number from 1
 * @param of how many there are
 * @param alpha level at which rules fail at this look; 0 if its blocks are too few to fail any
 * @param passAlpha level of the bound by which rules pass at this look; 0 if its blocks are too few to pass any
 * @param isLast whether no more blocks will come
 */
public record Look(int number, int of, double alpha, double passAlpha, boolean isLast) {

    /** The only one, at one level for both sides. */
    static Look only(double alpha) {
        return new Look(1, 1, alpha, alpha, true);
    }
}
