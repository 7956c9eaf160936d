package dev.ralbench.compare;

import dev.ralbench.metric.MetricComparison;
import dev.ralbench.result.BlockOverhead;
import dev.ralbench.result.Design;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TimeSpent;
import dev.ralbench.statistics.Deviation;
import dev.ralbench.statistics.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * With how many windows for each start of the targets a comparison needs the least time (Kalibera and Jones 2013). The
 * variance of an estimate is (f + w / W) / S with S starts of W windows, f from start to start and w from window to window;
 * its time S (F + W C).
 *
 * @param now windows of each variant per start, as they were
 * @param best windows per start, 2 to {@value #MOST}
 * @param saved share of the time that these save at the same precision, 0 to 1
 * @param startSeconds what a start costs: the targets up, warm, and ended
 * @param windowSeconds what one window of each variant costs
 * @param betweenStarts standard deviation of the logarithm of a ratio, from start to start
 * @param betweenWindows the same from one pair of windows to the next within a start
 */
public record WindowsPerStart(
        int now,
        int best,
        double saved,
        double startSeconds,
        double windowSeconds,
        double betweenStarts,
        double betweenWindows) {
    /** More are rather another level of their own: the machine drifts within a minute. */
    private static final int MOST = 20;

    private static final int FEWEST = 2;
    private static final int FEWEST_BLOCKS = 4;

    /**
     * That of one cell, by the runs it was compared in; empty if variants took no turns, for a metric that is no rate, or
     * with fewer than four blocks.
     */
    public static Optional<WindowsPerStart> of(Comparison comparison, Cell cell) {
        if (comparison.runs().size() != 1
                || cell.metric().comparison().way() != MetricComparison.Way.RATE
                || cell.level().isWholeRun()) {
            return Optional.empty();
        }
        var run = comparison.runs().getFirst();
        return run.layout().design().turns().flatMap(turns -> of(run, turns, comparison.baseline(), cell));
    }

    private static Optional<WindowsPerStart> of(RunResult run, Design.Turns turns, String baseline, Cell cell) {
        var ratios = ratios(run, baseline, cell);
        var spent = TimeSpent.of(run);
        if (ratios.size() < FEWEST_BLOCKS || turns.perLevel() < FEWEST || spent.isEmpty()) {
            return Optional.empty();
        }
        double within =
                ratios.stream().mapToDouble(WindowsPerStart::variance).average().orElseThrow();
        double means = variance(ratios.stream().mapToDouble(Mean::of).toArray());
        double between = Math.max(0, means - within / turns.perLevel());
        int variants = run.layout().order().getFirst().size();
        double turn = (turns.leadInMillis() + turns.lengthMillis()) / 1e3
                + BlockOverhead.of(run).map(BlockOverhead::turnSeconds).orElse(0.0);
        double window = variants * turns.levels().size() * turn;
        double start = Math.max(0, spent.get().all() * variants / run.trials().size() - turns.perLevel() * window);
        return Optional.of(best(turns.perLevel(), start, window, between, within));
    }

    private static double variance(double... values) {
        double deviation = Deviation.of(values);
        return deviation * deviation;
    }

    /** The logarithms of the ratios of neighbouring windows, block by block. */
    private static List<double[]> ratios(RunResult run, String baseline, Cell cell) {
        var source = new ResultSource("", run);
        var blocks = Blocks.of(run, List.of(baseline, cell.variant()));
        var bases = blocks.figures(source, baseline);
        var heads = blocks.figures(source, cell.variant());
        var ratios = new ArrayList<double[]>();
        for (int block = 0; block < bases.size(); block++) {
            var from = bases.get(block).turnValues(cell.metric(), cell.level());
            var to = heads.get(block).turnValues(cell.metric(), cell.level());
            boolean areRatios = from.size() == to.size()
                    && from.stream().allMatch(value -> value > 0)
                    && to.stream().allMatch(value -> value > 0);
            if (areRatios && from.size() >= FEWEST) {
                var each = new double[from.size()];
                for (int i = 0; i < each.length; i++) {
                    each[i] = LogRatio.between(cell.metric(), from.get(i), to.get(i));
                }
                ratios.add(each);
            }
        }
        return ratios;
    }

    /** @param between and {@code within} variances */
    static WindowsPerStart best(int now, double start, double window, double between, double within) {
        int best = now;
        for (int windows = FEWEST; windows <= MOST; windows++) {
            if (time(windows, start, window, between, within) < time(best, start, window, between, within)) {
                best = windows;
            }
        }
        double before = time(now, start, window, between, within);
        return new WindowsPerStart(
                now,
                best,
                before > 0 ? 1 - time(best, start, window, between, within) / before : 0,
                start,
                window,
                Math.sqrt(between),
                Math.sqrt(within));
    }

    private static double time(int windows, double start, double window, double between, double within) {
        return (start + windows * window) * (between + within / windows);
    }
}
