package dev.ralbench.result;

import dev.ralbench.Failure;
import dev.ralbench.scenario.Prediction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The self-describing record of one run: everything a reader needs to judge it, compare it or run it again. Written
 * after every trial, so it is always complete up to the last finished one. Names of numbers end in their unit.
 *
 * @param origin where it comes from
 * @param status how far it got
 * @param layout how the trials are laid out
 * @param scenario as requested
 * @param generator of the requests
 * @param expected results, from the scenario
 * @param skipped variants that the machine could not start and that were left out, with the reason; results of earlier
 *     versions do not say
 */
public record RunResult(
        RunOrigin origin,
        Status status,
        RunLayout layout,
        StoredScenario scenario,
        Generator generator,
        Fingerprint fingerprint,
        Expected expected,
        Optional<Map<String, String>> skipped,
        List<TrialResult> trials) {

    /** The format that this version writes and reads. */
    public static final String SCHEMA = "ralbench.result/1";

    public RunResult {
        skipped = skipped.map(reasons -> Collections.unmodifiableMap(new LinkedHashMap<>(reasons)));
        trials = List.copyOf(trials);
    }

    /**
     * The scenario's expected results.
     *
     * @param predictions closed forms by variant, as the scenario has them
     * @param reference published figures' id
     */
    public record Expected(Map<String, PredictionResult> predictions, Optional<String> reference) {
        public Expected {
            predictions = Collections.unmodifiableMap(new LinkedHashMap<>(predictions));
        }
    }

    /** How far a run got. */
    public enum Status {
        /** Trials are still to come, or the run was killed. */
        RUNNING,
        COMPLETE,
        /** Every trial was tried, at least one failed. */
        INCOMPLETE,
        /** Stopped by the user. */
        ABORTED,
    }

    /**
     * The load generator.
     *
     * @param sender transport and event loops
     * @param choice why this transport and so many event loops, as far as the user did not choose them; empty in results of
     *     earlier versions
     * @param offeredUserSeconds the load that the plan offers to every variant; empty if its length is open
     * @param plannedRequests requests of the plan, if it ends when they are done
     * @param ceiling its limits, as measured before the first trial of this run or of an earlier one; empty in results that do not have it
     */
    public record Generator(
            String sender,
            Optional<String> choice,
            Optional<Double> offeredUserSeconds,
            Optional<Long> plannedRequests,
            Optional<Ceiling> ceiling) {}

    /**
     * The generator's limit on this machine if nothing else limits it.
     *
     * @param users that it was measured with
     * @param requestsPerSecond of all event loops together, were they never waiting for anything
     * @param p50Millis response time that is the generator's own
     * @param p99Millis likewise; empty with too few responses
     * @param rememberedFrom when it was measured, if that was before another run; empty if this run measured it
     */
    public record Ceiling(
            int users,
            double requestsPerSecond,
            Optional<Double> p50Millis,
            Optional<Double> p99Millis,
            Optional<Instant> rememberedFrom) {

        /** One that this run measured. */
        public Ceiling(int users, double requestsPerSecond, Optional<Double> p50Millis, Optional<Double> p99Millis) {
            this(users, requestsPerSecond, p50Millis, p99Millis, Optional.empty());
        }
    }

    /**
     * The prediction for a variant, from its scenario.
     *
     * @param delayMillis d, the handler's wait
     * @param workers how many requests can be in the handler at once, if limited
     * @param cpu demand of a request; empty if CPUs are not assumed to be the limit
     * @param busySeconds user-seconds, capped at the workers if limited: what is divided by d + o; empty if they are
     *     not planned because the load is counted, or d + o is not the same at all levels
     * @param pollMillis time between two checks of a request whether its delay is over; empty if the target wakes it
     * @param calls calls of the same server that a request waits for at once, each of which takes a worker for the
     *     delay
     * @param threads inputs for the most threads
     * @param hungAtLeast requests of the last level that hang at least, if an executor drops tasks
     * @param serviceAt users of the level that d + o is measured at; empty for the lowest
     */
    public record PredictionResult(
            double delayMillis,
            Optional<Integer> workers,
            Optional<CpuDemand> cpu,
            Optional<Double> busySeconds,
            Optional<Double> pollMillis,
            Optional<Integer> calls,
            Optional<ThreadDemand> threads,
            Optional<Long> hungAtLeast,
            Optional<Integer> serviceAt) {

        /** A prediction that rests only on the delay, the workers and the CPU demand. */
        public static PredictionResult ofDelay(
                double delayMillis, Optional<Integer> workers, Optional<CpuDemand> cpu, Optional<Double> busySeconds) {
            return new PredictionResult(
                    delayMillis,
                    workers,
                    cpu,
                    busySeconds,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        /** The same with what a {@link PredictionAddition} adds. */
        public PredictionResult with(Optional<ThreadDemand> newThreads, Optional<Long> newHungAtLeast) {
            return new PredictionResult(
                    delayMillis, workers, cpu, busySeconds, pollMillis, calls, newThreads, newHungAtLeast, serviceAt);
        }

        /** How long a request takes if it shares nothing: the delay, or the poll that sees its end. */
        public double aloneMillis() {
            return pollMillis
                    .map(interval -> Prediction.seen(nanos(delayMillis), nanos(interval)) / 1e6)
                    .orElse(delayMillis);
        }

        private static long nanos(double millis) {
            return Math.round(millis * 1e6);
        }
    }

    /**
     * The inputs for the most threads at once.
     *
     * @param base threads whatever the load, event loops of the run's machine included
     * @param perUser threads that are busy for each user, of the workers if these are limited
     * @param perRequest threads that each request leaves behind for a while
     * @param idleSeconds how long these stay; empty for as long as the load lasts
     * @param kept threads that each request leaves behind for as long as the load lasts
     */
    public record ThreadDemand(int base, int perUser, int perRequest, Optional<Double> idleSeconds, int kept) {}

    /**
     * The CPU demand of a request.
     *
     * @param millis CPU time of one request
     * @param processors how many there were in the run's machine
     */
    public record CpuDemand(double millis, int processors) {}

    /** Why variants were left out, by their names; empty if none was. */
    public Map<String, String> skippedVariants() {
        return skipped.orElse(Map.of());
    }

    /** One sentence for each reason for which variants were left out. */
    public List<String> skippedInWords() {
        return skippedInWords(skippedVariants());
    }

    /** One sentence for each reason for which variants were left out; for runs that have no result yet. */
    public static List<String> skippedInWords(Map<String, String> skipped) {
        var variants = new LinkedHashMap<String, List<String>>();
        skipped.forEach((variant, reason) ->
                variants.computeIfAbsent(reason, first -> new ArrayList<>()).add(variant));
        return variants.entrySet().stream()
                .map(entry -> "skipped: " + String.join(", ", entry.getValue()) + ": " + entry.getKey())
                .toList();
    }

    /** The trials that count: of blocks that were measured again those of the last attempt. */
    public List<TrialResult> lastAttempts() {
        var last = new HashMap<Integer, Integer>();
        trials.forEach(trial -> last.merge(trial.id().block(), trial.id().attempt(), Math::max));
        return trials.stream()
                .filter(trial ->
                        last.getOrDefault(trial.id().block(), 0) == trial.id().attempt())
                .toList();
    }

    /**
     * The variants that the run was to measure, in the order of the scenario's file; not those that were skipped. One
     * that could not be started, or that was not reached before the run was stopped, has no {@link VariantResult#trials}.
     */
    public List<String> variants() {
        var planned = new LinkedHashSet<String>();
        layout.order().forEach(planned::addAll);
        lastAttempts().forEach(trial -> planned.add(trial.id().variant()));
        var variants = new LinkedHashSet<String>();
        if (scenario.document().get("variants") instanceof Map<?, ?> written) {
            written.keySet().stream()
                    .map(String::valueOf)
                    .filter(planned::contains)
                    .forEach(variants::add);
        }
        variants.addAll(planned);
        return List.copyOf(variants);
    }

    /**
     * All that was measured of one of the {@link #variants}: perhaps nothing.
     *
     * @throws Failure if there is no such variant
     */
    public VariantResult variant(String name) {
        if (!variants().contains(name)) {
            throw Failure.usage(
                    "the run has no variant " + name,
                    "its variants: " + String.join(", ", variants()),
                    "name one of them");
        }
        return VariantResult.of(this, name);
    }

    /**
     * The figures at a level of the only variant.
     *
     * @param users the level's number of users
     * @throws Failure if the run was to measure several variants, or there is no such level
     */
    public VariantFigures level(int users) {
        var variants = variants();
        if (variants.size() != 1) {
            throw Failure.usage(
                    "the run has several variants",
                    String.join(", ", variants),
                    "name one: variant(NAME).level(USERS)");
        }
        return variant(variants.getFirst()).level(users);
    }

    /** A copy with another status and other trials. */
    public RunResult with(Status newStatus, List<TrialResult> newTrials) {
        return with(newStatus, layout.order(), newTrials);
    }

    /** A copy with another status, another order and other trials. */
    public RunResult with(Status newStatus, List<List<String>> newOrder, List<TrialResult> newTrials) {
        return new RunResult(
                origin,
                newStatus,
                layout.with(newOrder),
                scenario,
                generator,
                fingerprint,
                expected,
                skipped,
                newTrials);
    }
}
