package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.Side;
import dev.ralbench.gate.GateDraft.DraftRule;
import dev.ralbench.gate.MarginSearch.CellNoise;
import dev.ralbench.metric.DependencyFigure.Aspect;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.Metrics;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The rules that a gate may have, as far as a run of identical builds has data for them. */
final class RuleCandidates {
    /** Relative rules at the highest level; goodput is judged at every level. */
    private static final List<Metric> AT_HIGHEST = List.of(
            ProcessMetrics.CPU_PER_REQUEST,
            RequestMetrics.P90,
            RequestMetrics.P99,
            ProcessMetrics.ALLOCATION_PER_REQUEST);

    /**
     * Relative rules on each request by its name, at the highest level, those that matter most first. Its goodput follows
     * from that of all and its share of them.
     */
    private static final List<Metric> BY_NAME = List.of(RequestMetrics.P90, RequestMetrics.P99);

    private static final List<Metric> EXACT = Stream.concat(
                    Metrics.of(Aspect.SERVED_PER_REQUEST).stream(), Stream.of(ProcessMetrics.THREADS_PEAK))
            .toList();
    /** A trial of another day may serve fewer requests than those that were measured. */
    private static final double SPARE_REQUESTS = 1.5;

    private static final double MOST_ERRORS = 0.001;
    private static final double LONGEST_STALL_SECONDS = 1;
    /** A limit that identical builds come near to would fail a build by chance. */
    private static final double SPARE_STALL = 0.5;

    private final Comparison comparison;
    private final CellFinder finder;
    private final List<String> names;
    private final int mostNoisy;
    private final List<String> leftOut = new ArrayList<>();

    /** @param mostNoisy how many relative rules the gate can bear */
    RuleCandidates(Comparison comparison, int mostNoisy) {
        this.comparison = comparison;
        this.mostNoisy = mostNoisy;
        this.names = comparison.cells().stream()
                .flatMap(cell -> cell.metric().name().stream())
                .distinct()
                .toList();
        this.finder = new CellFinder(comparison, comparison.variants());
    }

    /** How many noisy rules there are at most for so many levels, those on single requests left out. */
    static int most(int levels) {
        return levels + AT_HIGHEST.size();
    }

    /** Metrics that a server counts and a rule may be about. */
    static Set<Metric> exact() {
        return Set.copyOf(EXACT);
    }

    /** Whether a noisy rule may be about the cell. */
    static boolean isNoisy(Cell cell) {
        var metric = cell.metric();
        return metric.equals(RequestMetrics.GOODPUT)
                || AT_HIGHEST.contains(metric)
                || (metric.name().isPresent() && BY_NAME.contains(metric.ofAll()));
    }

    /** Why expected rules are missing, so far. */
    List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    /** The noise of all metrics that a relative rule can be about. */
    List<CellNoise> relative() {
        var highest = AT_HIGHEST.stream().flatMap(metric -> cells(metric, new LevelChoice.Highest()).stream());
        var found =
                new ArrayList<>(Stream.concat(cells(RequestMetrics.GOODPUT, new LevelChoice.Every()).stream(), highest)
                        .filter(cell -> isKept(cell, relativeObstacle(cell)))
                        .map(CellNoise::of)
                        .toList());
        BY_NAME.stream()
                .flatMap(metric -> names.stream().map(metric::ofName))
                .flatMap(metric -> cells(metric, new LevelChoice.Highest()).stream())
                .filter(cell -> isKept(cell, relativeObstacle(cell).or(() -> tooMany(found.size()))))
                .map(CellNoise::of)
                .forEach(found::add);
        return found;
    }

    private Optional<String> tooMany(int rules) {
        return rules < mostNoisy
                ? Optional.empty()
                : Optional.of("the gate has " + rules + " noisy rules, and can bear no more");
    }

    private Optional<String> relativeObstacle(Cell cell) {
        long needed = RelativeRule.leastRequests(cell.metric());
        double fewest = fewestRequests(cell);
        if (fewest < SPARE_REQUESTS * needed) {
            return Optional.of(
                    "needs " + needed + " requests per trial and half as many to spare, had " + (long) fewest);
        }
        var harms = cell.harms();
        if (harms.isEmpty()) {
            return Optional.of(
                    values(cell).findAny().isPresent() ? RelativeRule.noRatio(cell) : "is not measured here");
        }
        boolean isComplete =
                harms.size() == comparison.blocks() && harms.stream().allMatch(Double::isFinite);
        return isComplete ? Optional.empty() : Optional.of("has no value in some trials");
    }

    private double fewestRequests(Cell of) {
        var requests = of.metric().name().map(RequestMetrics.REQUESTS::ofName).orElse(RequestMetrics.REQUESTS);
        return cells(requests, new LevelChoice.NamedLevels(List.of(of.level()))).stream()
                .flatMapToDouble(RuleCandidates::values)
                .min()
                .orElse(0);
    }

    /** Rules on counts that were the same in every trial. */
    List<DraftRule> exactRules() {
        return EXACT.stream()
                .flatMap(metric -> cells(metric, new LevelChoice.WholeRun()).stream())
                .filter(cell -> values(cell).findAny().isPresent())
                .filter(cell -> isKept(cell, exactObstacle(cell)))
                .map(cell -> new DraftRule(exactRule(cell.metric()), range(cell) + " in every trial"))
                .toList();
    }

    private static ExactRule exactRule(Metric metric) {
        return new ExactRule(
                metric, new LevelChoice.WholeRun(), metric.comparison().slack(), false);
    }

    private Optional<String> exactObstacle(Cell cell) {
        var values = summary(cell);
        if (values.getCount() < 2L * comparison.blocks()) {
            return Optional.of("has no value in some trials");
        }
        return values.getMax() - values.getMin() <= exactRule(cell.metric()).limit()
                ? Optional.empty()
                : Optional.of("differs from trial to trial: " + range(cell));
    }

    /** Limits that identical builds keep. */
    List<DraftRule> absoluteRules() {
        var ofNames = names.stream().map(RequestMetrics.ERRORS::ofName);
        return Stream.concat(
                        Stream.concat(Stream.of(RequestMetrics.ERRORS), ofNames).map(this::errors), Stream.of(stall()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Those of a name, too: a request that is rare may fail each time, and hardly add to the errors of all. */
    private Optional<DraftRule> errors(Metric errors) {
        double most = most(cells(errors, new LevelChoice.Every()));
        if (most > MOST_ERRORS) {
            leftOut.add(errors.key() + ": up to " + GateNumbers.percent(most)
                    + " of a trial's requests failed, the usual limit is " + GateNumbers.percent(MOST_ERRORS));
            return Optional.empty();
        }
        return Optional.of(new DraftRule(
                new AbsoluteRule(atMost(errors, MOST_ERRORS), new LevelChoice.Every(), true, false),
                shown(errors, most)));
    }

    private Optional<DraftRule> stall() {
        var highest = cells(RequestMetrics.STALL, new LevelChoice.Highest());
        double most = most(highest);
        if (most > SPARE_STALL * LONGEST_STALL_SECONDS) {
            highest.forEach(cell -> leftOut.add(cell.id() + ": no request ended for "
                    + GateNumbers.value(RequestMetrics.STALL, most) + " in some trial"));
            return Optional.empty();
        }
        return Optional.of(new DraftRule(
                new AbsoluteRule(
                        atMost(RequestMetrics.STALL, LONGEST_STALL_SECONDS), new LevelChoice.Highest(), false, false),
                shown(RequestMetrics.STALL, most)));
    }

    private static MetricLimit atMost(Metric metric, double limit) {
        return new MetricLimit(metric, Optional.empty(), MetricLimit.Operator.AT_MOST, limit);
    }

    private static String shown(Metric metric, double most) {
        return GateNumbers.value(metric, most) + " at most here";
    }

    private List<Cell> cells(Metric metric, LevelChoice levels) {
        return finder.of(metric, levels);
    }

    private boolean isKept(Cell cell, Optional<String> obstacle) {
        obstacle.ifPresent(why -> leftOut.add(cell.id() + ": " + why));
        return obstacle.isEmpty();
    }

    /** The highest value of both sides, including attempts that do not count; 0 if there is none. */
    private static double most(List<Cell> cells) {
        return cells.stream()
                .flatMap(cell -> Stream.concat(cell.base().all().stream(), cell.head().all().stream()))
                .mapToDouble(Side.Attempt::value)
                .max()
                .orElse(0);
    }

    private static DoubleStream values(Cell cell) {
        return Stream.concat(cell.base().trials().stream(), cell.head().trials().stream())
                .mapToDouble(Double::doubleValue);
    }

    private static DoubleSummaryStatistics summary(Cell cell) {
        return values(cell).summaryStatistics();
    }

    private static String range(Cell cell) {
        var values = summary(cell);
        var least = GateNumbers.value(cell.metric(), values.getMin());
        var most = GateNumbers.value(cell.metric(), values.getMax());
        return least.equals(most) ? least : least + " to " + most;
    }
}
