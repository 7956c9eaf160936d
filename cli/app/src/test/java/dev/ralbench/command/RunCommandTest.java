package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.page.Terminal;
import dev.ralbench.prediction.StudyPredictions;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.session.Session;
import dev.ralbench.session.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A run that ends before there is anything to measure. */
class RunCommandTest {
    @TempDir
    private Path directory;

    /** A defect that shows as soon as something is timed. */
    private record BrokenClock() implements Clock {
        @Override
        public long nanoTime() {
            throw new IllegalStateException("out of order");
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    }

    @Test
    void aDefectLeavesNoEmptyResultBehind() throws Exception {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { constant: { users: 5, hold: 1s } } }
                variants: { only: { target: { url: "http://127.0.0.1:9" } } }
                """);
        var result = directory.resolve("r.json");
        var err = new ByteArrayOutputStream();
        var stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        var console = new Console(stream, stream, Terminal.none(), Map.of());
        var clock = new BrokenClock();
        var scenarios = ScenarioCatalog.standard();
        var session = new Session(new Surroundings(
                Map.of(),
                scenarios,
                new TargetCatalog(directory),
                BuiltInKinds.ALL,
                clock,
                Uncalibrated.CEILING,
                StudyPredictions::added,
                Version.tool()));
        var run = new RunCommand(console, scenarios, session, clock);

        int exit = new CommandLine(run)
                .setExecutionExceptionHandler(new Failures(console))
                .execute(scenario.toString(), "-o", result.toString());

        assertThat(exit).isEqualTo(ExitCode.INTERNAL.code());
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("out of order");
        assertThat(result).doesNotExist();
    }
}
