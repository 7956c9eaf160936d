package dev.ralbench.load.net;

import java.util.List;

/**
 * Hands out things to the users of one event loop. All loops together go round: the k-th user of a load gets the k-th,
 * as users are spread over loops in turn and made in their order.
 */
final class RoundRobin<T> {
    private final List<T> all;
    private final int step;
    private int next;

    /**
     * The share of one loop.
     *
     * @param all at least one
     * @param index of the loop
     * @param loops how many there are
     */
    RoundRobin(List<T> all, int index, int loops) {
        this.all = List.copyOf(all);
        this.next = index % all.size();
        this.step = loops;
    }

    T next() {
        var one = all.get(next);
        next = (next + step) % all.size();
        return one;
    }
}
