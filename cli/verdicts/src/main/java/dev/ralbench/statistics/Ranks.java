package dev.ralbench.statistics;

import java.util.Arrays;

/** Ranks from 1, twice as large, so that those of ties are whole numbers too. */
final class Ranks {
    private Ranks() {}

    /**
     * Equal values share the mean of their ranks.
     *
     * @param values numbers, without negative zeros
     */
    static int[] doubled(double... values) {
        double[] ascending = values.clone();
        Arrays.sort(ascending);
        var distinct = new double[values.length];
        var ranks = new int[values.length];
        int count = 0;
        for (int first = 0, end; first < ascending.length; first = end) {
            end = first + 1;
            while (end < ascending.length && ascending[end] == ascending[first]) {
                end++;
            }
            distinct[count] = ascending[first];
            ranks[count++] = first + 1 + end;
        }
        var doubled = new int[values.length];
        for (int i = 0; i < doubled.length; i++) {
            doubled[i] = ranks[Arrays.binarySearch(distinct, 0, count, values[i])];
        }
        return doubled;
    }

    static int[] doubledUntied(int n) {
        var doubled = new int[n];
        Arrays.setAll(doubled, i -> 2 * (i + 1));
        return doubled;
    }
}
