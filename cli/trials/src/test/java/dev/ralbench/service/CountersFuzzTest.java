package dev.ralbench.service;

import static dev.ralbench.testing.FuzzTarget.ofText;
import static dev.ralbench.testing.FuzzTarget.refusable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.FuzzTarget;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Counters that services publish, and texts with placeholders, in whatever state. */
class CountersFuzzTest {
    private static final int HEADER_BYTES = 32;
    private static final int ENTRY_BYTES = 48;

    @TestFactory
    Stream<DynamicTest> everyCounterIsReadOrUnknown() {
        return FuzzTarget.tests(targets());
    }

    static List<FuzzTarget> targets() {
        return List.of(
                ofText(
                        "counters-page",
                        List.of("# TYPE a counter\na_total 12\nb{c=\"d e\",f=\"}\"} 1.5e3 1700000000\n", """
                                nodejs_heap_size_used_bytes 5000
                                nodejs_gc_duration_seconds_count{kind="minor"} 3
                                nodejs_eventloop_lag_seconds_sum 0.5
                                nodejs_eventloop_lag_seconds_bucket{le="0.01"} 3
                                nodejs_eventloop_lag_seconds_bucket{le="+Inf"} 4
                                """),
                        List.of(
                                "_total",
                                "{le=\"",
                                "\"} ",
                                "NaN",
                                "+Inf",
                                "-Inf",
                                "1e400",
                                "0x1p3",
                                "1.2.3",
                                ".",
                                "nodejs_eventloop_lag_seconds_bucket{le=\""),
                        CountersFuzzTest::readPage),
                new FuzzTarget(
                        "hsperfdata",
                        List.of(perfData()),
                        List.of("\0\0\0\0", "\u007f\u007f\u007f\u007f"),
                        bytes -> HsPerfData.parse(bytes).ifPresent(data -> data.number("a"))),
                ofText(
                        "placeholders",
                        List.of("run ${jar} '${port}' \"${mysql.host:-${port}}\"", "${a:-${b:-c}} ${x"),
                        List.of("${", "}", ":-", "${port}", "\\", "'", "\"", "${mysql.port:-"),
                        CountersFuzzTest::expand),
                ofText(
                        "target-manifest",
                        manifests(),
                        List.of(
                                "node: { main: x }\n",
                                "jar: x.jar\n",
                                "calibrate: ",
                                "env: ",
                                "options: ",
                                "counters: /c\n",
                                "${value}",
                                "${jar}",
                                "${port}",
                                "${options}",
                                "${jvmFlags}",
                                "'",
                                "<<: ",
                                "&a ",
                                "*a"),
                        text -> refusable(() -> TargetManifest.parse("target.yaml", text))));
    }

    /** Those of the targets that come with ralbench. */
    private static List<String> manifests() {
        try (var targets = Files.walk(Repository.path("targets"), 2)) {
            return targets.filter(file -> file.endsWith("target.yaml"))
                    .sorted()
                    .map(Repository::text)
                    .map(text -> text.replaceAll("(?m) *#.*$", ""))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One number and one text, as HotSpot lays them out. */
    private static byte[] perfData() {
        var bytes = ByteBuffer.allocate(HEADER_BYTES + 2 * ENTRY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.order(ByteOrder.BIG_ENDIAN).putInt(0, 0xcafec0c0).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(4, (byte) 1).putInt(24, HEADER_BYTES).putInt(28, 2);
        entry(bytes, HEADER_BYTES, 'J', 0);
        entry(bytes, HEADER_BYTES + ENTRY_BYTES, 'B', 8);
        return bytes.array();
    }

    private static void entry(ByteBuffer bytes, int at, char type, int elements) {
        bytes.putInt(at, ENTRY_BYTES)
                .putInt(at + 4, 20)
                .putInt(at + 8, elements)
                .put(at + 12, (byte) type)
                .putInt(at + 16, 32);
        bytes.put(at + 20, "a".getBytes(StandardCharsets.US_ASCII)).putLong(at + 32, 7);
    }

    private static void readPage(String text) {
        var values = CountersPage.parse(text);
        assertThat(values.values()).allMatch(Double::isFinite);
        values.keySet().forEach(CountersPage::isCounter);
        var counters = NodeProbe.NodeCounters.of(values);
        var none = NodeProbe.NodeCounters.of(Map.of());
        var seen = counters.since(none, 0);
        assertThat(seen.lag().meanMillis().orElse(0)).isFinite();
        assertThat(seen.lag().p99Millis().orElse(0)).isFinite();
        assertThat(seen.collectionMillis()).isFinite();
    }

    private static void expand(String text) {
        var values = Map.of("jar", "a b.jar", "port", "80", "value", "'\"\\$");
        refusable(() -> CommandTemplate.expandText("here", text, values));
        refusable(() -> new CommandTemplate("here", text, Map.of()).expand(values));
    }
}
