package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogFileTest {
    @TempDir
    Path directory;

    @Test
    void theTailOfALongLogIsItsLastFifteenLines() throws Exception {
        var lines = IntStream.range(0, 10_000).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));

        assertThat(log(lines + "\n\n").tail().lines())
                .hasSize(15)
                .startsWith("line 9985")
                .endsWith("line 9999");
    }

    @Test
    void aLogThatIsNotThereHasNoTail() {
        var none = new LogFile(directory.resolve("none"));

        assertThat(none.tail()).isEmpty();
        assertThat(none.tailForMessage()).isEqualTo("it wrote nothing");
    }

    @Test
    @Disturbance(value = "escape sequences in the log of a service that dies", then = "not on the terminal")
    void theTailGivesATerminalNoOrders() throws Exception {
        var log = log("\u001b[32mINFO\u001b[0m \u001b[2K\u001b]0;title\u0007\tready\r\nlast");

        assertThat(log.tail()).isEqualTo("INFO ?[2K?]0;title?\tready\nlast");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.net.BindException: Address already in use",
                "Error: listen EADDRINUSE: address already in use 127.0.0.1:8080",
                "Web server failed to start. Port 8080 was already in use.",
                "OSError: [Errno 98] Address already in use"
            })
    void aTakenPortIsRecognised(String line) throws Exception {
        assertThat(log(line).saysAddressInUse()).isTrue();
        assertThat(log("Started in 1.2 s").saysAddressInUse()).isFalse();
    }

    private LogFile log(String text) throws Exception {
        return new LogFile(Files.writeString(directory.resolve("service.log"), text));
    }
}
