package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ralbench.load.LoadPlan;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BuiltInScenariosTest {
    private static final ScenarioCatalog CATALOG = ScenarioCatalog.standard();

    @ParameterizedTest
    @MethodSource("dev.ralbench.scenario.BuiltIns#inEachProfile")
    void everyBuiltInIsReadableInEachProfile(BuiltIns.InProfile builtIn) {
        assertThat(builtIn.resolved().scenario().variants()).isNotEmpty();
    }

    @Test
    void everyBuiltInIsNamedLikeItsFile() {
        for (var name : BuiltInScenarios.texts().keySet()) {
            assertThat(CATALOG.find(name).name()).isEqualTo(name);
        }
    }

    @ParameterizedTest
    @CsvSource({"delay-0", "delay-200", "delay-500"})
    void theDelayStudyOffersThePublishedLoad(String name) {
        var timeline = plan(name, Overrides.none()).timeline();

        // The integral of the published profile, cut at 120 s.
        assertThat(timeline.userSeconds()).hasValue(71_680);
        assertThat(timeline.maxUsers()).isEqualTo(1024);
        assertThat(timeline.plannedSeconds()).hasValue(120);
    }

    @ParameterizedTest
    @CsvSource({"delay-0", "delay-200", "delay-500"})
    void theQuickProfileIsTheSameLoadInAFifthOfTheTime(String name) {
        var timeline = plan(name, Overrides.none().withProfile("quick")).timeline();

        assertThat(timeline.userSeconds()).hasValue(71_680 / 5.0);
        assertThat(timeline.maxUsers()).isEqualTo(1024);
        assertThat(timeline.plannedSeconds()).hasValue(24);
    }

    @Test
    void delay200IsWhatTheStudySays() {
        var scenario = CATALOG.find("delay-200").resolve(Overrides.none()).scenario();
        var first = scenario.variants().getFirst();

        assertThat(scenario.variants())
                .extracting(Variant::name)
                .containsExactly("imperative", "virtual-threads", "reactive", "coroutines");
        assertThat(first.target()).isEqualTo(new TargetChoice.BuiltIn("tomcat", Map.of("delay", "200ms")));
        assertThat(first.request().path()).isEqualTo("/imperative/endpoint?delay=200ms");
        assertThat(first.request().headers()).isEqualTo(Map.of("Accept", "application/json", "User-Agent", "ralbench"));
        assertThat(first.request().expect().bodyBytes()).isEqualTo(OptionalLong.of(0));
        assertThat(scenario.variants().get(1).target())
                .isEqualTo(new TargetChoice.BuiltIn(
                        "tomcat", Map.of("virtualThreads", "true", "keepAliveRequests", "-1", "delay", "200ms")));
        assertThat(scenario.variants().getLast().target())
                .isEqualTo(new TargetChoice.BuiltIn("netty", Map.of("delay", "200ms", "technique", "coroutines")));
        assertThat(scenario.expected().predictions().get("imperative"))
                .isEqualTo(new Prediction(Duration.ofMillis(200), OptionalInt.of(200), Optional.empty()));
        assertThat(scenario.jvmFlags()).isEqualTo(List.of("-Xms1G", "-Xmx2G"));
        assertThat(scenario.expected().reference()).contains("imp.delay-200");
    }

    @Test
    void withoutADelayEachServerIsAlsoTriedWithTheConnectionsOfTheOther() {
        var variants =
                CATALOG.find("delay-0").resolve(Overrides.none()).scenario().variants();

        assertThat(variants)
                .extracting(Variant::name, Variant::target)
                .containsExactly(
                        tuple("imperative", target("tomcat", Map.of())),
                        tuple(
                                "virtual-threads",
                                target("tomcat", Map.of("virtualThreads", "true", "keepAliveRequests", "-1"))),
                        tuple("reactive", target("netty", Map.of())),
                        tuple("coroutines", target("netty", Map.of("technique", "coroutines"))),
                        tuple("imperative-keep-alive", target("tomcat", Map.of("keepAliveRequests", "-1"))),
                        tuple("reactive-closing", target("netty", Map.of("keepAliveRequests", "100"))));
    }

    private static TargetChoice target(String name, Map<String, String> with) {
        return new TargetChoice.BuiltIn(name, with);
    }

    @Test
    void builtInsAreFoundInAJarToo(@TempDir Path directory) throws IOException {
        var jar = directory.resolve("with space.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (var entry : List.of("dev/x/scenario.schema.json", "dev/x/b.yaml", "dev/x/a.yaml", "dev/other.yaml")) {
                out.putNextEntry(new ZipEntry(entry));
                out.write(entry.getBytes(StandardCharsets.UTF_8));
            }
        }

        var anchor = URI.create("jar:" + jar.toUri() + "!/dev/x/scenario.schema.json")
                .toURL();

        assertThat(BuiltInScenarios.textsNextTo(anchor))
                .containsExactly(Map.entry("a", "dev/x/a.yaml"), Map.entry("b", "dev/x/b.yaml"));
    }

    private static LoadPlan plan(String name, Overrides overrides) {
        return CATALOG.find(name).resolve(overrides).scenario().load();
    }
}
