package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ColumnNotesTest {
    private static final RunResult JVMS = Results.delay200();

    @Test
    void ofAJvmTheJavaThreadsAreCountedWithoutThoseOfTheView() {
        assertThat(threads(JVMS).orElseThrow())
                .startsWith("threads: peak of live Java threads, without the 6 of ralbench's view into the JVM")
                .contains("the live display counts OS threads");
    }

    @Test
    void ofAnotherProgramThoseOfTheSystemAreCounted() {
        assertThat(threads(others(new RunView(JVMS).variants()))).contains("threads: peak of OS threads");
    }

    @Test
    void osThreadsAndJavaThreadsAreNamedWithTheirVariants() {
        assertThat(threads(others(List.of("imperative", "reactive"))).orElseThrow())
                .startsWith(
                        "threads: peak of OS threads of imperative, reactive; of virtual-threads, coroutines live Java threads");
    }

    @Test
    void withoutAViewThereIsNothingToSay() {
        assertThat(threads(Results.started())).isEmpty();
    }

    /** The table has those of all trials. */
    @Test
    void p99HasTooFewResponsesOnlyIfAllTrialsTogetherHave() {
        assertThat(p99(of750ResponsesPerTrial(1)).orElseThrow()).startsWith("p99 –: a level has it from 1 000");
        assertThat(p99(of750ResponsesPerTrial(2))).isEmpty();
    }

    private static Optional<String> p99(RunResult run) {
        return new ColumnNotes(new RunView(run), Set.of(RequestMetrics.P99.title()))
                .all().stream()
                        .map(Note::text)
                        .filter(text -> text.startsWith("p99"))
                        .findFirst();
    }

    private static RunResult of750ResponsesPerTrial(int blocks) {
        var run = Results.delay200(blocks);
        var windows = List.of(Windows.level(10, 0, 1.5, 20));
        var few = new Measurement(
                windows,
                Windows.wholeRun(windows),
                run.trials().getFirst().measurement().orElseThrow().series(),
                Map.of(),
                "");
        return run.with(
                run.status(),
                run.trials().stream()
                        .map(trial -> Copy.of(trial)
                                .with("measurement", Optional.of(few))
                                .made())
                        .toList());
    }

    /** The note of a table that has room for this column alone. */
    private static Optional<String> threads(RunResult run) {
        var shown = Set.of(ProcessMetrics.THREADS_PEAK.title());
        return new ColumnNotes(new RunView(run), shown)
                .all().stream().map(Note::text).findFirst();
    }

    /** The same as if these variants were no JVMs. */
    private static RunResult others(List<String> variants) {
        var trials = JVMS.trials().stream()
                .map(trial -> variants.contains(trial.id().variant()) ? other(trial) : trial)
                .toList();
        return JVMS.with(JVMS.status(), trials);
    }

    private static TrialResult other(TrialResult trial) {
        return Copy.of(trial)
                .with("measurement", trial.measurement().map(ColumnNotesTest::other))
                .made();
    }

    private static Measurement other(Measurement found) {
        return new Measurement(
                found.windows().stream().map(ColumnNotesTest::other).toList(),
                other(found.wholeRun()),
                found.series(),
                found.failureDetails(),
                found.stoppedEarly());
    }

    private static WindowMeasurement other(WindowMeasurement window) {
        var inside = window.views()
                .inside()
                .map(view -> Copy.of(view).with("jvm", Optional.empty()).made());
        return window.with(inside, window.views().generator());
    }
}
