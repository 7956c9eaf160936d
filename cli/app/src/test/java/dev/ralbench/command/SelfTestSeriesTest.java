package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ralbench.Failure;
import dev.ralbench.command.SelfTestSeries.Complete;
import dev.ralbench.command.SelfTestSeries.Made;
import dev.ralbench.command.SelfTestSeries.Stopped;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateFile;
import dev.ralbench.page.Page;
import dev.ralbench.result.SelfTestFile;
import dev.ralbench.result.SelfTestResult.RecordedOutcome;
import dev.ralbench.result.SelfTestResult.SelfTestDecision;
import dev.ralbench.selftest.SelfTestRuns;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.testing.SelfTests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a self-test however it ends. Its runs follow a script; each makes the directory for logs, as real ones do. */
class SelfTestSeriesTest {
    private static final Gate GATE = GateFile.find("selftest", List.of());
    private final Failure clash = Failure.environment("port 8081 is taken", "", "free it");

    @TempDir
    private Path directory;

    private SelfTestFindings findings;
    private final List<Integer> told = new ArrayList<>();

    @BeforeEach
    void begin() {
        findings = SelfTestFindings.begin(Optional.of(directory.resolve("self.json")), new FakeClock());
    }

    /** What becomes of one run. */
    private interface PlannedRun {
        Made make();
    }

    private static Made pass() {
        var steady = SelfTests.rule(SelfTests.GOODPUT, RecordedOutcome.PASS, 0.4, 0);
        return new Complete(SelfTests.equal(SelfTestDecision.PASS, steady), GATE, Optional.empty());
    }

    private Made fail() {
        throw clash;
    }

    private Optional<ExitCode> make(Optional<ExitCode> between, PlannedRun... steps) {
        var planned = SelfTestRuns.of(steps.length, 0, List.of());
        var next = List.of(steps).iterator();
        SelfTestSeries.RunMaker maker = (run, seed, file) -> {
            makeLogDirectory(file);
            return next.next().make();
        };
        return new SelfTestSeries(planned, findings, maker, () -> between)
                .make(new Random(1), (number, run) -> told.add(number));
    }

    private static void makeLogDirectory(Path file) {
        try {
            Files.createDirectories(file.resolveSibling("logs"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String table() {
        return String.join("\n", findings.lines(Page.plain(100)));
    }

    @Test
    void aFailureTakesNothingWithItOfTheRunsBefore() {
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> make(
                        Optional.empty(),
                        SelfTestSeriesTest::pass,
                        SelfTestSeriesTest::pass,
                        this::fail,
                        SelfTestSeriesTest::pass))
                .isSameAs(clash);
        findings.close();

        assertThat(told).containsExactly(1, 2);
        assertThat(table())
                .contains("2 runs of equal variants", "2 pass", "findings: " + directory.resolve("self.json"));
        assertThat(SelfTestFile.read(directory.resolve("self.json")).runs()).hasSize(2);
        assertThat(directory.toFile().list()).containsExactly("self.json");
    }

    @Test
    void aSignalIsTheExitCodeAndTheTableShowsWhatThereIs() {
        var signal = make(
                Optional.empty(),
                SelfTestSeriesTest::pass,
                () -> new Stopped(ExitCode.INTERRUPTED),
                SelfTestSeriesTest::pass);
        findings.close();

        assertThat(signal).contains(ExitCode.INTERRUPTED);
        assertThat(told).containsExactly(1);
        assertThat(table()).contains("1 run of equal variants");
        assertThat(directory.toFile().list()).containsExactly("self.json");
    }

    @Test
    void aSignalBetweenTwoRunsStartsNoOther() {
        assertThat(make(Optional.of(ExitCode.TERMINATED), SelfTestSeriesTest::pass))
                .contains(ExitCode.TERMINATED);
        assertThat(told).isEmpty();
    }

    @Test
    void whatHoldsNothingIsNotLeftBehind() {
        make(Optional.empty(), () -> new Stopped(ExitCode.INTERRUPTED));
        findings.close();

        assertThat(findings.lines(Page.plain(100))).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aRunThatLeavesSomethingBehindCountsAndIsTheLast() {
        var left = Failure.environment("a process could not be ended", "", "end it");

        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> make(
                        Optional.empty(),
                        () -> new Complete(SelfTests.equal(SelfTestDecision.PASS), GATE, Optional.of(left)),
                        SelfTestSeriesTest::pass))
                .isSameAs(left);
        assertThat(told).containsExactly(1);
        assertThat(table()).contains("1 run of equal variants");
    }

    @Test
    void resultsOfAnEarlierSelfTestAreRefusedBeforeTheFirstRun() throws IOException {
        Files.createDirectories(directory.resolve("self"));
        var kept = Files.writeString(directory.resolve("self/2-base.json"), "{}");

        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> make(Optional.empty(), SelfTestSeriesTest::pass, SelfTestSeriesTest::pass))
                .satisfies(failure -> assertThat(failure.what()).contains("2-base.json exists already"));
        findings.close();

        assertThat(told).isEmpty();
        assertThat(directory.resolve("self.json")).doesNotExist();
        assertThat(kept).hasContent("{}");
    }

    @Test
    void aFileWithTheNameOfTheDirectoryIsNotOurs() throws IOException {
        var notes = Files.createFile(directory.resolve("self"));
        findings.close();

        assertThat(notes).exists();
    }

    @Test
    void marginsAreThoseOfTheGateThatJudged() {
        make(Optional.empty(), SelfTestSeriesTest::pass);

        // Without noise a fall is found from what is material on: 5 % in the built-in gate.
        assertThat(table()).containsPattern("goodput@16 .* 5\\.00 %(\n|$)");
    }
}
