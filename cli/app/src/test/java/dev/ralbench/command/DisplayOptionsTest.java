package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.page.Terminal;
import dev.ralbench.result.ReadProgress;
import dev.ralbench.testing.FakeClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Notes on a file that is read. */
class DisplayOptionsTest {
    private static final Path FILE = Path.of("long.json");
    private static final long MEBI = 1024 * 1024;

    private final FakeClock clock = new FakeClock();
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final ReadProgress notes = new DisplayOptions().reading(console(), clock);

    private Console console() {
        return console(Terminal.none(), Map.of());
    }

    private Console console(Terminal terminal, Map<String, String> environment) {
        var stream = new PrintStream(told, true, StandardCharsets.UTF_8);
        return new Console(stream, stream, terminal, environment);
    }

    private String toldOfFiles(Terminal terminal, Map<String, String> environment) {
        told.reset();
        try (var reading = new DisplayOptions().reading(console(terminal, environment), clock)) {
            for (int i = 1; i <= 10; i++) {
                clock.advance(Duration.ofMillis(100));
                reading.read(i, 10);
            }
        }
        return told.toString(StandardCharsets.UTF_8);
    }

    @Test
    void manyFilesAreCountedOnATerminalInALineThatIsErasedInTheEnd() {
        var text = toldOfFiles(new Terminal(true, true, 80), Map.of("TERM", "xterm"));

        assertThat(Pattern.compile("reading results: \\d+ of 10 files")
                        .matcher(text)
                        .results())
                .extracting(MatchResult::group)
                .as("four times a second at most")
                .containsExactly(
                        "reading results: 3 of 10 files",
                        "reading results: 6 of 10 files",
                        "reading results: 9 of 10 files");
        assertThat(text.substring(text.lastIndexOf("files")))
                .contains("\u001b[2K")
                .doesNotContain("reading");
    }

    @Test
    void manyFilesAreNotCountedInALog() {
        assertThat(toldOfFiles(Terminal.none(), Map.of())).isEmpty();
        assertThat(toldOfFiles(new Terminal(true, true, 80), Map.of("CI", "true")))
                .isEmpty();
        assertThat(toldOfFiles(new Terminal(true, true, 80), Map.of("TERM", "dumb")))
                .isEmpty();
    }

    @Test
    void aFileThatIsReadAtOnceIsNotTalkedAbout() {
        notes.at(FILE, 1, 10);
        notes.at(FILE, 10, 10);

        assertThat(told.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void aSmallFileThatIsReadSlowlyGetsNoNote() {
        clock.advance(Duration.ofSeconds(10));
        notes.at(FILE, MEBI - 1, MEBI - 1);

        assertThat(told.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void aLongOneIsEveryTwoSeconds() {
        for (int i = 1; i <= 50; i++) {
            clock.advance(Duration.ofMillis(100));
            notes.at(FILE, 10L * i * MEBI, 500 * MEBI);
        }

        assertThat(told.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("reading long.json: 200 of 500 MiB", "reading long.json: 400 of 500 MiB");
    }
}
