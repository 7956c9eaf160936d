package dev.ralbench.result;

import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.measurement.WindowRequests;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One of several generators that ran parts of the load of one trial, with its own facts: they are never added to those of
 * the others.
 *
 * @param name by which reports and reasons call it: that of the file that its result was in
 * @param runId of its own result; empty if the generator was lost before it had one
 * @param loadBeganAt when its load began, by the clock of its machine
 * @param url by which it reached the target; empty if there was none
 * @param sender transport and event loops
 * @param machine facts about its machine, as in {@link Fingerprint#machine}
 * @param software likewise, as in {@link Fingerprint#software}
 * @param ceiling of this generator; empty if it was not measured
 * @param status how the trial ended for it
 * @param validity of its own measurement, by itself
 * @param windows in the order of the load's phases; empty if it measured nothing
 * @param wholeRun all windows but warm-up together; empty likewise
 * @param agent as the main of a fleet saw it; empty if results were merged by hand
 */
public record GeneratorPart(
        String name,
        String runId,
        Instant loadBeganAt,
        Optional<String> url,
        String sender,
        Map<String, String> machine,
        Map<String, String> software,
        Optional<Ceiling> ceiling,
        Status status,
        Validity validity,
        List<GeneratorWindow> windows,
        Optional<GeneratorWindow> wholeRun,
        Optional<Agent> agent) {
    public GeneratorPart {
        machine = Collections.unmodifiableMap(new TreeMap<>(machine));
        software = Collections.unmodifiableMap(new TreeMap<>(software));
        windows = List.copyOf(windows);
    }

    /**
     * What the generator did in one window.
     *
     * @param users of it at the end of the window
     * @param startSeconds since its load began
     * @param lengthSeconds of the window
     * @param completions requests of it that ended in the window
     * @param longestStallSeconds the longest time without a completion of it
     * @param usage of CPUs and memory; empty if it was not watched
     */
    public record GeneratorWindow(
            WindowKind kind,
            int users,
            double startSeconds,
            double lengthSeconds,
            WindowRequests.Completions completions,
            double longestStallSeconds,
            Optional<GeneratorUsage> usage) {
        private static GeneratorWindow of(WindowMeasurement window) {
            return new GeneratorWindow(
                    window.kind(),
                    window.usersTo(),
                    window.span().startSeconds(),
                    window.lengthSeconds(),
                    window.requests().completions(),
                    window.requests().longestStallSeconds(),
                    window.views().generator());
        }
    }

    /**
     * An agent, as the main saw it.
     *
     * @param key the name in the certificate that it showed; empty without encryption
     * @param localPorts that its kernel gives to connections to one address; empty if they are not known
     * @param clock next to the main's
     */
    public record Agent(Optional<String> key, Optional<Integer> localPorts, AgentClock clock) {}

    /** The generator of a run of its own, in one of its trials. */
    public static GeneratorPart of(String name, RunResult run, TrialResult trial) {
        return new GeneratorPart(
                name,
                run.origin().runId(),
                loadBeganAt(trial),
                trial.setup().target().map(TrialSetup.TargetResult::url),
                run.generator().sender(),
                run.fingerprint().machine(),
                run.fingerprint().software(),
                run.generator().ceiling(),
                trial.status(),
                trial.validity(),
                trial.measurement().map(Measurement::windows).orElse(List.of()).stream()
                        .map(GeneratorWindow::of)
                        .toList(),
                trial.measurement().map(Measurement::wholeRun).map(GeneratorWindow::of),
                Optional.empty());
    }

    /**
     * A generator that was lost while it sent its part: nothing that it measured is known.
     *
     * @param why in a sentence without a full stop
     */
    public static GeneratorPart lost(String name, Instant began, String why) {
        return new GeneratorPart(
                name,
                "",
                began,
                Optional.empty(),
                "",
                Map.of(),
                Map.of(),
                Optional.empty(),
                Status.FAILED,
                new Validity(ValidityLevel.INVALID, List.of("was lost: " + why), Optional.empty()),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** Whether nothing that it measured is known. */
    public boolean wasLost() {
        return runId.isEmpty();
    }

    /** The same generator as the main saw it, whose load began at an instant that all had agreed on. */
    public GeneratorPart began(Instant agreed, Agent agent) {
        return new GeneratorPart(
                name,
                runId,
                agreed,
                url,
                sender,
                machine,
                software,
                ceiling,
                status,
                validity,
                windows,
                wholeRun,
                Optional.of(agent));
    }

    /** Right after all that was started for the trial; the single requests in between take milliseconds. */
    private static Instant loadBeganAt(TrialResult trial) {
        double millis = trial.setup()
                .startUp()
                .map(took -> took.serversMillis() + took.targetMillis() + took.attachMillis())
                .orElse(0.0);
        return trial.id().startedAt().plusNanos(Math.round(millis * 1e6));
    }
}
