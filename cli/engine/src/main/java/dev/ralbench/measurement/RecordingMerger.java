package dev.ralbench.measurement;

import dev.ralbench.Clock;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.Phase;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.load.Workload.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Makes one {@link Measurement} of the records of all event loops. Only adds: nothing is averaged. */
final class RecordingMerger {
    private final List<LatencyRecorder> loops;
    private final Names names;
    private final LoadPlan plan;
    private final UserTimeline performed;
    private final long startNanos;
    private final List<Gaps.Gap> stalls;
    private final Series series;
    private final PeakRate peakRate;

    /** @param performed the plan's timeline, with its repeated parts */
    RecordingMerger(
            List<LatencyRecorder> loops, SecondTally seconds, Names names, LoadPlan plan, UserTimeline performed) {
        this.loops = loops.stream().filter(loop -> !loop.windows().isEmpty()).toList();
        this.names = names;
        this.plan = plan;
        this.performed = performed;
        this.startNanos =
                this.loops.stream().mapToLong(LatencyRecorder::startNanos).min().orElse(0);
        long longest = this.loops.stream()
                .flatMap(loop -> loop.windows().stream())
                .mapToLong(WindowTally::longestNanos)
                .max()
                .orElse(0);
        this.loops.forEach(loop -> loop.countDropped(longest));
        this.stalls = this.loops.stream()
                .map(LatencyRecorder::gaps)
                .filter(Gaps::hasBegun)
                .map(Gaps::list)
                .reduce(Gaps::intersect)
                .orElse(List.of());
        this.series = new SeriesMerger(loops, seconds).merge();
        this.peakRate = new PeakRate(series);
    }

    /** Figures other than sums over a window's requests. */
    private record Extremes(double stallSeconds, OptionalDouble peakPerSecond) {}

    Measurement merge(String stoppedEarly) {
        var phases = performed.phases();
        var tallies = mergedTallies(phases.size());
        var windows = new ArrayList<WindowMeasurement>();
        for (int i = 0; i < tallies.size(); i++) {
            windows.add(window(phases.get(i), tallies.get(i)));
        }
        var whole = whole(phases, tallies);
        return new Measurement(
                windows,
                measure(
                        WindowKind.WHOLE_RUN,
                        Optional.empty(),
                        0,
                        performed.maxConnections(),
                        whole,
                        Optional.empty(),
                        new Extremes(
                                longestStall(windows).orElseGet(() -> stallSeconds(whole)), PeakRate.highest(windows))),
                series,
                failureDetails(),
                stoppedEarly);
    }

    /** Seconds of the longest stall within a turn. Between two turns the load rests, and that is no stall. */
    private static OptionalDouble longestStall(List<WindowMeasurement> windows) {
        return windows.stream()
                .filter(window -> window.kind() == WindowKind.TURN)
                .mapToDouble(window -> window.requests().longestStallSeconds())
                .max();
    }

    private double stallSeconds(WindowTally tally) {
        return Gaps.longestWithin(stalls, tally.beginNanos(), tally.endNanos()) / 1e9;
    }

    /** All windows, without the time between them. */
    private WindowTally whole(List<Phase> phases, List<WindowTally> tallies) {
        var measured = IntStream.range(0, tallies.size())
                .filter(i -> phases.get(i).isMeasured())
                .mapToObj(tallies::get)
                .toList();
        if (measured.isEmpty()) {
            return new WindowTally(startNanos);
        }
        var whole = new WindowTally(measured.getFirst().beginNanos());
        whole.end(measured.getLast().endNanos());
        measured.forEach(whole::add);
        for (int i = 1; i < measured.size(); i++) {
            long pause = measured.get(i).beginNanos() - measured.get(i - 1).endNanos();
            whole.pause(Math.max(0, pause)); // planned windows overlap a little instead: loops change one by one
        }
        return whole;
    }

    /** One tally per window that began on every loop; it lasts from the first loop's beginning to the last one's end. */
    private List<WindowTally> mergedTallies(int most) {
        var merged = new ArrayList<WindowTally>();
        for (int i = 0; i < most; i++) {
            int window = i;
            var parts = loops.stream()
                    .filter(loop -> loop.windows().size() > window)
                    .map(loop -> loop.windows().get(window))
                    .toList();
            if (parts.isEmpty()) {
                break;
            }
            var sum = new WindowTally(
                    parts.stream().mapToLong(WindowTally::beginNanos).min().getAsLong());
            sum.end(parts.stream().mapToLong(WindowTally::endNanos).max().getAsLong());
            parts.forEach(sum::add);
            merged.add(sum);
        }
        return merged;
    }

    private WindowMeasurement window(Phase phase, WindowTally tally) {
        var label = phase.label();
        return switch (phase) {
            case Phase.Hold level ->
                measure(WindowKind.LEVEL, label, level.users(), level.users(), tally, littlesLaw(level.users(), tally));
            case Phase.Slope slope ->
                measure(WindowKind.RAMP, label, slope.usersFrom(), slope.usersTo(), tally, Optional.empty());
            case Phase.Counted counted ->
                measure(WindowKind.COUNTED, label, counted.usersFrom(), counted.users(), tally, Optional.empty());
            case Phase.WarmUp warmUp -> warmUp(warmUp.users(), tally);
            case Phase.LeadIn leadIn -> warmUp(leadIn.users(), tally);
            case Phase.Turn turn ->
                measure(WindowKind.TURN, label, turn.users(), turn.users(), tally, littlesLaw(turn.users(), tally));
            case Phase.Open open -> open(open, tally);
        };
    }

    private WindowMeasurement open(Phase.Open open, WindowTally tally) {
        var kind = open.isLevel() ? WindowKind.LEVEL : WindowKind.RAMP;
        return measure(kind, open.label(), open.usersFrom(), open.usersTo(), tally, Optional.empty())
                .with(OpenLoad.of(open, tally));
    }

    private WindowMeasurement warmUp(int users, WindowTally tally) {
        return measure(WindowKind.WARM_UP, Optional.empty(), users, users, tally, Optional.empty());
    }

    private Optional<LittleCheck> littlesLaw(int users, WindowTally tally) {
        var all = tally.all();
        double length = lengthSeconds(tally);
        if (all.count() == 0 || length <= 0) {
            return Optional.empty();
        }
        return Optional.of(LittlesLaw.check(
                presentUsers(users, length, tally),
                length,
                new LittlesLaw.Responses(
                        tally.completions().ended(),
                        all.count(),
                        all.meanMillis().orElse(0),
                        tally.responseSeconds()),
                thinkMillis(tally),
                tally.connectSeconds(),
                tally.ledger()));
    }

    /** Those that had not stopped, on average. */
    private double presentUsers(int planned, double length, WindowTally tally) {
        return loops.stream().anyMatch(loop -> loop.stoppedSeen() > 0)
                ? Math.min(planned, tally.ledger().offeredSeconds() / length)
                : planned;
    }

    /** The pause of a user after each request; as it was, if journeys have pauses of their own. */
    private double thinkMillis(WindowTally tally) {
        long ended = tally.completions().ended();
        return names.journeys().isEmpty() || ended == 0
                ? Clock.millis(plan.think())
                : tally.ledger().thinkingSeconds() * 1e3 / ended;
    }

    private WindowMeasurement measure(
            WindowKind kind,
            Optional<String> label,
            int from,
            int to,
            WindowTally tally,
            Optional<LittleCheck> little) {
        return measure(kind, label, from, to, tally, little, new Extremes(stallSeconds(tally), peak(kind, tally)));
    }

    private OptionalDouble peak(WindowKind kind, WindowTally tally) {
        return peakRate.within(kind, sinceStart(tally.beginNanos()), sinceStart(tally.endNanos()));
    }

    private double sinceStart(long nanos) {
        return (nanos - startNanos) / 1e9;
    }

    private WindowMeasurement measure(
            WindowKind kind,
            Optional<String> label,
            int from,
            int to,
            WindowTally tally,
            Optional<LittleCheck> little,
            Extremes extremes) {
        var successful = new LatencyDistribution(tally.successful);
        return new WindowMeasurement(
                new WindowSpan(kind, label, from, to, sinceStart(tally.beginNanos()), lengthSeconds(tally)),
                new WindowRequests(
                        tally.outcomeCounts(),
                        kind == WindowKind.COUNTED ? tally.ownCompletions() : tally.completions(),
                        successful,
                        Optional.of(tally.firstBytes.times(tally.successful, successful)),
                        tally.all(),
                        new LatencyDistribution(tally.connecting),
                        OptionalLong.of(tally.resent()),
                        Optional.of((kind == WindowKind.COUNTED ? tally.ownTransfer : tally.transfer).sum()),
                        extremes.stallSeconds(),
                        extremes.peakPerSecond()),
                named(tally, kind == WindowKind.COUNTED),
                tally.ledger(),
                little,
                Optional.empty(),
                WindowViews.none());
    }

    /** In their order; empty if the load has one request. */
    private Optional<List<NamedRequests>> named(WindowTally tally, boolean isCounted) {
        if (names.count() < 2) {
            return Optional.empty();
        }
        int requests = names.requests().size();
        return Optional.of(IntStream.range(0, names.count())
                .mapToObj(i -> i < requests
                        ? tally.named(i, names.count())
                                .requests(names.requests().get(i), NamedRequests.Kind.REQUEST, isCounted)
                        : tally.named(i, names.count())
                                .requests(names.journeys().get(i - requests), NamedRequests.Kind.JOURNEY, isCounted))
                .toList());
    }

    private static double lengthSeconds(WindowTally tally) {
        return tally.lengthNanos() / 1e9;
    }

    private Map<String, Long> failureDetails() {
        var sum = new HashMap<String, Long>();
        for (var loop : loops) {
            loop.failureDetails().forEach((detail, count) -> sum.merge(detail, count, Long::sum));
        }
        put(sum, Measurement.SURPLUS, LatencyRecorder::surplusSeen);
        put(sum, Measurement.RESENT, LatencyRecorder::resentSeen);
        put(sum, Measurement.STOPPED, LatencyRecorder::stoppedSeen);
        return sum;
    }

    private void put(Map<String, Long> sum, String detail, ToLongFunction<LatencyRecorder> counter) {
        long count = loops.stream().mapToLong(counter).sum();
        if (count > 0) {
            sum.put(detail, count);
        }
    }
}
