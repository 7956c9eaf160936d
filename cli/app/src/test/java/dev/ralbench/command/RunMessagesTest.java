package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.page.progress.ProgressDisplay;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import dev.ralbench.trial.RunControl;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunMessagesTest {
    private static final String WHY = "the target ended while it started\nexit code 1, the last lines of its output:\n"
            + "  no configuration\nthe whole output is in x.log";

    private static String told(boolean isTableBelow) {
        var bytes = new ByteArrayOutputStream();
        var display = ProgressDisplay.quiet(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        TrialResult trial = Copy.of(Results.small().trials().getFirst())
                .with("failure", Optional.of(new TrialFailure(WHY)))
                .made();
        new RunMessages(display, new RunControl(), isTableBelow).trialEnded(trial);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aTableOnTheSameTerminalHasTheReasonAndTheMessageOnlyTheFix() {
        var variant = Results.small().trials().getFirst().id().variant();

        assertThat(told(true)).isEqualTo(variant + " failed, as the table below says; the whole output is in x.log\n");
    }

    @Test
    void withoutOneTheMessageHasAll() {
        assertThat(told(false)).contains("ended while it started", "  no configuration", "x.log");
    }
}
