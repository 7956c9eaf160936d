package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Failure;
import dev.ralbench.page.Terminal;
import dev.ralbench.secret.Secrets;
import dev.ralbench.session.MaskedDefect;
import dev.ralbench.testing.Disturbance;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MaskedDefectTest {
    private static final String VALUE = "s3cr/et+Val\"ue==";
    private static final Secrets SECRETS = Secrets.of(Map.of("TOKEN", VALUE));

    private static RuntimeException defect() {
        var defect = new IllegalStateException("GET /p/" + VALUE, new IOException("refused: " + VALUE));
        defect.addSuppressed(new IllegalArgumentException(VALUE + " is wrong"));
        return defect;
    }

    @Test
    @Disturbance(value = "a defect of ralbench whose trace holds a secret", then = "the trace has its placeholder")
    void theTraceOfADefectHasNoSecrets() {
        var told = new ByteArrayOutputStream();
        var err = new PrintStream(told, true, StandardCharsets.UTF_8);
        var console = new Console(err, err, Terminal.none(), Map.of());

        int exit = new Failures(console)
                .handleExecutionException(
                        MaskedDefect.of(defect(), SECRETS),
                        new CommandLine(CommandLine.Model.CommandSpec.create()),
                        CommandLine.ParseResult.builder(CommandLine.Model.CommandSpec.create())
                                .build());

        assertThat(exit).isEqualTo(ExitCode.INTERNAL.code());
        assertThat(told.toString(StandardCharsets.UTF_8))
                .contains("this is a defect")
                .contains("java.lang.IllegalStateException: GET /p/${env:TOKEN}")
                .contains("Suppressed: java.lang.IllegalArgumentException: ${env:TOKEN} is wrong")
                .contains("Caused by: java.io.IOException: refused: ${env:TOKEN}")
                .contains("at dev.ralbench.command.MaskedDefectTest.defect(MaskedDefectTest.java:")
                .doesNotContain("s3cr");
    }

    @Test
    void noOtherTextOfItHasThemEither() {
        var masked = MaskedDefect.of(defect(), SECRETS);

        assertThat(masked).hasMessage("java.lang.IllegalStateException: GET /p/${env:TOKEN}");
        assertThat(masked.toString()).doesNotContain("s3cr");
    }

    @Test
    void whatFailsAfterItIsToldToo() {
        var masked = MaskedDefect.of(defect(), SECRETS);
        masked.addSuppressed(Failure.environment("mine could not be stopped", "process 7", "end it"));
        var trace = new StringWriter();

        masked.printStackTrace(new PrintWriter(trace, true));

        assertThat(trace.toString()).contains("mine could not be stopped");
    }

    @Test
    void whatIsNoDefectButALimitOfTheMachineIsToldAsOne() {
        var full = new IllegalStateException(VALUE, new IOException("Too many open files"));

        assertThat(Optional.of(MaskedDefect.of(full, SECRETS))).get().isInstanceOf(Failure.class);
    }

    @Test
    void aFailureStaysOne() {
        var failure = Failure.environment("cannot reach " + VALUE, "it is " + VALUE, "start it");

        assertThat(Optional.of(MaskedDefect.of(failure, SECRETS)))
                .get()
                .isInstanceOfSatisfying(
                        Failure.class,
                        masked -> assertThat(Failures.lines(masked))
                                .containsExactly(
                                        "ralbench: cannot reach ${env:TOKEN}",
                                        "  it is ${env:TOKEN}",
                                        "  -> start it"));
    }
}
