package dev.ralbench.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {
    @TempDir
    Path descriptors;

    @ParameterizedTest
    @CsvSource({
        "/dev/pts/3, true",
        "/dev/tty1, true",
        "/dev/ttyS0, true",
        "/dev/console, true",
        "/dev/null, false",
        "pipe:[4711], false",
        "/home/me/dev/pts/out.txt, false"
    })
    void theKernelSaysWhatAStreamIs(String target, boolean isTerminal) throws Exception {
        Files.createSymbolicLink(descriptors.resolve("1"), Path.of(target));
        Files.createSymbolicLink(descriptors.resolve("2"), Path.of("/dev/null"));

        var terminal = Terminal.byName(Map.of("COLUMNS", "132"), descriptors);
        Files.delete(descriptors.resolve("1")); // JUnit complains of links that lead out of its directory
        Files.delete(descriptors.resolve("2"));

        assertThat(terminal).isEqualTo(new Terminal(isTerminal, false, 132));
    }

    @Test
    void aStreamThatIsClosedIsNoTerminal() {
        assertThat(Terminal.byName(Map.of(), descriptors)).isEqualTo(Terminal.none());
    }

    @Test
    void sttySaysRowsAndColumns() {
        assertThat(TerminalWidth.columns("24 80\n")).contains(80);
        assertThat(TerminalWidth.columns("0 0\n"))
                .as("the terminal knows no size")
                .isEmpty();
        assertThat(TerminalWidth.columns("stty: 'standard input': Inappropriate ioctl for device\n"))
                .isEmpty();
        assertThat(TerminalWidth.columns("")).isEmpty();
    }
}
