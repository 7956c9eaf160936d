package dev.ralbench.load;

/** Arrivals that wait for a connection, in the order of their intended starts; a ring of numbers, so none is an object. */
final class Backlog {
    private static final int USUAL_SIZE = 64;

    private long[] startNanos = new long[USUAL_SIZE];
    private int[] windows = new int[USUAL_SIZE];
    private int[] positions = new int[USUAL_SIZE];
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** @param position in a replay */
    void add(int window, int position, long intendedNanos) {
        if (size == startNanos.length) {
            grow();
        }
        int tail = (head + size) % startNanos.length;
        startNanos[tail] = intendedNanos;
        windows[tail] = window;
        positions[tail] = position;
        size++;
    }

    private void grow() {
        var grownStarts = new long[2 * size];
        var grownWindows = new int[2 * size];
        var grownPositions = new int[2 * size];
        unroll(startNanos, grownStarts);
        unroll(windows, grownWindows);
        unroll(positions, grownPositions);
        startNanos = grownStarts;
        windows = grownWindows;
        positions = grownPositions;
        head = 0;
    }

    @SuppressWarnings("SuspiciousSystemArraycopy") // one method for both kinds of number
    private void unroll(Object ring, Object into) {
        System.arraycopy(ring, head, into, 0, size - head);
        System.arraycopy(ring, 0, into, size - head, head);
    }

    /** Intended start of the one that has waited longest; there must be one. */
    long firstStartNanos() {
        return startNanos[head];
    }

    /** The window of the one that has waited longest; there must be one. */
    int firstWindow() {
        return windows[head];
    }

    /** Position in a replay of the one that has waited longest; there must be one. */
    int firstPosition() {
        return positions[head];
    }

    void removeFirst() {
        head = (head + 1) % startNanos.length;
        size--;
    }
}
