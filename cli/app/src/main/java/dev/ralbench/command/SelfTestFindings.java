package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateFile;
import dev.ralbench.page.Page;
import dev.ralbench.report.SelfTestTable;
import dev.ralbench.result.Design;
import dev.ralbench.result.SelfTestFile;
import dev.ralbench.result.SelfTestResult;
import dev.ralbench.selftest.Injection;
import dev.ralbench.selftest.SelfTestSummary;
import dev.ralbench.trial.HostFacts;
import dev.ralbench.trial.RunNames;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The findings of a self-test so far; its file is updated after each run. */
final class SelfTestFindings {
    private static final String ENDING = ".json";

    private final Path file;
    private final Clock clock;
    private SelfTestResult result;

    private SelfTestFindings(Path file, Clock clock, SelfTestResult result) {
        this.file = file;
        this.clock = clock;
        this.result = result;
    }

    /**
     * Creates the file without findings, so that a wrong path shows before anything is measured.
     *
     * @param output the file, if the user has named one
     * @throws Failure when it exists already, or cannot be written
     */
    static SelfTestFindings begin(Optional<Path> output, Clock clock) {
        var started = clock.now();
        var names = RunNames.reserve(started, "selftest", output);
        var file = names.resultPath();
        var none = new SelfTestResult(
                SelfTestResult.SCHEMA,
                Version.tool(),
                started,
                0,
                List.of(),
                HostFacts.here().fingerprint("self-test", Map.of()),
                List.of());
        try {
            SelfTestFile.create(file, none);
        } finally {
            RunNames.release(names.logDirectory()); // from now on the file itself holds the name
        }
        return new SelfTestFindings(file, clock, none);
    }

    /** The directory that keeps the results of single runs, next to the file and named after it. */
    Path directory() {
        var name = String.valueOf(file.getFileName());
        return file.resolveSibling(
                name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name + "-runs");
    }

    /**
     * Adds a run to the findings.
     *
     * @param gate that judged it
     * @throws Failure when the file cannot be written; the run counts nevertheless
     */
    void add(SelfTestResult.SelfTestedRun run, Gate gate) {
        double seconds = Duration.between(result.startedAt(), clock.now()).toMillis() / 1e3;
        result = result.plus(run, new Design.GateReference(gate.name(), gate.sha256()), seconds);
        SelfTestFile.write(file, result);
    }

    /** The table of findings so far, and the file's path; nothing if no run finished. */
    List<String> lines(Page page) {
        return result.runs().isEmpty() ? List.of() : report(result, file, page);
    }

    /** Whether every run ended as it should. */
    ExitCode exitCode() {
        return exitCode(result);
    }

    /** The report on a self-test, as lines without line ends: at its end, and again from its file. */
    static List<String> report(SelfTestResult result, Path file, Page page) {
        var gate = GateFile.find(Injection.NOISY.gate(), List.of());
        var lines = new ArrayList<>(new SelfTestTable(result, SelfTestSummary.of(result, gate)).render(page));
        if (hasOtherRules(result, gate)) {
            lines.add("gate " + gate.name() + " has changed since: what it finds is judged by today's rules");
        }
        lines.add("findings: " + file);
        return List.copyOf(lines);
    }

    private static boolean hasOtherRules(SelfTestResult result, Gate gate) {
        return result.gates().stream()
                .anyMatch(each ->
                        each.name().equals(gate.name()) && !each.sha256().equals(gate.sha256()));
    }

    /** Whether every run ended as it should. */
    static ExitCode exitCode(SelfTestResult result) {
        return result.runs().stream().allMatch(SelfTestResult.SelfTestedRun::isAsExpected)
                ? ExitCode.OK
                : ExitCode.INVALID;
    }

    /** Deletes the file and its directories if they hold nothing. */
    void close() {
        try {
            if (result.runs().isEmpty()) {
                Files.deleteIfExists(file);
            }
            deleteIfEmpty(directory().resolve("logs"));
            deleteIfEmpty(directory());
        } catch (IOException e) {
            // An empty file or directory stays: no reason to hide the self-test's report.
        }
    }

    private static void deleteIfEmpty(Path directory) throws IOException {
        try {
            if (Files.isDirectory(directory)) {
                Files.delete(directory);
            }
        } catch (DirectoryNotEmptyException e) {
            // Runs that the user will look into.
        }
    }
}
