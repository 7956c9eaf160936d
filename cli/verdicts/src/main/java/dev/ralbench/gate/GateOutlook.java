package dev.ralbench.gate;

/**
 * How gates end, by simulation.
 *
 * @param passes share of the gates that pass
 * @param fails share of the gates that fail
 * @param invalid share of the gates whose control seems to differ from base
 * @param pairs that a gate needs to decide, on average
 */
public record GateOutlook(double passes, double fails, double invalid, double pairs) {
    /** The share that decides nothing up to the last look. */
    public double inconclusive() {
        return Math.max(0, 1 - passes - fails - invalid);
    }
}
