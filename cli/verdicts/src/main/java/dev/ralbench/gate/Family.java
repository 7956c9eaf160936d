package dev.ralbench.gate;

import dev.ralbench.statistics.Holm;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The noisy rules that share alpha. Holm's adjustment bounds the probability that any of them is a false alarm; a rule
 * without values keeps its share, as if it had found nothing.
 */
final class Family {
    private final int size;
    private final List<Evidence> members;
    private final double[] worse;

    /**
     * Adjusts all p values of the family.
     *
     * @param size how many rules there are, those without values included
     */
    Family(int size, List<Evidence> members) {
        this.size = size;
        this.members = List.copyOf(members);
        this.worse = adjusted(Evidence::worse);
    }

    private double[] adjusted(ToDoubleFunction<Evidence> p) {
        var raw = new double[Math.max(size, members.size())];
        Arrays.fill(raw, 1);
        for (int i = 0; i < members.size(); i++) {
            raw[i] = p.applyAsDouble(members.get(i));
        }
        return Holm.adjusted(raw);
    }

    int size() {
        return size;
    }

    /** The adjusted p value of a member's harm. */
    double worse(Evidence member) {
        return of(member, worse);
    }

    /** The adjusted p value of a member's improvement. */
    double better(Evidence member) {
        return of(member, adjusted(Evidence::better));
    }

    /** Evidence has no equals: two rules may have found the same. */
    private double of(Evidence member, double... adjusted) {
        int place = members.indexOf(member);
        return place < 0 ? 1.0 : adjusted[place];
    }
}
