package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.result.Design;
import dev.ralbench.session.RunRequest;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How often and in which order variants are measured. */
final class RunOptions {
    @Option(names = "--trials", paramLabel = "N", description = "Trials per variant (default: 1).")
    private Optional<Integer> trials = Optional.empty();

    @Option(
            names = "--gate",
            paramLabel = "NAME|FILE",
            description =
                    "Run the measurement that this gate defines and stop once it has decided; the exit code is the decision."
                            + " Built in: pr, slow-start, nightly, work.")
    private Optional<String> gate = Optional.empty();

    @Option(
            names = "--no-base",
            description =
                    "With --gate and one variant: there is no base yet. Judges the absolute rules of head alone and"
                            + " lists the others as without a base. The decision is BASELINE, never PASS; exit code 0, or 3 if a"
                            + " rule is broken.")
    private boolean hasNoBase;

    @Option(
            names = "--attempt",
            paramLabel = "N",
            description =
                    "With --gate: how many times it has judged these builds, including now (default: 1). Stored in"
                            + " the result, because repeating a gate until it passes proves nothing.")
    private Optional<Integer> attempt = Optional.empty();

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            converter = OrderName.class,
            completionCandidates = OrderName.Candidates.class,
            description = "Order of the variants in a block: ${COMPLETION-CANDIDATES}. Interleaved (or sequential), the"
                    + " default: one whole load after the other, in random order. Alternating: all variants are up at once and"
                    + " take turns in short windows, A B B A.")
    private Optional<Design.Order> order = Optional.empty();

    @Mixin
    private TurnOptions turns = new TurnOptions();

    @Mixin
    private CapacityOptions capacity = new CapacityOptions();

    @Option(
            names = "--start-up-cache",
            description =
                    "Before the first block, have each service by jar under load once; its JVM (25 or newer) keeps what it"
                            + " learned, and starts from that in every block: warm in half the time, but what the cache does to a"
                            + " build is the same in all blocks and does not average out.")
    private boolean hasStartUpCache;

    @Option(
            names = "--keep-going",
            description = "Load a service even if every answer to the requests before its load is wrong.")
    private boolean keepsGoing;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the trial order (default: random; stored in the result).")
    private Optional<Long> seed = Optional.empty();

    @Mixin
    private OutputOptions outputs = new OutputOptions();

    /** See {@link CapacityOptions#searchAlways}. */
    void searchAlways() {
        capacity.searchAlways();
    }

    /**
     * Refuses files that cannot be written, or say nothing of such a run.
     *
     * @param scenarios how many are run
     */
    void check(int scenarios) {
        outputs.check(scenarios);
        if (capacity.isAsked()) {
            outputs.reports().stream().findFirst().ifPresent(report -> {
                throw Failure.usage(
                        capacity.rangeName() + " and --output " + report + " exclude each other",
                        "a report compares variants level by level, and each search ends at a level of its own",
                        "leave it out; the result file has what was found, under trials[].capacity");
            });
        }
    }

    RunRequest addTo(RunRequest request) {
        var next = capacity.addTo(turns.addTo(request));
        next = trials.map(next::trials).orElse(next);
        next = order.map(next::order).orElse(next);
        next = gate.map(next::gate).orElse(next);
        next = hasNoBase ? next.withoutBase() : next;
        next = attempt.map(next::attempt).orElse(next);
        next = hasStartUpCache ? next.startUpCache() : next;
        next = keepsGoing ? next.keepGoing() : next;
        next = seed.map(next::seed).orElse(next);
        return outputs.result().map(next::output).orElse(next);
    }

    /** The files for the result and for reports on it. */
    OutputOptions outputs() {
        return outputs;
    }
}
