package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.InsideView.Processes;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProcessNotesTest {
    private static final RunResult RUN = Results.delay200();

    private static RunView of(String variant, Processes processes) {
        return new RunView(RUN.with(
                RUN.status(),
                RUN.trials().stream()
                        .map(trial -> trial.id().variant().equals(variant) ? with(trial, processes) : trial)
                        .toList()));
    }

    private static TrialResult with(TrialResult trial, Processes processes) {
        return Copy.of(trial)
                .with("measurement", trial.measurement().map(found -> with(found, processes)))
                .made();
    }

    private static Measurement with(Measurement found, Processes processes) {
        var whole = found.wholeRun();
        var inside = whole.views()
                .inside()
                .map(view ->
                        Copy.of(view).with("processes", Optional.of(processes)).made());
        return Copy.of(found)
                .with("wholeRun", whole.with(inside, whole.views().generator()))
                .made();
    }

    @Test
    void completeFiguresNeedNoNote() {
        assertThat(ProcessNotes.of(new RunView(RUN))).isEmpty();
        assertThat(ProcessNotes.of(of("imperative", new Processes(7, 0, false, Optional.empty()))))
                .isEmpty();
    }

    @Test
    void cpuTimeThatIsMissingIsNamedWithItsVariant() {
        assertThat(ProcessNotes.of(of("imperative", new Processes(3, 4, false, Optional.empty()))))
                .singleElement()
                .asString()
                .matches("imperative: at least \\d+ processes of the target ended and no process waited for them:"
                        + " their CPU time is not in cpu/req\\..*systemd-run --user --scope.*");
    }

    @Test
    void figuresOfAnotherProcessAreNamedAsSuch() {
        var other = new Processes(1, 0, false, Optional.of("process 4711 (node)"));

        assertThat(ProcessNotes.of(of("reactive", other)))
                .singleElement()
                .asString()
                .startsWith(
                        "reactive: process 4711 (node) listens on the target's port, but the target's command did not"
                                + " start it");
    }

    @Test
    void memoryThatIsCountedTwiceIsNamedWithItsVariant() {
        assertThat(ProcessNotes.of(of("reactive", new Processes(7, 0, true, Optional.empty()))))
                .singleElement()
                .asString()
                .startsWith("reactive: RSS is the sum over 7 processes; pages that they share count once for each.");
    }
}
