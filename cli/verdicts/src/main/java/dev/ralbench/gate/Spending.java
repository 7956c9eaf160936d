package dev.ralbench.gate;

import dev.ralbench.statistics.Power;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How a gate spends its two error levels over its looks, fixed before the run. A look that cannot fail any rule gets
 * nothing of the level for false alarms, so that the others keep more of it: a gate may pass after few pairs and still
 * find small regressions after many.
 *
 * @param looks after how many pairs the gate may decide, ascending
 * @param fail share of each look of the level at which rules fail; 0 if so few pairs can prove nothing
 * @param pass share of each look of the level at which rules pass; likewise
 */
record Spending(List<Integer> looks, List<Double> fail, List<Double> pass) {
    Spending {
        looks = List.copyOf(looks);
        fail = List.copyOf(fail);
        pass = List.copyOf(pass);
    }

    /**
     * Spends both levels (Bonferroni: the shares add up to no more than the level).
     *
     * @param alpha of a false alarm, over all looks and rules
     * @param passAlpha of a wrong pass, over all looks; each rule has to pass, so they need not share it
     * @param rules that share alpha
     */
    static Spending of(List<Integer> looks, double alpha, double passAlpha, int rules) {
        return new Spending(looks, fail(looks, alpha, Math.max(1, rules)), pass(looks, passAlpha));
    }

    /** Equal shares for the last looks, as many of them as could still find something with an equal share each. */
    private static List<Double> fail(List<Integer> looks, double alpha, int rules) {
        int first = 0;
        while (first < looks.size() && looks.get(first) < Power.minimumBlocks(rules, looks.size() - first, alpha)) {
            first++;
        }
        var shares = new ArrayList<>(Collections.nCopies(first, 0.0));
        shares.addAll(Collections.nCopies(looks.size() - first, alpha / (looks.size() - first)));
        return shares;
    }

    /**
     * Equal shares, but no look gets less than the smallest p value that its pairs can have, 2^-n, as long as that leaves
     * enough for the others: with less it could never pass.
     */
    private static List<Double> pass(List<Integer> looks, double alpha) {
        for (int first = 0; first < looks.size(); first++) {
            var least = looks.subList(first, looks.size()).stream()
                    .map(pairs -> Math.scalb(1.0, -pairs))
                    .toList();
            if (least.stream().mapToDouble(Double::doubleValue).sum() <= alpha) {
                var shares = new ArrayList<>(Collections.nCopies(first, 0.0));
                shares.addAll(raised(least, alpha));
                return shares;
            }
        }
        return Collections.nCopies(looks.size(), 0.0);
    }

    /** @param least descending, together at most alpha */
    private static List<Double> raised(List<Double> least, double alpha) {
        var shares = new ArrayList<Double>();
        double left = alpha;
        for (int i = 0; i < least.size(); i++) {
            double share = Math.max(least.get(i), left / (least.size() - i));
            shares.add(share);
            left -= share;
        }
        return shares;
    }

    /** After how many pairs a rule may fail. */
    List<Integer> failing() {
        return withShare(fail);
    }

    /** After how many pairs a rule may pass. */
    List<Integer> passing() {
        return withShare(pass);
    }

    private List<Integer> withShare(List<Double> shares) {
        var found = new ArrayList<Integer>();
        for (int i = 0; i < looks.size(); i++) {
            if (shares.get(i) > 0) {
                found.add(looks.get(i));
            }
        }
        return found;
    }

    /**
     * The last look that so many blocks reach; the first if they reach none.
     *
     * <p>If so many blocks were lost that no more will come, the run ends between two looks. The share of the one that was
     * reached may be spent by then, and the next one's is not.
     *
     * @param usable blocks that count
     * @param isOver whether no more blocks will come
     */
    Look reached(int usable, boolean isOver) {
        int number =
                Math.max(1, (int) looks.stream().filter(look -> look <= usable).count());
        boolean isBetween = isOver && number < looks.size() && usable > looks.get(number - 1);
        int share = isBetween ? number : number - 1;
        return new Look(number, looks.size(), fail.get(share), pass.get(share), isOver || number == looks.size());
    }
}
