package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Failure;
import dev.ralbench.page.Terminal;
import dev.ralbench.testing.Disturbance;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleTest {
    private static final String HOSTILE = "\u001b[2K\u001b]0;title\u0007\u009b31m\u202e";
    private static final String HARMLESS = "?[2K?]0;title??31m?";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final Console console = new Console(stream, stream, Terminal.none(), Map.of());

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    @Disturbance(value = "any text with escape sequences", then = "no stream lets them through")
    void noStreamLetsThroughWhatGivesOrders() {
        console.out().print(HOSTILE);
        console.out().println(HOSTILE);
        console.out().println((Object) HOSTILE);
        console.err().printf(Locale.ROOT, "%s %d%n", HOSTILE, 1);
        console.err().append(HOSTILE).append('\n');

        assertThat(printed())
                .isEqualTo(HARMLESS + HARMLESS + "\n" + HARMLESS + "\n" + HARMLESS + " 1\n" + HARMLESS + "\n");
    }

    @Test
    void whatRalbenchMeansItselfPasses() {
        var page = "\u001b[1mtitle\u001b[m\t\u001b[32mpass\u001b[m\n→ µs\n";

        console.out().print(page);

        assertThat(printed()).isEqualTo(page);
    }

    @Test
    void aDisplayMovesTheCursor() {
        console.drawing().print("\u001b[2F\u001b[0K");

        assertThat(printed()).isEqualTo("\u001b[2F\u001b[0K");
    }

    @Test
    void aFailureQuotesAsItMayBePrinted() {
        new Failures(console).print(Failure.environment("what " + HOSTILE, "first\n\u001b[31msecond", "fix\u0007"));

        assertThat(printed()).isEqualTo("ralbench: what " + HARMLESS + "\n  first\n  ?[31msecond\n  -> fix?\n");
    }

    @Test
    void aTerminalGetsItsLinesBrokenBetweenWordsAndAFileDoesNot() {
        var text = "a sentence of more than forty columns, which no terminal has to break";
        new Console(stream, stream, new Terminal(false, true, 40), Map.of()).tell(text);
        new Console(stream, stream, new Terminal(false, true, 40), Map.of()).say(text);

        assertThat(printed())
                .isEqualTo("a sentence of more than forty columns,\n  which no terminal has to break\n" + text + "\n");
    }

    @Test
    void anIndentedLineIsBrokenWithinTheWidthAndALongNameStaysWhole() {
        var name = "/a/directory/of/a/name/that/is/longer/than/a/line/of/the/terminal.json";
        new Console(stream, stream, new Terminal(true, true, 40), Map.of())
                .say("    a line that begins with spaces, and " + name);

        assertThat(printed()).isEqualTo("    a line that begins with spaces, and\n      " + name + "\n");
    }

    @Test
    void aDefectIsPrintedWithItsTrace() {
        new IllegalStateException("bell\u0007").printStackTrace(console.err());

        assertThat(printed()).contains("IllegalStateException: bell?", "\tat dev.ralbench");
    }
}
