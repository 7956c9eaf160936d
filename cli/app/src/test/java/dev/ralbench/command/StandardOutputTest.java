package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandardOutputTest {
    private static StandardOutput printedTo(OutputStream stream) {
        var output = new StandardOutput(stream);
        try (var printed = new PrintStream(output, true, StandardCharsets.UTF_8)) {
            printed.println("a line");
            printed.println("another");
        }
        return output;
    }

    private static OutputStream failing(String words) {
        return new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException(words);
            }
        };
    }

    /** 3 and 4 are a gate's decision, 130 is Ctrl-C. */
    @ParameterizedTest
    @CsvSource({"0, 7", "2, 2", "3, 3", "4, 4", "6, 6", "130, 130"})
    @Disturbance(
            value = "standard output goes to a full disk",
            then = "exit 7 unless a decision says more, with a message")
    void aLossFailsACommandThatDidWellOtherwise(int exit, int expected) {
        var output = printedTo(failing("No space left on device"));

        assertThat(output.exitCode(exit)).isEqualTo(expected);
        var loss = output.loss().orElseThrow();
        assertThat(loss.what()).isEqualTo("standard output could not be written to its end");
        assertThat(loss.why()).isEqualTo("No space left on device");
    }

    @Test
    @Disturbance(value = "standard output is closed (>&-)", then = "exit 7, with a message")
    void aClosedOutputIsToldWithWhyAndWhatToDo() {
        var output = printedTo(failing("Bad file descriptor"));

        assertThat(output.exitCode(0)).isEqualTo(7);
        assertThat(Failures.lines(output.loss().orElseThrow()))
                .containsExactly(
                        "ralbench: standard output is closed",
                        "  what was to be written there is lost: Bad file descriptor",
                        "  -> leave >&- out, or send it to a file or /dev/null");
    }

    @Test
    void aReaderThatWantsNoMoreLosesNothing() {
        var output = printedTo(failing("Broken pipe"));

        assertThat(output.loss()).isEmpty();
        assertThat(output.exitCode(0)).isZero();
    }

    @Test
    void outputThatIsWrittenIsNoLoss() {
        var bytes = new ByteArrayOutputStream();
        var output = printedTo(bytes);

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("a line\nanother\n");
        assertThat(output.loss()).isEmpty();
        assertThat(output.exitCode(0)).isZero();
    }
}
