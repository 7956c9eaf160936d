package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Repository;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a command prints stays whole on a narrow terminal, and is plain on one that shows no colours. */
class NarrowTerminalTest {
    private static final String ESCAPE = "\u001b";

    private static String[] words(String line) {
        return line.split(" ", -1);
    }

    private static void assertThatAllIsWithin(int columns, Shell shell, String command) {
        var outcome = shell.execute(words(command));
        assertThat((outcome.out() + outcome.err()).lines())
                .as(command)
                .hasSizeGreaterThan(1)
                // a name that is longer by itself cannot be cut
                .allSatisfy(line -> assertThat(
                                Arrays.stream(line.strip().split(" ", -1)).anyMatch(word -> word.length() > columns / 2)
                                        ? ""
                                        : line)
                        .hasSizeLessThanOrEqualTo(columns));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "--help, 5",
        "run --help, 40",
        "run --help --all, 100",
        "capacity --help, 20",
        "compare --help, 20",
        "up --help, 10",
        "agent --help, 10",
        "selftest --help, 20",
        "gate init --help, 20",
        "gate explain --help --all, 20",
        "doctor --help, 5",
    })
    @Disturbance(value = "help in 40 and in 60 columns:", then = "no line of the help is wider")
    void theHelpFits(String command, int fewestLines) {
        for (int columns : new int[] {40, 60}) {
            for (var shell : new Shell[] {Shell.ofColumns(columns), Shell.onTerminal(columns, Map.of())}) {
                assertThat(shell.execute(words(command)).out().lines()).hasSizeGreaterThan(fewestLines);
                assertThatAllIsWithin(columns, shell, command);
            }
        }
    }

    @Test
    void nothingOfTheHelpIsLostOnANarrowTerminal() {
        var wide = Shell.run("run", "--help", "--all").out();
        var narrow = Shell.ofColumns(40).execute("run", "--help", "--all").out();

        assertThat(wide.replaceAll("\\s+", "").length()).isGreaterThan(5_000);
        assertThat(narrow.replaceAll("\\s+", "")).isEqualTo(wide.replaceAll("\\s+", ""));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "list",
                "validate selftest delay-200",
                "run selftest --dry-run",
                "gate explain pr",
                "run nofile",
                "runn",
                "run http://127.0.0.1:1/ -c 5",
            })
    @Disturbance(value = "a terminal of 40 columns:", then = "no line of text is wider")
    void textFits(String command) {
        assertThatAllIsWithin(40, Shell.onTerminal(40, Map.of()), command);
    }

    @ParameterizedTest
    @CsvSource({"xterm, '', true", "dumb, '', false", "xterm, 1, false"})
    @Disturbance(value = "help on a terminal that shows no colours", then = "without escape sequences")
    void theHelpIsColouredOnlyWhereColoursAreShown(String term, String noColor, boolean isColoured) {
        var shell = Shell.onTerminal(100, Map.of("TERM", term, "NO_COLOR", noColor));

        assertThat(shell.execute("run", "--help").out().contains(ESCAPE)).isEqualTo(isColoured);
    }

    @Test
    void aPipeGetsNoColours() {
        assertThat(Shell.ofColumns(100).execute("run", "--help").out()).doesNotContain(ESCAPE);
    }

    /** A recorded result of the repository, whose report has signs outside of ASCII. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "LC_ALL=C, true",
        "LC_ALL=POSIX, true",
        "LANG=de_DE.ISO-8859-1, true",
        "LC_CTYPE=C LANG=de_DE.UTF-8, true",
        "LC_CTYPE=UTF-8, false",
        "LANG=de_DE.UTF-8, false",
        "LC_ALL=C.utf8, false",
        "TERM=xterm, false",
    })
    @Disturbance(value = "a locale, and whether its tables are ASCII:", then = "no sign that it cannot show")
    void tablesAreAsciiInOtherLocales(String variables, boolean isAscii) {
        var environment = Arrays.stream(words(variables))
                .map(each -> each.split("=", -1))
                .collect(Collectors.toMap(each -> each[0], each -> each[1]));
        var result = Repository.path("results/recorded/20261126T081344Z-fan-out-10x10.json")
                .toString();
        var report = new Shell(environment).execute("report", result).out();

        assertThat(report).contains("p99");
        assertThat(report.chars().allMatch(sign -> sign < 128)).isEqualTo(isAscii);
    }
}
