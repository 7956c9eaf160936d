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
import org.junit.jupiter.api.Test;

/** Notes on a file that is read. */
class DisplayOptionsTest {
    private static final Path FILE = Path.of("long.json");
    private static final long MEBI = 1024 * 1024;

    private final FakeClock clock = new FakeClock();
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final ReadProgress notes = new DisplayOptions().reading(console(), clock);

    private Console console() {
        var stream = new PrintStream(told, true, StandardCharsets.UTF_8);
        return new Console(stream, stream, Terminal.none(), Map.of());
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
