package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.page.Page;
import dev.ralbench.report.RunReport;
import dev.ralbench.report.RunTable;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files and directories that are named where another kind of file belongs. */
class WrongFilesTest {
    private static final String SCENARIO = """
            schema: 1
            name: shop
            request: { path: / }
            load: { closed: { constant: { users: 5, hold: 1s } } }
            variants: { mine: { target: { url: "http://127.0.0.1:9" } } }
            """;

    private static final Path RESULT = Path.of("../../results/recorded/20261126T081029Z-fan-out-1.json");

    @TempDir
    private Path directory;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(directory.resolve("shop.yaml"), SCENARIO);
        Files.writeString(directory.resolve("gate.yaml"), "version: 1\ngate: mine\n");
        Files.writeString(directory.resolve("notes.md"), "# My notes on ralbench\n");
        Files.copy(RESULT, directory.resolve("run.json"));
        Files.createDirectory(directory.resolve("empty"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "report D/shop.yaml|D/shop.yaml is a scenario, not a result|-> ralbench run D/shop.yaml measures it",
                "compare D/shop.yaml|D/shop.yaml is a scenario, not a result|ralbench validate D/shop.yaml",
                "compare D/gate.yaml|D/gate.yaml is a gate, not a result|compare RESULT.json --gate D/gate.yaml",
                "report D/notes.md|D/notes.md is a report or another text, not a result|ends in .json",
                "report D|cannot read the result D|such as the newest, D/run.json.",
                "report D/empty|cannot read the result D/empty|Name a result file in it.",
                "report D/rnu.json|cannot read the result D/rnu.json|did you mean D/run.json?",
                "run D/run.json|D/run.json: is the result of a run, and no scenario|ralbench report",
                "run D|D: is a directory, and no scenario|Name a file in it.",
                "run D/shpo.yaml|D/shpo.yaml: there is no such file|did you mean D/shop.yaml?",
                "run D/shop.yaml --gate D|D: is a directory, and no gate|Name a file in it.",
                "run D/shop.yaml --gate .|.: is a directory, and no gate|Name a file in it.",
                "run D/shop.yaml --gate D/run.json|D/run.json: is the result of a run, and no gate|ralbench report",
                "run D/shop.yaml --variant base=D|--variant base=D is not a build|--variant base=mine --directory base=D",
            })
    void aFileOfAnotherKindIsAnsweredWithWhatItIs(String line, String what, String hint) {
        var here = directory.toString();
        var outcome = Shell.run(line.replaceAll("\\bD\\b", here).split(" "));

        assertThat(outcome.err())
                .startsWith("ralbench: " + what.replaceAll("\\bD\\b", here))
                .contains(hint.replaceAll("\\bD\\b", here));
        assertThat(outcome.err().lines().count()).isLessThanOrEqualTo(3);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"r.md", "r.html", "r.csv", "r.txt", "r.json"})
    void anEarlierReportIsReplaced(String name) throws IOException {
        var file = directory.resolve(name);
        for (int i = 0; i < 2; i++) {
            var outcome = Shell.run("report", RESULT.toString(), "-o", file.toString());
            assertThat(outcome.exit()).as(outcome.err()).isZero();
            var compared = Shell.run("compare", RESULT.toString(), "-o", file.toString());
            assertThat(compared.exit()).as(compared.err()).isZero();
        }
        assertThat(file).isNotEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"notes.md", "run.json"})
    @Disturbance(value = "--output names notes, or the result itself", then = "refused, and nothing is overwritten")
    void aFileThatIsNoReportIsNotOverwritten(String name) throws IOException {
        var file = directory.resolve(name);
        var before = Files.readString(file);

        for (var command : new String[] {"report", "compare"}) {
            var outcome = Shell.run(command, directory.resolve("run.json").toString(), "-o", file.toString());
            assertThat(outcome.err())
                    .startsWith("ralbench: --output " + file + " exists and is no ")
                    .contains("-> give --output another name");
            assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        }
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void aWrongFileOfAnyReportFormatIsNotOverwritten() throws IOException {
        for (var ending :
                new String[] {"html", "csv", "txt", "xml", "tidy.csv", "hlog", "bmf.json", "smaller.json", "bigger.json"
                }) {
            var file = Files.writeString(directory.resolve("mine." + ending), "a, b and ralbench\n");
            var outcome = Shell.run("compare", RESULT.toString(), "-o", file.toString());
            assertThat(outcome.exit()).as(ending).isEqualTo(ExitCode.USAGE.code());
            assertThat(file).hasContent("a, b and ralbench\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"flow.svg", "flow-2.svg", "flow-10.svg"})
    @Disturbance(value = "a drawing has the name of a report's picture", then = "refused, and it is not overwritten")
    void aDrawingNextToADocumentIsNotOverwritten(String name) throws IOException {
        var drawing = Files.writeString(directory.resolve(name), "<svg>by hand</svg>");
        var file = directory.resolve("flow.md");

        for (var line : List.of("report RUN", "compare RUN", "run SCENARIO")) {
            var outcome = Shell.run((line.replace(
                                            "RUN", directory.resolve("run.json").toString())
                                    .replace(
                                            "SCENARIO",
                                            directory.resolve("shop.yaml").toString())
                            + " -o " + file)
                    .split(" "));
            assertThat(outcome.err())
                    .startsWith(
                            "ralbench: --output " + file + ": " + drawing + " exists and is no picture of an earlier")
                    .contains("-> give --output another name, or move " + drawing);
            assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        }
        assertThat(drawing).hasContent("<svg>by hand</svg>");
        assertThat(file).doesNotExist();
    }

    @Test
    void aDirectoryWhereAPictureBelongsIsToldBeforeTheLoad() throws IOException {
        var place = Files.createDirectory(directory.resolve("x.svg"));

        var outcome = Shell.run(
                "run",
                directory.resolve("shop.yaml").toString(),
                "-o",
                directory.resolve("x.md").toString());

        assertThat(outcome.err()).contains(place + " exists and is no picture");
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
    }

    @Test
    void aDrawingOfAnotherNameIsInNobodysWay() throws IOException {
        for (var name : List.of("x-1.svg", "x-final.svg", "xy.svg")) {
            Files.writeString(directory.resolve(name), "<svg>by hand</svg>");
        }

        var outcome = report("x.md");

        assertThat(outcome.exit()).as(outcome.err()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"x.md, x-2.md", "x-2.md, x.md", "x.md, x.MD", "x.md, x-17.md"})
    void documentsWhosePicturesHaveTheSameNameAreRefused(String one, String other) {
        var outcome = report(one, other);

        assertThat(outcome.err()).contains("would have a picture of the same name");
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(directory.resolve(one)).doesNotExist();
    }

    @Test
    void aPictureOfAnotherDocumentIsNotOverwritten() throws IOException {
        report("x-2.md");
        var picture = directory.resolve("x-2.svg");
        var before = Files.readString(picture);

        var outcome = report("x.md");

        assertThat(outcome.err()).contains(picture + " exists and is no picture of an earlier report x.md");
        assertThat(picture).hasContent(before);
    }

    @Test
    void documentsInTwoDirectoriesMayHaveNamesLikeThose() {
        var outcome = report("x.md", "empty/x-2.md");

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(directory.resolve("empty/x-2.svg")).isNotEmptyFile();
    }

    /** As if it came while the load ran. */
    @Test
    @Disturbance(value = "a picture cannot be written after the run", then = "its document and later files are there")
    void aPictureThatCannotBeWrittenCostsNoDocument() throws IOException {
        var files = List.of(directory.resolve("x.md"), directory.resolve("y.csv"));
        Files.createDirectories(directory.resolve("x.svg/full"));
        var report = new RunReport(
                List.of(RunConclusion.judged("run.json", ResultFile.read(directory.resolve("run.json")))),
                RunTable.Detail.SHORT);
        var told = new ArrayList<String>();

        assertThatThrownBy(() -> ReportFiles.write(files, FileReport.of(report, Page.plain(100)), told::add))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("cannot write the report " + directory.resolve("x.svg"))
                .hasMessageEndingWith(", so " + files.getFirst() + " has no pictures");

        assertThat(files.getFirst()).content().contains("coroutines").doesNotContain("![");
        assertThat(files.getLast()).isNotEmptyFile();
        assertThat(told).containsExactly("report: " + files.getFirst(), "report: " + files.getLast());
    }

    @Test
    void allReportsThatCouldNotBeWrittenAreTold() throws IOException {
        var files = List.of(directory.resolve("a.csv"), directory.resolve("b.json"), directory.resolve("c.csv"));
        Files.createDirectories(directory.resolve("a.csv/full"));
        Files.createDirectories(directory.resolve("b.json/full"));
        var report = new RunReport(
                List.of(RunConclusion.judged("run.json", ResultFile.read(directory.resolve("run.json")))),
                RunTable.Detail.SHORT);

        assertThatThrownBy(() -> ReportFiles.write(files, FileReport.of(report, Page.plain(100)), told -> {}))
                .hasMessage("2 of 3 reports could not be written as they should")
                .extracting(failure -> ((Failure) failure).why())
                .asString()
                .contains("cannot write the report " + files.get(0), "cannot write the report " + files.get(1));
        assertThat(files.getLast()).isNotEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"validate SCENARIO", "run SCENARIO", "run SCENARIO --dry-run", "up SCENARIO"})
    void aProgramThatIsNotThereIsToldBeforeAnythingIsStarted(String line) throws IOException {
        var own = "target: { command: \"./nope ${port}\", directory: " + directory + ", ready: /up }";
        var scenario = Files.writeString(
                directory.resolve("own.yaml"), SCENARIO.replaceFirst("target: \\{.*?}", own.replace("$", "\\$")));

        var outcome = Shell.run(line.replace("SCENARIO", scenario.toString()).split(" "));

        assertThat(outcome.err())
                .contains(
                        "variants.mine.target: command: cannot be started", "there is no file " + directory + "/nope");
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
    }

    @Test
    void thatOfADependencyIsToldToo() throws IOException {
        var needs = "needs: { store: { command: \"./nope ${port}\", ready: tcp } }\n";
        var scenario = Files.writeString(directory.resolve("needy.yaml"), SCENARIO + needs);

        var outcome = Shell.run("validate", scenario.toString());

        assertThat(outcome.err()).contains("needs.store: command: cannot be started");
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
    }

    private Shell.CommandResult report(String... names) {
        var line =
                new ArrayList<>(List.of("report", directory.resolve("run.json").toString()));
        for (var name : names) {
            line.addAll(List.of("-o", directory.resolve(name).toString()));
        }
        return Shell.run(line.toArray(String[]::new));
    }
}
