package dev.ralbench.testing;

import dev.ralbench.result.Slo;
import dev.ralbench.statistics.ClusteredShare;
import dev.ralbench.statistics.ClusteredShare.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Slots of 250 ms whose requests are slow together, at a level at which exactly as many are slow as may be. Shares of
 * slots have a beta distribution, and neighbours resemble each other by a normal copula of first order.
 *
 * @param share of slow requests
 * @param intraclass correlation of the requests of a slot: design effect of one slot is 1 + (requests - 1) times that
 * @param autocorrelation of neighbouring slots, from 0 to 1
 * @param requests in a slot
 */
public record DependentSlots(double share, double intraclass, double autocorrelation, int requests) {
    private static final int SLOTS_OF_A_HOLD = 20;
    private static final int BATCHES = 4;
    private static final int QUANTILES = 2000;
    private static final int FEW = 20;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** How often a level exactly at the limit is called so, of all draws. */
    public record Called(double met, double missed, double secondHolds) {}

    /** The outcome of so many levels that are held a second time if the first one does not decide. */
    public Called called(int draws, long seed) {
        var random = new SplittableRandom(seed);
        double[] shares = shares();
        int met = 0;
        int missed = 0;
        int again = 0;
        for (int i = 0; i < draws; i++) {
            var holds = new ArrayList<>(List.of(hold(random, shares)));
            var judged = judge(holds);
            if (judged == Slo.Judgement.UNCLEAR) {
                again++;
                holds.add(hold(random, shares));
                judged = judge(holds);
            }
            met += judged == Slo.Judgement.MET ? 1 : 0;
            missed += judged == Slo.Judgement.MISSED ? 1 : 0;
        }
        return new Called((double) met / draws, (double) missed / draws, (double) again / draws);
    }

    private Slo.Judgement judge(List<List<Cluster>> holds) {
        var all = holds.stream().flatMap(List::stream).reduce(new Cluster(0, 0), Cluster::plus);
        var judged = ClusteredShare.of(all.hits(), all.trials(), requests, holds);
        if (judged.upperBound(Slo.Risk.OF_TWO_LOOKS.met()) <= share) {
            return Slo.Judgement.MET;
        }
        return judged.lowerBound(Slo.Risk.OF_TWO_LOOKS.missed()) > share ? Slo.Judgement.MISSED : Slo.Judgement.UNCLEAR;
    }

    private double[] shares() {
        double sum = 1 / intraclass - 1;
        var beta = BetaDistribution.of(share * sum, (1 - share) * sum);
        return IntStream.range(0, QUANTILES)
                .mapToDouble(i -> beta.inverseCumulativeProbability((i + 0.5) / QUANTILES))
                .toArray();
    }

    private List<Cluster> hold(SplittableRandom random, double... shares) {
        var batches = new ArrayList<Cluster>();
        double state = random.nextGaussian();
        for (int batch = 0; batch < BATCHES; batch++) {
            long hits = 0;
            for (int slot = 0; slot < SLOTS_OF_A_HOLD / BATCHES; slot++) {
                double rank = NORMAL.cumulativeProbability(state);
                hits += hits(random, shares[Math.min(QUANTILES - 1, (int) (rank * QUANTILES))]);
                state = autocorrelation * state
                        + Math.sqrt(1 - autocorrelation * autocorrelation) * random.nextGaussian();
            }
            batches.add(new Cluster(hits, (long) requests * SLOTS_OF_A_HOLD / BATCHES));
        }
        return batches;
    }

    /** Many as a normal number; few by going from one slow request to the next. */
    private long hits(SplittableRandom random, double slow) {
        double mean = requests * slow;
        if (mean > FEW) {
            double drawn = mean + Math.sqrt(mean * (1 - slow)) * random.nextGaussian();
            return Math.clamp(Math.round(drawn), 0, requests);
        }
        long hits = 0;
        double at = 0;
        double step = Math.log1p(-Math.min(slow, 1 - 1e-9));
        while (slow > 0) {
            at += 1 + Math.floor(Math.log(1 - random.nextDouble()) / step);
            if (at > requests) {
                break;
            }
            hits++;
        }
        return hits;
    }
}
