package dev.ralbench.result;

import dev.ralbench.scenario.Polling;
import dev.ralbench.scenario.Variant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The self-describing record of one run: everything a reader needs to judge it, compare it or run it again. Written
 * after every trial, so it is always complete up to the last finished one. Names of numbers end in their unit.
 *
 * @param schema name and version of the format
 * @param runId unique, also the name of the file and of the directory with the targets' logs
 * @param tool ralbench's version
 * @param command the command line that repeats this run
 * @param status how far it got
 * @param seed decides every random choice of the run
 * @param design how the trials are laid out
 * @param order variants of each block in the order they were measured, written before the first trial; blocks that are
 *     repeated or added are appended
 * @param scenario the merged scenario document
 * @param scenarioSha256 its hash: results are comparable only if it is equal
 * @param userModel one sentence on what a user is and does
 * @param generator what sent the requests
 * @param predictions closed forms by variant, as the scenario has them
 * @param reference published figures' id
 * @param skipped variants that the machine could not start and that were left out, with the reason; results of earlier
 *     versions do not say
 */
public record RunResult(
        String schema,
        String runId,
        String tool,
        List<String> command,
        Instant startedAt,
        Status status,
        long seed,
        Design design,
        List<List<String>> order,
        Map<String, Object> scenario,
        String scenarioSha256,
        String userModel,
        Generator generator,
        Fingerprint fingerprint,
        Map<String, PredictionResult> predictions,
        Optional<String> reference,
        Optional<Map<String, String>> skipped,
        List<TrialResult> trials) {

    /** The format that this version writes and reads. */
    public static final String SCHEMA = "ralbench.result/1";

    public RunResult {
        command = List.copyOf(command);
        order = List.copyOf(order);
        skipped = skipped.map(reasons -> Collections.unmodifiableMap(new LinkedHashMap<>(reasons)));
        trials = List.copyOf(trials);
    }

    /** How far a run got. */
    public enum Status {
        /** Trials are still to come; what a killed run leaves behind. */
        RUNNING,
        COMPLETE,
        /** Every trial was tried, at least one failed. */
        INCOMPLETE,
        /** Stopped by the user. */
        ABORTED,
    }

    /**
     * What sent the requests.
     *
     * @param sender transport and event loops
     * @param offeredUserSeconds the load that the plan offers to every variant; empty where its length is open
     * @param plannedRequests requests of the plan, where it ends when they are done
     * @param ceiling what it could send, as measured before the first trial; empty in results that do not have it
     */
    public record Generator(
            String sender,
            Optional<Double> offeredUserSeconds,
            Optional<Long> plannedRequests,
            Optional<Ceiling> ceiling) {}

    /**
     * What the generator reaches on this machine where nothing else is the limit.
     *
     * @param users that it was measured with
     * @param requestsPerSecond of all event loops together, were they never waiting for anything
     * @param p50Millis response time that is the generator's own
     * @param p99Millis likewise; empty with too few responses
     */
    public record Ceiling(
            int users, double requestsPerSecond, Optional<Double> p50Millis, Optional<Double> p99Millis) {}

    /**
     * What is foretold of a variant, as its scenario has it.
     *
     * @param delayMillis d, what the handler waits
     * @param workers how many requests can be in the handler at once, where limited
     * @param cpu what a request takes of the CPUs; empty where they are not taken for the limit
     * @param busySeconds user-seconds, capped at the workers where limited: what is divided by d + o; empty where they
     *     are not planned because the load is counted, or d + o is not the same at all levels
     * @param pollMillis how often a request looks whether its delay is over; empty where it is told at once
     * @param calls calls of the same server that a request waits for at once, each of which takes a worker for the delay
     * @param threads what the most threads follow from
     * @param hungAtLeast requests of the last level that hang at least, where an executor drops tasks
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

        /** Of a delay, workers and CPUs alone. */
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

        /** How long a request takes where it has to share nothing: the delay, or the look that sees its end. */
        public double aloneMillis() {
            return pollMillis
                    .map(interval -> Polling.seen(nanos(delayMillis), nanos(interval)) / 1e6)
                    .orElse(delayMillis);
        }

        private static long nanos(double millis) {
            return Math.round(millis * 1e6);
        }
    }

    /**
     * What the most threads at once follow from.
     *
     * @param base threads whatever the load, event loops of the run's machine included
     * @param perUser threads that are busy for each user, of the workers where these are limited
     * @param perRequest threads that each request leaves behind for a while
     * @param idleSeconds how long these stay; empty for as long as the load lasts
     * @param kept threads that each request leaves behind for as long as the load lasts
     */
    public record ThreadDemand(int base, int perUser, int perRequest, Optional<Double> idleSeconds, int kept) {}

    /**
     * What a request takes of the CPUs.
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

    /** The same before there is a result. */
    public static List<String> skippedInWords(Map<String, String> skipped) {
        var variants = new LinkedHashMap<String, List<String>>();
        skipped.forEach((variant, reason) ->
                variants.computeIfAbsent(reason, first -> new ArrayList<>()).add(variant));
        return variants.entrySet().stream()
                .map(entry -> "skipped: " + String.join(", ", entry.getValue()) + ": " + entry.getKey())
                .toList();
    }

    /** Such as {@code delay-200}. */
    public String scenarioName() {
        return String.valueOf(scenario.getOrDefault("name", "unnamed"));
    }

    /** What the study that the scenario reproduces calls a variant; empty if the scenario does not say. */
    public Optional<String> publishedName(String variant) {
        return ofVariant(variant, "published");
    }

    /** How tables call a variant: {@code sequential (v1)} if its study has another name for it. */
    public String title(String variant) {
        return Variant.title(variant, publishedName(variant));
    }

    /** A text that the scenario says of a variant; empty if it does not. */
    public Optional<String> ofVariant(String variant, String key) {
        return scenario.get("variants") instanceof Map<?, ?> variants
                        && variants.get(variant) instanceof Map<?, ?> keys
                        && keys.get(key) instanceof String text
                ? Optional.of(text)
                : Optional.empty();
    }

    /** The trials that count: of blocks that were measured again those of the last attempt. */
    public List<TrialResult> lastAttempts() {
        var last = new HashMap<Integer, Integer>();
        trials.forEach(trial -> last.merge(trial.block(), trial.attempt(), Math::max));
        return trials.stream()
                .filter(trial -> last.getOrDefault(trial.block(), 0) == trial.attempt())
                .toList();
    }

    /** The same with another status and trials. */
    public RunResult with(Status newStatus, List<TrialResult> newTrials) {
        return with(newStatus, order, newTrials);
    }

    /** The same with another status, order and trials. */
    public RunResult with(Status newStatus, List<List<String>> newOrder, List<TrialResult> newTrials) {
        return new RunResult(
                schema,
                runId,
                tool,
                command,
                startedAt,
                newStatus,
                seed,
                design,
                newOrder,
                scenario,
                scenarioSha256,
                userModel,
                generator,
                fingerprint,
                predictions,
                reference,
                skipped,
                newTrials);
    }
}
