package dev.ralbench.gate;

import java.util.List;

/**
 * One of the moments, fixed beforehand, at which a gate may decide.
 *
 * @param number from 1
 * @param of how many there are
 * @param alpha the share of this look: alpha is split evenly, so that looking often does not add false alarms (Bonferroni)
 */
record Look(int number, int of, double alpha) {

    /** The last look that so many blocks reach; the first where they reach none. */
    static Look reached(List<Integer> looks, int blocks, double alpha) {
        int number = (int) looks.stream().filter(look -> look <= blocks).count();
        return new Look(Math.max(1, number), looks.size(), alpha / looks.size());
    }

    boolean isLast() {
        return number == of;
    }
}
