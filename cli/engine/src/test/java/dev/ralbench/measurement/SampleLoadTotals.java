package dev.ralbench.measurement;

import dev.ralbench.load.Outcome;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Totals of loads that could have been. */
public final class SampleLoadTotals {
    private SampleLoadTotals() {}

    /** So many responses, all after the same time. */
    public static LoadTotals of(double seconds, int responses, double millis, long failures) {
        return then(LoadTotals.none(), seconds, responses, millis, failures);
    }

    /** The same load later: with so many responses and failures more. */
    public static LoadTotals then(LoadTotals before, double seconds, int responses, double millis, long failures) {
        Histogram more = LatencyDistribution.newHistogram();
        more.recordValueWithCount(Math.round(millis * 1e3), responses);
        return before.plus(seconds, Map.of(Outcome.TIMEOUT, before.failures() + failures), more);
    }
}
