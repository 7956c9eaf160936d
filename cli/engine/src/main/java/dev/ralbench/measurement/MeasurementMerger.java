package dev.ralbench.measurement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes one {@link Measurement} of those of several generators that ran parts of one load against one target, each
 * with a share of its users or of its rate, and that all began at the same time. Only adds, as event loops are added:
 * nothing is averaged. The result is that of one generator with the event loops of all, but for these figures, of which
 * a measurement has less than a generator had while it recorded:
 *
 * <ul>
 *   <li>The longest stall is an upper limit: a time without a completion on any generator is at most the shortest of
 *       the longest ones that each saw.
 *   <li>Percentiles in a slot of the series are the largest of the generators'. Those of windows are exact.
 *   <li>Requests that were in flight when the load ended count for Little's law if they were not much longer than the
 *       others of their own generator.
 *   <li>{@link WindowViews#generator} is that of the generator that was closest to the limit of its CPUs in the window.
 *       Views of the target and of servers are those of the first generator that has them, since all see the same.
 *   <li>In the {@link Course} likewise.
 * </ul>
 *
 * Times count from the beginning of each generator's own load, so an offset between them is neither seen nor corrected
 * here. Pure.
 */
public final class MeasurementMerger {
    private final List<Measurement> parts;
    /** Those that sent anything: the others say nothing about stalls. */
    private final List<Measurement> active;

    private final boolean haveUsersStopped;
    private final Series series;
    private final PeakRate peakRate;

    private MeasurementMerger(List<Measurement> parts) {
        this.parts = parts;
        this.active = parts.stream()
                .filter(part -> part.windows().stream()
                        .anyMatch(window ->
                                window.requests().outcomes().values().stream().anyMatch(count -> count > 0)))
                .toList();
        this.haveUsersStopped =
                parts.stream().anyMatch(part -> part.failureDetails().containsKey(Measurement.STOPPED));
        this.series =
                parts.stream().map(Measurement::series).reduce(Series::plus).orElseThrow();
        this.peakRate = new PeakRate(series);
    }

    /**
     * Merges measurements of one load.
     *
     * @param parts one for each generator, at least one. One that ended early has fewer windows: those that it did not
     *     reach are of the others alone
     * @throws IllegalArgumentException if there is none, or two have windows of different kinds or labels at the same
     *     position, so they are not of one load
     */
    public static Measurement merge(List<Measurement> parts) {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("there is no measurement to merge");
        }
        return new MeasurementMerger(List.copyOf(parts)).merged();
    }

    private Measurement merged() {
        var windows = new ArrayList<WindowMeasurement>();
        int most = parts.stream().mapToInt(part -> part.windows().size()).max().orElse(0);
        for (int i = 0; i < most; i++) {
            windows.add(window(i));
        }
        return new Measurement(windows, whole(windows), series, course(), failureDetails(), stoppedEarly());
    }

    private WindowMeasurement window(int index) {
        var of = parts.stream()
                .filter(part -> part.windows().size() > index)
                .map(part -> part.windows().get(index))
                .toList();
        var first = of.getFirst().span();
        of.stream()
                .map(WindowMeasurement::span)
                .filter(span -> span.kind() != first.kind() || !span.label().equals(first.label()))
                .findFirst()
                .ifPresent(other -> {
                    throw new IllegalArgumentException("window " + (index + 1) + " is " + named(first)
                            + " of one measurement, and " + named(other) + " of another");
                });
        long begin = of.stream().mapToLong(MeasurementMerger::beginNanos).min().orElseThrow();
        long end = of.stream().mapToLong(MeasurementMerger::endNanos).max().orElseThrow();
        var span = new WindowSpan(
                first.kind(),
                first.label(),
                of.stream().mapToInt(window -> window.span().usersFrom()).sum(),
                of.stream().mapToInt(WindowMeasurement::usersTo).sum(),
                begin / 1e9,
                (end - begin) / 1e9);
        double stall = shortest(active.stream()
                .filter(part -> part.windows().size() > index)
                .map(part -> part.windows().get(index)));
        return together(of, span, stall, peakRate.within(first.kind(), begin / 1e9, end / 1e9));
    }

    private static String named(WindowSpan span) {
        return span.kind() + span.label().map(label -> " " + label).orElse("");
    }

    private static double shortest(Stream<WindowMeasurement> windows) {
        return windows.mapToDouble(window -> window.requests().longestStallSeconds())
                .min()
                .orElse(0);
    }

    /** Windows of different generators in one: all that adds up is added, and the rest is given. */
    private WindowMeasurement together(
            List<WindowMeasurement> of, WindowSpan span, double stallSeconds, OptionalDouble peakPerSecond) {
        var sum = of.stream().reduce(WindowMeasurement::plus).orElseThrow();
        return new WindowMeasurement(
                span,
                sum.requests().with(stallSeconds, peakPerSecond),
                sum.byName(),
                sum.ledger(),
                little(of, span, sum),
                open(of),
                views(of));
    }

    /** Empty unless all have one, as of windows of one level. */
    private static Optional<OpenLoad> open(List<WindowMeasurement> of) {
        return of.stream()
                .map(WindowMeasurement::open)
                .reduce((one, other) -> KnownOfBoth.of(one, other, OpenLoad::together))
                .orElseThrow();
    }

    private Optional<LittleCheck> little(List<WindowMeasurement> of, WindowSpan span, WindowMeasurement sum) {
        var checks = of.stream()
                .flatMap(window -> window
                        .little()
                        .filter(check -> Double.isFinite(check.deviation()))
                        .map(check -> new LittlesLaw.Part(
                                check,
                                window.lengthSeconds(),
                                window.requests().all().count(),
                                window.requests().all().meanMillis().orElse(0)))
                        .stream())
                .toList();
        double length = span.lengthSeconds();
        if (checks.isEmpty() || length <= 0) {
            return Optional.empty();
        }
        double users =
                haveUsersStopped ? Math.min(span.usersTo(), sum.ledger().offeredSeconds() / length) : span.usersTo();
        return Optional.of(LittlesLaw.together(
                users, length, checks, sum.requests().all().meanMillis().orElse(0), sum.ledger()));
    }

    private static WindowViews views(List<WindowMeasurement> of) {
        var views = of.stream().map(WindowMeasurement::views).toList();
        return new WindowViews(
                views.stream().flatMap(view -> view.inside().stream()).findFirst(),
                views.stream()
                        .flatMap(view -> view.generator().stream())
                        .max(Comparator.comparingDouble(MeasurementMerger::ownShare)),
                firstSeen(views, WindowViews::servers),
                firstSeen(views, WindowViews::counters));
    }

    /** Of the CPUs that it may use. */
    private static double ownShare(GeneratorUsage usage) {
        return usage.cores() / Math.max(1, usage.machine().processors());
    }

    private static <T> Map<String, T> firstSeen(List<WindowViews> views, Function<WindowViews, Map<String, T>> seen) {
        var all = new TreeMap<String, T>();
        views.forEach(view -> seen.apply(view).forEach(all::putIfAbsent));
        return all;
    }

    /** All windows but warm-up, without the time between them. */
    private WindowMeasurement whole(List<WindowMeasurement> windows) {
        var measured = windows.stream()
                .filter(window -> window.kind() != WindowKind.WARM_UP)
                .toList();
        var of = parts.stream().map(Measurement::wholeRun).toList();
        return together(of, wholeSpan(measured), wholeStall(measured), PeakRate.highest(windows));
    }

    private WindowSpan wholeSpan(List<WindowMeasurement> measured) {
        long length = 0;
        for (int i = 0; i < measured.size(); i++) {
            length += lengthNanos(measured.get(i));
            if (i > 0) { // windows overlap a little where generators change one by one
                length -= Math.max(0, endNanos(measured.get(i - 1)) - beginNanos(measured.get(i)));
            }
        }
        double start = measured.stream()
                .findFirst()
                .map(window -> window.span().startSeconds())
                .orElse(0.0);
        int users = parts.stream().mapToInt(part -> part.wholeRun().usersTo()).sum();
        return new WindowSpan(WindowKind.WHOLE_RUN, Optional.empty(), 0, users, start, length / 1e9);
    }

    /** Between two turns the load rests, and that is no stall. */
    private double wholeStall(List<WindowMeasurement> measured) {
        return measured.stream().anyMatch(window -> window.kind() == WindowKind.TURN)
                ? measured.stream()
                        .filter(window -> window.kind() == WindowKind.TURN)
                        .mapToDouble(window -> window.requests().longestStallSeconds())
                        .max()
                        .orElse(0)
                : shortest(active.stream().map(Measurement::wholeRun));
    }

    private static long beginNanos(WindowMeasurement window) {
        return Math.round(window.span().startSeconds() * 1e9);
    }

    private static long lengthNanos(WindowMeasurement window) {
        return Math.round(window.lengthSeconds() * 1e9);
    }

    private static long endNanos(WindowMeasurement window) {
        return beginNanos(window) + lengthNanos(window);
    }

    /** Empty unless all have one: it would lack the responses of the others. */
    private Optional<Course> course() {
        return parts.stream()
                .map(Measurement::course)
                .reduce((one, other) -> KnownOfBoth.of(one, other, Course::plus))
                .orElseThrow();
    }

    private Map<String, Long> failureDetails() {
        var sum = new HashMap<String, Long>();
        parts.forEach(part -> part.failureDetails().forEach((detail, count) -> sum.merge(detail, count, Long::sum)));
        return sum;
    }

    private String stoppedEarly() {
        return parts.stream()
                .map(Measurement::stoppedEarly)
                .filter(why -> !why.isEmpty())
                .collect(Collectors.collectingAndThen(
                        Collectors.toCollection(LinkedHashSet::new), reasons -> String.join("; ", reasons)));
    }
}
