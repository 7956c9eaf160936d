package dev.ralbench.measurement;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadRecorder;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.load.Workload.Names;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Records one trial: hands a recorder to each event loop, samples them while the load runs, merges them at its end.
 * Sampling and merging belong to one thread, which is not an event loop.
 */
public final class LoadRecording implements LoadRecorder.Factory {
    private static final long NOT_STARTED = Long.MIN_VALUE;

    private final List<LatencyRecorder> loops = new ArrayList<>();
    /** Written once, by the loop whose first window begins first; read by all. */
    private final AtomicLong startNanos = new AtomicLong(NOT_STARTED);

    private final SecondTally seconds = new SecondTally();
    private final Histogram ofLoop = LatencyDistribution.newHistogram();
    private LoadTotals soFar = LoadTotals.none();
    private LoadTotals atMark = soFar;
    private long sampledUntilNanos = NOT_STARTED;
    private final RecordedElsewhere elsewhere;
    private final SlotLimits limits;
    private final Names names;
    private final Set<String> soFarOf;
    private Map<String, LoadTotals> named = Map.of();
    /** Successful responses since they were taken last, by rows of {@link Course}. */
    private final SortedMap<Integer, Long> rows = new TreeMap<>();

    /** Of a load with one request. */
    public LoadRecording() {
        this(SlotLimits.NONE, Names.NONE);
    }

    /** Of a load with one request; each slot counts the responses beyond the limits. */
    public LoadRecording(SlotLimits limits) {
        this(limits, Names.NONE);
    }

    /** Of one trial, with figures of each name after its end. */
    public LoadRecording(SlotLimits limits, Names names) {
        this(limits, names, Set.of());
    }

    /**
     * Of one trial.
     *
     * @param limits for which each slot counts the responses beyond them
     * @param names if there are several, each has figures of its own
     * @param soFarOf the names whose figures are to be known while the load goes on: each takes a histogram per
     *     event loop and sample
     */
    public LoadRecording(SlotLimits limits, Names names, Set<String> soFarOf) {
        this(limits, names, soFarOf, RecordedElsewhere.NONE);
    }

    /**
     * Of one trial, of whose load other processes send parts.
     *
     * @param elsewhere what these record, as far as samples show it; {@link #finish} has none of it
     */
    public LoadRecording(SlotLimits limits, Names names, Set<String> soFarOf, RecordedElsewhere elsewhere) {
        this.elsewhere = elsewhere;
        this.limits = limits;
        this.names = names;
        this.soFarOf = soFarOf.stream().filter(names.all()::contains).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The figures since the last sample.
     *
     * @param responses successful ones
     * @param failuresSoFar failed requests since the beginning
     * @param p50Millis median response time; empty with too few responses
     * @param p99Millis likewise
     * @param soFar everything since the beginning
     */
    public record Second(
            long responses, long failuresSoFar, OptionalDouble p50Millis, OptionalDouble p99Millis, LoadTotals soFar) {}

    @Override
    public LoadRecorder forLoop(int loop) {
        var recorder = new LatencyRecorder(this::commonStart, limits, names, soFarOf);
        loops.add(recorder);
        return recorder;
    }

    private long commonStart(long firstWindowNanos) {
        startNanos.compareAndSet(NOT_STARTED, firstWindowNanos);
        return startNanos.get();
    }

    /** Active users at this moment. */
    public int usersNow() {
        return loops.stream().mapToInt(LatencyRecorder::usersNow).sum() + elsewhere.usersNow();
    }

    /** Takes a sample; to be called about once a second while the load runs, with the time of the event loops' clock. */
    public Second sample(long nowNanos) {
        var sum = LatencyDistribution.newHistogram();
        var failures = new EnumMap<Outcome, Long>(Outcome.class);
        for (var loop : loops) {
            loop.takeLastSecond(ofLoop);
            sum.add(ofLoop);
            loop.failuresNow().addTo(failures);
        }
        elsewhere.takeSuccessful(taken -> taken.addTo(sum));
        elsewhere.failuresSoFar().forEach((outcome, count) -> failures.merge(outcome, count, Long::sum));
        if (startNanos.get() != NOT_STARTED) {
            seconds.add(nowNanos - startNanos.get(), sum);
        }
        Course.addRows(sum, rows);
        double length = secondsUntil(nowNanos);
        soFar = soFar.plus(length, failures, sum).with(sampleNames(length));
        return new Second(
                sum.getTotalCount(),
                soFar.failures(),
                LatencyDistribution.percentileMillis(sum, 50),
                LatencyDistribution.percentileMillis(sum, 99),
                soFar);
    }

    private Map<String, LoadTotals> sampleNames(double length) {
        var sampled = new TreeMap<String, LoadTotals>();
        for (var name : soFarOf) {
            var sum = LatencyDistribution.newHistogram();
            var failures = new EnumMap<Outcome, Long>(Outcome.class);
            for (var loop : loops) {
                loop.takeLastSecond(name, sum).addTo(failures);
            }
            elsewhere.takeSuccessful(name, taken -> taken.addTo(sum));
            elsewhere.failuresSoFar(name).forEach((outcome, count) -> failures.merge(outcome, count, Long::sum));
            var kind = names.requests().contains(name) ? NamedRequests.Kind.REQUEST : NamedRequests.Kind.JOURNEY;
            sampled.put(name, named.getOrDefault(name, LoadTotals.none(kind)).plus(length, failures, sum));
        }
        named = sampled;
        return named;
    }

    /**
     * The successful responses of all samples since the last call, by rows of {@link Course.ResponseTimes}; belongs to
     * the sampling thread.
     */
    public SortedMap<Integer, Long> takeRows() {
        var taken = new TreeMap<>(rows);
        rows.clear();
        return taken;
    }

    /** The load goes on after a rest, which belongs to no sample; belongs to the sampling thread. */
    public void goesOn(long nowNanos) {
        sampledUntilNanos = nowNanos;
    }

    private double secondsUntil(long nowNanos) {
        long start = startNanos.get();
        if (start == NOT_STARTED) {
            return 0;
        }
        long from = sampledUntilNanos == NOT_STARTED ? start : Math.max(start, sampledUntilNanos);
        sampledUntilNanos = nowNanos;
        return Math.max(0, nowNanos - from) / 1e9;
    }

    /**
     * Begins a stretch; belongs to the sampling thread.
     *
     * @return all before it
     */
    public LoadTotals mark(long nowNanos) {
        atMark = sample(nowNanos).soFar();
        return atMark;
    }

    /** Requests that ended since {@link #mark}; belongs to the sampling thread. */
    public LoadTotals sinceMark(long nowNanos) {
        return sample(nowNanos).soFar().since(atMark);
    }

    /**
     * Mean response time of all requests that started in a window and ended; empty if none did. To be called while the
     * load rests.
     */
    public OptionalDouble meanMillis(int window) {
        return loops.stream()
                .filter(loop -> loop.windows().size() > window)
                .map(loop -> loop.windows().get(window).all())
                .reduce(LatencyDistribution::plus)
                .map(LatencyDistribution::meanMillis)
                .orElseGet(OptionalDouble::empty);
    }

    /**
     * The findings, once the load has ended.
     *
     * @param plan as it was run
     * @param stoppedEarly why the load ended before its plan did, or empty
     */
    public Measurement finish(LoadPlan plan, String stoppedEarly) {
        return finish(plan, plan.timeline(), stoppedEarly);
    }

    /**
     * The findings of a load that repeated parts of its plan.
     *
     * @param performed the plan's timeline, with its repeated parts
     * @param stoppedEarly why the load ended before its plan did, or empty
     */
    public Measurement finish(LoadPlan plan, UserTimeline performed, String stoppedEarly) {
        return new RecordingMerger(loops, seconds, names, plan, performed).merge(stoppedEarly);
    }
}
