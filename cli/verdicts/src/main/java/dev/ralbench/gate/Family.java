package dev.ralbench.gate;

import dev.ralbench.statistics.Holm;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The noisy rules that share alpha. Holm's adjustment bounds the probability that any of them is a false alarm; a rule
 * without values keeps its share, as if it had found nothing.
 */
final class Family {
    private final int size;
    private final Map<Evidence, Double> worse;
    private final Map<Evidence, Double> better;

    /**
     * Adjusts all p values of the family.
     *
     * @param size how many rules there are, those without values included
     */
    Family(int size, List<Evidence> members) {
        this.size = size;
        this.worse = adjusted(size, members, Evidence::worse);
        this.better = adjusted(size, members, Evidence::better);
    }

    private static Map<Evidence, Double> adjusted(int size, List<Evidence> members, ToDoubleFunction<Evidence> p) {
        var raw = new double[Math.max(size, members.size())];
        Arrays.fill(raw, 1);
        for (int i = 0; i < members.size(); i++) {
            raw[i] = p.applyAsDouble(members.get(i));
        }
        double[] adjusted = Holm.adjusted(raw);
        // By identity: two rules may have found the same.
        var byMember = new IdentityHashMap<Evidence, Double>();
        for (int i = 0; i < members.size(); i++) {
            byMember.put(members.get(i), adjusted[i]);
        }
        return byMember;
    }

    int size() {
        return size;
    }

    /** The adjusted p value of a member's harm. */
    double worse(Evidence member) {
        return worse.getOrDefault(member, 1.0);
    }

    /** The adjusted p value of a member's improvement. */
    double better(Evidence member) {
        return better.getOrDefault(member, 1.0);
    }
}
