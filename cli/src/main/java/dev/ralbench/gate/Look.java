package dev.ralbench.gate;

import java.util.List;

/**
 * One of the moments, fixed beforehand, at which a gate may decide.
 *
 * @param number from 1
 * @param of how many there are
 * @param alpha the share of this look: alpha is split evenly, so that looking often does not add false alarms (Bonferroni)
 * @param isLast whether no more blocks will come
 */
record Look(int number, int of, double alpha, boolean isLast) {

    /**
     * The last look that so many blocks reach; the first where they reach none.
     *
     * @param usable blocks that count
     * @param measured blocks, those that do not count included: after as many as were planned there are no more
     */
    static Look reached(List<Integer> looks, int usable, int measured, double alpha) {
        int number = (int) looks.stream().filter(look -> look <= usable).count();
        boolean isLast = number == looks.size() || measured >= looks.getLast();
        return new Look(Math.max(1, number), looks.size(), alpha / looks.size(), isLast);
    }
}
