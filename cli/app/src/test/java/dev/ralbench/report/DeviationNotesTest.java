package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.Ledger;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.RunResult.CpuDemand;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class DeviationNotesTest {
    private static final RunResult RUN = Results.delay200();

    private static List<String> notes(RunResult run) {
        return new DeviationNotes(new RunView(run)).lines();
    }

    /** With twice the work predicted for one variant. */
    private static RunResult off(Optional<CpuDemand> cpu, List<TrialResult> trials) {
        var predictions = new HashMap<>(RUN.expected().predictions());
        var before = Objects.requireNonNull(predictions.get("reactive"));
        predictions.put(
                "reactive",
                PredictionResult.ofDelay(
                        before.delayMillis(),
                        before.workers(),
                        cpu,
                        before.busySeconds().map(seconds -> 2 * seconds)));
        return Copy.of(RUN)
                .with("expected.predictions", Map.copyOf(predictions))
                .with("trials", trials)
                .made();
    }

    private static List<TrialResult> compiling(double share) {
        return RUN.trials().stream()
                .map(trial -> Copy.of(trial)
                        .with("measurement", trial.measurement().map(found -> compiling(found, share)))
                        .made())
                .toList();
    }

    private static Measurement compiling(Measurement found, double share) {
        var whole = found.wholeRun();
        var inside = whole.views()
                .inside()
                .map(seen -> Copy.<InsideView>of(seen)
                        .with("compilerSeconds", Optional.of(seen.cpuSeconds() * share))
                        .made());
        return Copy.of(found)
                .with("wholeRun", whole.with(inside, whole.views().generator()))
                .made();
    }

    @Test
    void whatIsNearItsPredictionNeedsNoWord() {
        assertThat(notes(RUN)).isEmpty();
    }

    @Test
    void whereNothingWasSeenThatIsSaid() {
        assertThat(notes(off(Optional.empty(), RUN.trials())))
                .singleElement()
                .satisfies(
                        note -> assertThat(note)
                                .matches(
                                        "reactive: \\+(99\\.\\d|100\\.?\\d?) % off the predicted mean: no reason for it was seen"));
    }

    @Test
    void theCompilersAndTheCostOfARequestAreReasons() {
        assertThat(notes(off(Optional.of(new CpuDemand(0.01, 2)), compiling(0.2))))
                .singleElement()
                .satisfies(note -> assertThat(note)
                        .contains("of CPU time, and 10 µs are predicted")
                        .contains("the JVM's compilers took 20.0 % of its CPU time"));
    }

    private static String noteWith(UnaryOperator<WindowMeasurement> seen) {
        var trials = RUN.trials().stream()
                .map(trial -> Copy.of(trial)
                        .with(
                                "measurement",
                                trial.measurement()
                                        .map(found -> Copy.of(found)
                                                .with("wholeRun", seen.apply(found.wholeRun()))
                                                .made()))
                        .made())
                .toList();
        return String.join("", notes(off(Optional.empty(), trials)));
    }

    @Test
    void soAreFailedRequests() {
        var note = noteWith(window -> {
            var outcomes = new HashMap<>(window.requests().outcomes());
            outcomes.put(Outcome.UNEXPECTED_STATUS, window.requests().ended());
            return Copy.of(window).with("requests.outcomes", outcomes).made();
        });

        assertThat(note).endsWith(": 50.0 % of the requests failed, which took another time");
    }

    @Test
    void soAreCpusThatWereAlwaysBusy() {
        var usage = new GeneratorUsage(
                120,
                60,
                new GeneratorUsage.MachineLoad(0.97, 2, Optional.empty(), Optional.empty(), Optional.empty()),
                new GeneratorUsage.GeneratorJvm(Optional.empty(), Optional.empty(), Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());

        assertThat(noteWith(window -> window.with(window.views().inside(), Optional.of(usage))))
                .endsWith(": the CPUs were busy for 97.0 % of the time, so that they were the limit too");
    }

    @Test
    void soAreGarbageCollections() {
        var note = noteWith(window -> window.with(
                window.views()
                        .inside()
                        .map(seen -> Copy.of(seen)
                                .with(
                                        "jvm",
                                        seen.jvm()
                                                .map(jvm -> Copy.of(jvm)
                                                        .with("collectionMillis", window.lengthSeconds() * 100)
                                                        .made()))
                                .made()),
                window.views().generator()));

        assertThat(note).endsWith(": garbage collections took 10.0 % of the time");
    }

    @Test
    void soIsTheOpeningOfConnections() {
        var note = noteWith(window ->
                Copy.of(window).with("ledger", new Ledger(20, 180, 0, 0, 0)).made());

        assertThat(note).endsWith(": users spent 10.0 % of their time on opening connections");
    }

    @Test
    void soIsASuspectMeasurement() {
        var suspect = RUN.trials().stream()
                .map(trial -> Copy.of(trial)
                        .with("validity", new TrialResult.Validity(TrialResult.ValidityLevel.SUSPECT, List.of("busy")))
                        .made())
                .toList();

        assertThat(notes(off(Optional.empty(), suspect)))
                .singleElement()
                .asString()
                .endsWith("the measurement is suspect or invalid, see above");
    }
}
