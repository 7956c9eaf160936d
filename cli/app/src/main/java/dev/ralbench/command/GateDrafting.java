package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.compare.AllowedDifferences;
import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateDesign;
import dev.ralbench.gate.GateDraft;
import dev.ralbench.gate.GateExplanation;
import dev.ralbench.gate.NoiseRecord;
import dev.ralbench.process.ShellWords;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.session.GatedRun;
import dev.ralbench.trial.BlockRule;
import dev.ralbench.trial.Pace;
import dev.ralbench.validity.BusyMachine;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes a gate file of a run of a build against itself, and says what the gate will find. */
record GateDrafting(Console console, Clock clock, NoiseBank bank) {
    /** A service that does not start or stay up will hardly do so in the next block. */
    static final BlockRule WHILE_IT_IS_UP = (soFar, blocks) -> failure(soFar).isEmpty();

    /**
     * A gate to draft: what was measured, and where the gate goes.
     *
     * @param named the scenario as the user named it, with its profile
     * @param source with its own variants
     * @param scenario as it was measured: one variant against itself
     * @param variant of the source that this is, or takes its request from
     * @param isChosen whether the user chose it
     * @param like the gate whose design is used
     */
    record WantedGate(
            String named,
            ParsedScenario source,
            Scenario scenario,
            String variant,
            boolean isChosen,
            Gate like,
            YamlOutput file) {

        /** The command that uses the gate, and what its words in capitals stand for. */
        List<String> next() {
            var known = source.variants();
            var begin = "next: ralbench run --scenario " + named;
            var end = " --gate " + ShellWords.quoted(file.path().toString());
            if (known.size() == 2 && !isChosen) { // is itself a comparison
                return List.of(begin + end, "compares " + String.join(" and ", known));
            }
            if (known.contains(variant) && isOfItsDirectory(scenario.variants().getFirst())) {
                return List.of(
                        begin + " --variant base=" + variant + " --variant head=" + variant + " --directory base=OLD"
                                + end,
                        "OLD: the directory of the other build, such as a git worktree");
            }
            return List.of(
                    begin + " --variant base=OLD --variant head=NEW"
                            + (known.size() == 1 ? "" : " --variant " + variant) + end,
                    "OLD and NEW: a .jar, image:NAME, http://host:port, an executable file, or a command in quotes");
        }

        /** A command that names no jar: what it starts depends on where. */
        private static boolean isOfItsDirectory(Variant measured) {
            return measured.target() instanceof TargetChoice.Command command
                    && command.jar().isEmpty()
                    && command.directory().isEmpty();
        }
    }

    /**
     * Writes it.
     *
     * @param measured the run of the two variants that are the same build
     * @throws Failure if a trial failed, the variants cannot be compared, no rule fits the noise, or the file cannot be
     *     written
     */
    void write(WantedGate wanted, RunResult measured) {
        var comparison = compared(measured, wanted.like().design());
        var draft = GateDraft.of(wanted.like(), comparison);
        var text = draft.file(wanted.scenario().name(), about(wanted, comparison, draft));
        wanted.file().write(text);
        remember(comparison);
        explain(wanted, comparison, draft);
    }

    /** The two variants side by side. */
    private static Comparison compared(RunResult result, GateDesign gate) {
        failure(result).ifPresent(why -> {
            throw Failure.environment("the service could not be measured", why, "no gate was written; start again");
        });
        var allowed = AllowedDifferences.ofGate(GateDraft.counts(), gate.vary());
        return new Comparer(
                        List.of(new ResultSource(result.origin().runId(), result)), Optional.empty(), false, allowed)
                .compare();
    }

    private static Optional<String> failure(RunResult run) {
        return run.lastAttempts().stream()
                .filter(TrialResult::hasFailed)
                .flatMap(trial -> trial.failure().map(TrialFailure::text).stream())
                .findFirst();
    }

    private List<String> about(WantedGate wanted, Comparison comparison, GateDraft draft) {
        var run = comparison.runs().getFirst();
        var lines = new ArrayList<>(List.of(
                "Gate for the scenario " + wanted.scenario().name() + ", drafted by ralbench gate init on "
                        + LocalDate.ofInstant(clock.now(), ZoneOffset.UTC) + ".",
                "Margins follow from " + draft.pairs() + " pairs of " + wanted.variant() + " against itself (run "
                        + run.origin().runId() + "). Here",
                draft.prospect() + ".",
                "Other machines differ in noise: run gate init where the gate will run."));
        suspects(comparison).ifPresent(suspects -> {
            lines.add(suspects + ", so the margins may be wider than they need be.");
            lines.add("Make the gate again when nothing else runs on the machine.");
        });
        return lines;
    }

    /** Such as {@code 3 of 12 trials were suspect}; empty if none was. */
    private static Optional<String> suspects(Comparison comparison) {
        var trials = validities(comparison);
        long suspect = trials.stream().filter(GateDrafting::isSuspect).count();
        return suspect == 0 ? Optional.empty() : Optional.of(suspect + " of " + trials.size() + " trials were suspect");
    }

    private static boolean isSuspect(TrialResult.Validity validity) {
        return validity.verdict() == TrialResult.ValidityLevel.SUSPECT;
    }

    private static List<TrialResult.Validity> validities(Comparison comparison) {
        return comparison.runs().stream()
                .flatMap(run -> run.lastAttempts().stream())
                .map(TrialResult::validity)
                .toList();
    }

    /** A full disk there costs no gate. */
    private void remember(Comparison comparison) {
        try {
            NoiseRecord.append(bank, comparison, clock.now());
        } catch (Failure failure) {
            new Failures(console).print(failure);
        }
    }

    /** Margins are as wide as the machine was noisy, so a gate that was made in noise sees less than it could. */
    private static Optional<String> suspicion(Comparison comparison) {
        return validities(comparison).stream()
                .filter(GateDrafting::isSuspect)
                .findFirst()
                .map(first -> suspects(comparison).orElse("") + "; the first: "
                        + BusyMachine.told(first.reasons()).getFirst()
                        + "\nmake the gate again when the machine is quiet");
    }

    private void explain(WantedGate wanted, Comparison comparison, GateDraft draft) {
        var file = wanted.file().path().toString();
        int measured = comparison.runs().getFirst().layout().design().looks().getLast();
        console.say("gate: " + file + ", from " + draft.pairs() + " of " + measured + " pairs of " + wanted.variant()
                + " against itself");
        suspicion(comparison).ifPresent(console::say);
        draft.leftOut().forEach(why -> console.say("left out: " + why));
        console.say(draft.prospect());
        console.say("");
        explanation(wanted, comparison, GatedRun.gate(file, wanted.scenario())).forEach(console::say);
        console.say("");
        wanted.next().forEach(console::say);
    }

    /**
     * Explains the gate from the noise bank, which already holds the new run, and with it how long the next one
     * takes.
     */
    private List<String> explanation(WantedGate wanted, Comparison comparison, Gate gate) {
        var load = ExplainCommand.load(
                gate,
                Optional.of(wanted.scenario()),
                gate.design().ownLevels(),
                1,
                ExplainCommand.variants(gate, 1),
                Pace.of(
                        wanted.scenario(),
                        bank,
                        wanted.scenario().variants().size(),
                        gate.design().startUpCache()));
        var host = NoiseBank.hostKey(comparison.runs().getFirst().fingerprint());
        return GateExplanation.lines(
                gate, load, bank.read(host, wanted.scenario().name()));
    }
}
