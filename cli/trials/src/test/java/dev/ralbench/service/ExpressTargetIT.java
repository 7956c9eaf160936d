package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.http.ControlClient;
import dev.ralbench.process.ProcessStarter;
import dev.ralbench.process.UserCache;
import dev.ralbench.secret.Secrets;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.NeedsNode;
import dev.ralbench.testing.NodeTargets;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Starters;
import dev.ralbench.testing.TestNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The target on Node.js: what its own tests say, and what can be seen inside it. */
@NeedsNode
@Timeout(120)
class ExpressTargetIT {
    private static final Pattern TESTS = Pattern.compile("^# pass (\\d+)$", Pattern.MULTILINE);
    /** Fewer would mean that most of them were not found. */
    private static final int LEAST_TESTS = 40;

    @TempDir
    private Path directory;

    private static TargetDefinition.Launched definition() throws InterruptedException {
        return NodeTargets.withLibraries(new TargetCatalog(Repository.ROOT).definition("express", Map.of(), List.of()));
    }

    @Test
    void theJavaScriptPassesItsOwnTests() throws Exception {
        var sources = definition().program().sources().orElseThrow();
        var builder = new ProcessBuilder(TestNode.executable().toString(), "--test", "--test-reporter=tap")
                .directory(sources.toFile())
                .redirectErrorStream(true);
        builder.environment()
                .put("NODE_PATH", definition().variables("0", placeholders()).get("NODE_PATH"));

        var tests = builder.start();
        var said = new String(tests.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(tests.waitFor()).as(said).isZero();
        var passed = TESTS.matcher(said);
        assertThat(passed.find()).as(said).isTrue();
        assertThat(Integer.parseInt(passed.group(1))).isGreaterThanOrEqualTo(LEAST_TESTS);
    }

    @Test
    void itsEventLoopAndItsHeapAreSeen() throws Exception {
        try (var starter = Starters.withNode();
                var client = new ControlClient();
                var target = start(starter, client);
                var probe = new TargetProbes(
                                Clock.system(), Starters.directories(new UserCache(directory.resolve("cache"))))
                        .open(target)
                        .orElseThrow()) {
            probe.poll();
            var seen = probe.nextWindow().orElseThrow();

            assertThat(seen.source()).isEqualTo("node+proc");
            assertThat(seen.jvm()).isEmpty();
            assertThat(seen.osThreadsPeak()).isPositive();
            var node = seen.node().orElseThrow();
            assertThat(node.heapPeakBytes()).isGreaterThan(1 << 20);
            assertThat(node.lag().sumMillis()).isNotNegative();
        }
    }

    /** Without its store it is up and not ready: its page of counters answers. */
    private RunningTarget start(ProcessStarter starter, ControlClient client) throws InterruptedException {
        var launched = definition();
        var responding = Copy.of(launched)
                .with("ready", new ReadyCondition.Http(launched.countersPath().orElseThrow()))
                .made();
        return new TargetLauncher(starter, client, Clock.system(), Secrets.none())
                .start(responding, placeholders(), directory.resolve("log"));
    }

    private static Map<String, String> placeholders() {
        return Map.of("mongodb.url", "mongodb://127.0.0.1:1", "mongodb.database", "wormery");
    }
}
