package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.merge.ResultMerger;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Shares;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeCommandTest {
    @TempDir
    private Path directory;

    private Path a;
    private Path b;

    @BeforeEach
    void store() throws IOException {
        a = stored("a.json", Shares.two().getFirst().run());
        b = stored("b.json", Shares.two().getLast().run());
    }

    private Path stored(String name, RunResult run) throws IOException {
        var file = directory.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        return Files.writeString(file, ResultFile.text(run));
    }

    private String merged() {
        var file = directory.resolve("both.json");
        var outcome = Shell.run("merge", a.toString(), b.toString(), "-o", file.toString());
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("merged of 2 generators", "result: " + file);
        return file.toString();
    }

    private static void assertRefused(Shell.CommandResult outcome, String... parts) {
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("ralbench: ").contains(parts).doesNotContain("Exception");
    }

    @Test
    void whatItWritesIsWhatReportAndCompareRead() {
        var file = merged();
        var report = Shell.run("report", file, "--details");

        assertThat(report.exit()).isZero();
        assertThat(report.out())
                .contains("merged of 2 generators", "generator b.json: ", "if the clocks of the machines");
        assertThat(Shell.run("report", file, "--format", "markdown", "--details")
                        .out())
                .contains("merged of 2 generators", "| a.json |");
        assertThat(Shell.run("compare", file, file).exit()).isNotEqualTo(ExitCode.INTERNAL.code());
        assertThat(ResultFile.read(Path.of(file))
                        .trials()
                        .getFirst()
                        .generators()
                        .orElseThrow())
                .hasSize(2);
    }

    @Test
    void filesOfOneNameAreCalledByTheirPaths() throws IOException {
        var other = stored("other/a.json", Shares.two().getLast().run());
        var file = directory.resolve("both.json");
        assertThat(Shell.run("merge", a.toString(), other.toString(), "-o", file.toString())
                        .exit())
                .isZero();

        assertThat(ResultFile.read(file).trials().getFirst().generators().orElseThrow())
                .extracting(part -> part.name())
                .containsExactly(a.toString(), other.toString());
    }

    @Test
    void wrongPairsAreRefusedAndLeaveNoFile() throws IOException {
        var longer = stored(
                "longer.json",
                Copy.of(Shares.two().getLast().run())
                        .with("scenario", Shares.scenario(5, "9s"))
                        .made());
        var file = directory.resolve("both.json");

        assertRefused(
                Shell.run("merge", a.toString(), longer.toString(), "-o", file.toString()),
                "a.json and longer.json are not parts of one load",
                "scenario.load.closed.constant.hold: 5s",
                "scenario.load.closed.constant.hold: 9s");
        assertRefused(Shell.run("merge", a.toString(), a.toString(), "-o", file.toString()), "hold the same run");
        assertThat(file).doesNotExist();
    }

    @Test
    void theResultIsANewFileOfJson() throws IOException {
        assertRefused(
                Shell.run(
                        "merge",
                        a.toString(),
                        b.toString(),
                        "-o",
                        directory.resolve("x.html").toString()),
                "merge writes a result, and that is JSON");
        var before = Files.readString(b);
        assertRefused(Shell.run("merge", a.toString(), b.toString(), "-o", b.toString()), b.toString());
        assertThat(Files.readString(b)).isEqualTo(before);
        assertRefused(Shell.run("merge", a.toString()), "FILE");
    }

    /** Reports tell runs apart by their ids. */
    @Test
    void theMergedRunHasAnIdOfItsOwn() {
        assertThat(Shares.two())
                .extracting(ResultMerger.Part::run)
                .extracting(run -> run.origin().runId())
                .doesNotContain(Shares.merged().origin().runId());
        assertThat(Shares.merged().origin().command()).isEqualTo(List.of("ralbench", "merge", "a.json", "b.json"));
    }
}
