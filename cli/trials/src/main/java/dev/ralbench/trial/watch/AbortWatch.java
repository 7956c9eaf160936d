package dev.ralbench.trial.watch;

import dev.ralbench.Failure;
import dev.ralbench.load.AbortRule;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.Phase;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.Quantity;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Ends the load when the requests of a span are beyond a limit of its {@link AbortRule}. Goes by requests that ended
 * within the span, sample by sample, in the time in which the load was on; warm-up does not count.
 */
public final class AbortWatch {
    /** As for percentiles: fewer than that may be chance. */
    private static final long FEWEST_BEYOND = 10;
    /** Samples are about a second apart, and the one at the beginning of the span may be a little late. */
    private static final double LATE_SECONDS = 0.1;

    private final Optional<AbortRule> rule;
    private final LoadGenerator generator;
    /** From the last one that is at least a span old to the last one. */
    private final Deque<Counts> samples = new ArrayDeque<>();

    private double sampledSeconds;
    private Optional<String> reason = Optional.empty();

    public AbortWatch(Optional<AbortRule> rule, LoadGenerator generator) {
        this.rule = rule;
        this.generator = generator;
        samples.add(counts(LoadTotals.none()));
    }

    /**
     * What was counted up to a moment.
     *
     * @param seconds in which the load was on
     * @param beyond for each limit, failed or slow requests
     * @param of for each limit, the requests of which these are
     */
    private record Counts(double seconds, List<Long> beyond, List<Long> of) {}

    /** To be called now and then: several ticks tell of one sample. */
    public void look(Tick tick) {
        var soFar = tick.lastSecond().soFar();
        if (rule.isEmpty() || isSeen() || soFar.seconds() <= sampledSeconds) {
            return;
        }
        sampledSeconds = soFar.seconds();
        if (tick.phase().filter(Phase.WarmUp.class::isInstance).isPresent()) {
            samples.clear();
            return;
        }
        samples.add(counts(soFar));
        double span = rule.get().span().toNanos() / 1e9 - LATE_SECONDS;
        while (samples.size() > 1 && secondsSince(second()) >= span) {
            samples.removeFirst();
        }
        if (secondsSince(samples.getFirst()) >= span) {
            judge(rule.get(), tick.loadSeconds());
        }
    }

    private Counts second() {
        var all = samples.iterator();
        all.next();
        return all.next();
    }

    private double secondsSince(Counts sample) {
        return samples.getLast().seconds - sample.seconds;
    }

    private Counts counts(LoadTotals soFar) {
        var limits = rule.map(AbortRule::limits).orElse(List.of());
        return new Counts(
                soFar.seconds(),
                limits.stream().map(limit -> beyond(limit, soFar)).toList(),
                limits.stream().map(limit -> of(limit, soFar)).toList());
    }

    private static long beyond(AbortRule.Limit limit, LoadTotals soFar) {
        return switch (limit) {
            case AbortRule.Errors errors -> soFar.failures();
            case AbortRule.SlowResponses slow ->
                soFar.successful().count(millis -> millis > slow.most().toNanos() / 1e6);
        };
    }

    private static long of(AbortRule.Limit limit, LoadTotals soFar) {
        return switch (limit) {
            case AbortRule.Errors errors -> soFar.ended();
            case AbortRule.SlowResponses slow -> soFar.successful().count();
        };
    }

    private void judge(AbortRule by, double loadSeconds) {
        var from = samples.getFirst();
        var to = samples.getLast();
        for (int i = 0; i < by.limits().size() && reason.isEmpty(); i++) {
            long beyond = to.beyond.get(i) - from.beyond.get(i);
            long of = to.of.get(i) - from.of.get(i);
            if (beyond >= FEWEST_BEYOND && beyond > by.limits().get(i).mostShare() * of) {
                reason = Optional.of(words(by.limits().get(i), beyond, of)
                        + String.format(
                                Locale.ROOT,
                                ", in the %.0f s up to %.1f s of the load",
                                secondsSince(from),
                                loadSeconds));
                generator.abort();
            }
        }
    }

    private static String words(AbortRule.Limit limit, long beyond, long of) {
        return switch (limit) {
            case AbortRule.Errors errors ->
                String.format(
                        Locale.ROOT,
                        "errors of %s (%d of %d requests), limit %s",
                        Quantity.shown(MetricUnit.SHARE, (double) beyond / of),
                        beyond,
                        of,
                        Quantity.shown(MetricUnit.SHARE, errors.mostShare()));
            case AbortRule.SlowResponses slow ->
                String.format(
                        Locale.ROOT,
                        "%s above the limit of %s (%d of %d responses were slower)",
                        slow.figure(),
                        Quantity.shown(MetricUnit.MILLIS, slow.most().toNanos() / 1e6),
                        beyond,
                        of);
        };
    }

    public boolean isSeen() {
        return reason.isPresent();
    }

    /** Why the load ended, in a few words; empty unless it ended so. */
    public String reason() {
        return reason.map(words -> "aborted: " + words).orElse("");
    }

    /** Once the load has ended, and not because the user wished it. */
    public void throwIfSeen() {
        reason.ifPresent(words -> {
            throw Failure.environment(
                    "the load was aborted: " + words,
                    "load.abortWhen ends it there",
                    "see the result for what was measured until then and which requests failed, fix the service, or"
                            + " change the limit");
        });
    }
}
