package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.metric.DependencyMetrics;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.process.InstalledNode;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of the target on Node.js with a small collection, and runs of a machine without Node.js. */
class ExpressIT {
    private static final String SCENARIO = """
            schema: 1
            name: mine
            request: { path: /api/v1/worms/utilize }
            load: { closed: { constant: { users: 20, hold: 2s } } }
            needs:
              mongodb:
                database: wormery
                load:
                  command: ${java} -jar ${document-store.jar} seed --documents=6000 --tenth=3000
                  env: { MONGODB_URL: "${mongodb.url}", MONGODB_DATABASE: "${mongodb.database}" }
                  files: []
            work: { same: nothing }
            variants:
            """;

    private static final String PLAIN = "  plain: { target: express }\n";
    private static final String BATCHING = "  batching: { target: express, with: { technique: batching } }\n";
    private static final String JVM = "  jvm: { target: mini, path: /work }\n";

    @TempDir
    private Path directory;

    private Shell.CommandResult run(Map<String, String> environment, String variants) throws IOException {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), SCENARIO + variants);
        return new Shell(environment)
                .execute("run", scenario.toString(), "--runtime", "process", "-o", file().toString());
    }

    private Path file() {
        return directory.resolve("result.json");
    }

    private static double value(RunResult run, String variant, Metric metric) {
        var whole = run.lastAttempts().stream()
                .filter(trial -> trial.id().variant().equals(variant))
                .flatMap(trial -> trial.measurement().stream())
                .findFirst()
                .orElseThrow()
                .wholeRun();
        return metric.of(whole).orElseThrow();
    }

    @Test
    void requestsShareQueriesAndNodeIsLookedInto() throws IOException {
        TestNode.orSkip();

        var outcome = run(Map.of(), PLAIN + BATCHING);

        assertThat(outcome.exit()).as(outcome.err()).isIn(0, 6); // a busy machine makes a run invalid, not this one
        var result = ResultFile.read(file());
        assertThat(value(result, "plain", DependencyMetrics.MONGODB_PER_REQUEST))
                .isGreaterThan(0.9);
        assertThat(value(result, "batching", DependencyMetrics.MONGODB_PER_REQUEST))
                .isLessThan(0.5);
        assertThat(value(result, "batching", RequestMetrics.ERRORS)).isZero();
        assertThat(value(result, "batching", ProcessMetrics.HEAP_PEAK)).isGreaterThan(1 << 20);
        assertThat(value(result, "batching", ProcessMetrics.LOOP_LAG)).isPositive();
        assertThat(outcome.out()).contains("loop lag").contains("heap of plain, batching: ");
    }

    @Test
    void withoutNodeARunGoesOnWithTheOthersAndSaysSo() throws IOException {
        var outcome = run(Map.of(InstalledNode.VARIABLE, "/no/node"), PLAIN + JVM + BATCHING);

        assertThat(outcome.exit()).as(outcome.err()).isIn(0, 6);
        assertThat(outcome.err().lines().filter(line -> line.startsWith("skipped: ")))
                .singleElement()
                .asString()
                .startsWith(
                        "skipped: plain, batching: Node.js 18 or newer is missing: /no/node is not Node.js; install it");
        assertThat(outcome.out()).contains("skipped: plain, batching: Node.js 18 or newer is missing");
        var result = ResultFile.read(file());
        assertThat(result.skippedVariants()).containsOnlyKeys("plain", "batching");
        assertThat(result.layout().order())
                .allSatisfy(block -> assertThat(block).containsExactly("jvm"));
        assertThat(value(result, "jvm", RequestMetrics.GOODPUT)).isPositive();
    }

    @Test
    void withoutNodeAndWithoutAnyOtherVariantThereIsNothingToMeasure() throws IOException {
        var outcome = run(Map.of(InstalledNode.VARIABLE, "/no/node"), PLAIN + BATCHING);

        assertThat(outcome.exit()).isEqualTo(7);
        assertThat(outcome.err())
                .contains("no variant of mine can be measured")
                .contains("/no/node is not Node.js")
                .contains("apt install nodejs npm");
        assertThat(file()).doesNotExist();
    }
}
