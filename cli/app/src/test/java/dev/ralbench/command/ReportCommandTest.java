package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Tables of stored results. That they are those of the run is what {@link UrlRunIT} shows. */
class ReportCommandTest {
    private static final String RESULT = Repository.recorded("delay-200").toString();

    private static final int README_COLUMNS = 100;

    private static final String LEFT_OUT = "...";
    private static final Pattern RECORDED = Pattern.compile("results/recorded/[^)/]+\\.json");
    /** Without a language: what a command prints. */
    private static final Pattern CODE = Pattern.compile("^```\\n(\\w[^`]*?)^```$", Pattern.MULTILINE);

    @TempDir
    private Path directory;

    @Test
    void severalFilesAreReportedOneByOne() {
        var other = Repository.recorded("delay-500").toString();
        var once = Shell.run("report", RESULT);
        var both = Shell.run("report", RESULT, other);

        assertThat(once.exit()).as(once.err()).isZero();
        assertThat(once.out()).contains("delay-200", "imperative", "result: " + RESULT);
        assertThat(both.out())
                .isEqualTo(once.out() + "\n" + Shell.run("report", other).out());
    }

    @Test
    void aRunThatIsGivenTwiceCountsOnce() throws IOException {
        var copy = Files.copy(Path.of(RESULT), directory.resolve("copy.json"));
        for (var format : List.of("terminal", "prometheus", "hlog", "tidy")) {
            var once = Shell.run("report", RESULT, "--format", format);
            var twice = Shell.run("report", RESULT, copy.toString(), "--format", format);

            assertThat(twice.exit()).as(twice.err()).isZero();
            assertThat(twice.out()).as(format).isEqualTo(once.out());
            assertThat(twice.err()).contains("ralbench: skipped " + copy + ": the same run as " + RESULT);
        }
    }

    @Test
    void detailsShowTheInside() {
        assertThat(Shell.run("report", RESULT, "--details").out()).contains("Little's law", "start to first answer");
    }

    @Test
    void reportsGoToFilesByTheirEndings() throws IOException {
        for (var ending : new String[] {"txt", "md", "csv", "json"}) {
            var file = directory.resolve("report." + ending);
            var outcome = Shell.run("report", RESULT, "-o", file.toString());

            assertThat(outcome.exit()).as(outcome.err()).isZero();
            assertThat(Files.readString(file)).contains("imperative");
        }
    }

    /** Also where an earlier one is replaced, and where a shorter ending would fit, too. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "xml | junit | <testsuites name=\"ralbench\"",
                "tidy.csv | tidy | 'run,run_started_at,'",
                "hlog | hlog | #ralbench",
                "bmf.json | bmf | \"delay-200/imperative@256\": {",
                "smaller.json | smaller | \"name\": \"delay-200/imperative@256 p99\"",
                "bigger.json | bigger | \"name\": \"delay-200/imperative@256 goodput\""
            })
    void otherToolsGetFilesByEndingsAndPipesByFormats(String ending, String format, String content) throws IOException {
        var file = directory.resolve("x." + ending);
        for (int times = 0; times < 2; times++) {
            var written = Shell.run("report", RESULT, "-o", file.toString());
            assertThat(written.exit()).as(written.err()).isZero();
        }

        var piped = Shell.run("report", RESULT, "--format", format);

        assertThat(file).content().contains(content);
        assertThat(piped.exit()).as(piped.err()).isZero();
        assertThat(file).hasContent(piped.out());
    }

    /** The newest run is the point of a history. */
    @Test
    void aHistoryIsExportedRunByRun() throws IOException {
        var runs = Files.list(Repository.path("results", "recorded", "history"))
                .map(Path::toString)
                .sorted()
                .toList();
        var all = new ArrayList<>(List.of("compare"));
        all.addAll(runs);
        all.addAll(List.of("--metric", "goodput,p99", "--format"));

        var points = Shell.run(with(all, "bmf")).out();
        var newest = Shell.run("report", runs.getLast(), "--format", "bmf").out();
        var tidy = Shell.run(with(all, "tidy")).out();

        var json = new JsonMapper();
        var ofNewest = json.readTree(newest);
        assertThat(json.readTree(points).properties())
                .isNotEmpty()
                .allSatisfy(benchmark -> benchmark
                        .getValue()
                        .properties()
                        .forEach(measure -> assertThat(measure.getValue())
                                .isEqualTo(ofNewest.get(benchmark.getKey()).get(measure.getKey()))));
        assertThat(tidy.lines().skip(1).map(line -> line.split(",")[0]).distinct())
                .hasSameSizeAs(runs);
    }

    private static String[] with(List<String> words, String last) {
        return Stream.concat(words.stream(), Stream.of(last)).toArray(String[]::new);
    }

    @Test
    void aMarkdownFileHasItsPictureNextToIt() throws IOException {
        var file = directory.resolve("report.md");
        var picture = directory.resolve("report.svg");
        Shell.run("report", RESULT, "-o", file.toString());
        Files.writeString(picture, Files.readString(picture).replace("imperative", "earlier"));

        var other = Repository.recorded("delay-500").toString();
        var alone = Files.createDirectory(directory.resolve("alone"));
        Shell.run("report", other, "-o", alone.resolve("report.md").toString());
        var outcome = Shell.run("report", RESULT, other, "-o", file.toString());

        assertThat(outcome.err()).contains("report: " + picture, "report: " + directory.resolve("report-2.svg"));
        assertThat(Files.readString(file)).contains("](report.svg)", "](report-2.svg)");
        assertThat(picture)
                .content()
                .startsWith("<!-- ralbench: a picture of report.md -->\n<svg ")
                .contains("imperative")
                .doesNotContain("earlier");
        assertThat(Files.readString(directory.resolve("report-2.svg")))
                .isEqualTo(Files.readString(alone.resolve("report.svg")));
    }

    /** A comment has no files next to it. */
    @Test
    void aGatesMarkdownAndThatOnStandardOutputShowNoPicture() throws IOException {
        var selftest = Repository.recorded("selftest").toString();
        var gated = directory.resolve("gate.md");
        var plain = directory.resolve("plain.md");

        Shell.run("compare", selftest, "--gate", "selftest", "-o", gated.toString());
        var printed = Shell.run("compare", selftest, "--format", "markdown", "-o", plain.toString());

        assertThat(gated).content().contains("cpu/req").doesNotContain("![");
        assertThat(directory.resolve("gate.svg")).doesNotExist();
        assertThat(printed.out()).contains("cpu/req").doesNotContain("![");
        assertThat(plain)
                .content()
                .contains("![Changes from base to extra-cpu: ", "cpu/request\\@16 +12.5 %", "](plain.svg)")
                .contains("![Goodput and p99 by users, selftest; at 16: base ", "](plain-2.svg)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "r.gz | its ending does not say which format is meant",
                "r.doc | its ending does not say which format is meant"
            })
    void otherFormatsAreRefused(String name, String why) {
        var file = directory.resolve(name);
        var outcome = Shell.run("report", RESULT, "-o", file.toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("ralbench: ").contains(why);
        assertThat(file).doesNotExist();
    }

    @Test
    void tablesInDocumentsAreThoseOfTheResultsThatTheyLink() throws IOException {
        var documents = documents();
        var reported = RECORDED.matcher(documents)
                .results()
                .map(link -> Repository.path(link.group()).toString())
                .distinct()
                .flatMap(file -> Shell.ofColumns(README_COLUMNS)
                        .execute("report", file)
                        .out()
                        .lines())
                .collect(Collectors.toSet());

        var shown = CODE.matcher(documents)
                .results()
                .map(block -> block.group(1))
                .filter(block -> block.contains("vs ") || block.startsWith("whole run"))
                .toList();
        assertThat(shown).hasSize(3);
        assertThat(shown.stream().flatMap(String::lines).filter(line -> !line.equals(LEFT_OUT)))
                .isSubsetOf(reported);
    }

    @Test
    void theGateInTheExamplesIsThatOfTheResultThatTheyLink() throws IOException {
        var documents = documents();
        var shown = CODE.matcher(documents)
                .results()
                .map(block -> block.group(1))
                .filter(block -> block.startsWith("ralbench compare · gate"))
                .toList();
        var gated = RECORDED.matcher(documents)
                .results()
                .map(MatchResult::group)
                .filter(link -> link.endsWith("-selftest.json"))
                .distinct()
                .map(link -> Repository.path(link).toString())
                .toList();
        assertThat(shown).hasSize(1);
        assertThat(gated).hasSize(1);

        var outcome = Shell.ofColumns(README_COLUMNS).execute("compare", gated.getFirst(), "--gate", "selftest");

        assertThat(outcome.out().strip()).isEqualTo(shown.getFirst().strip());
    }

    /** Those that show what ralbench prints. */
    private static String documents() throws IOException {
        return Files.readString(Repository.path("README.md"))
                + Files.readString(Repository.path("docs", "examples.md"));
    }

    @Test
    void whatIsNoResultIsRefused() {
        var outcome = Shell.run("report", Repository.path("README.md").toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
    }
}
