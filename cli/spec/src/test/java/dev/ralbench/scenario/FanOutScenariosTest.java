package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scenarios of the fan-out study compare, and that their variants differ in nothing else. */
class FanOutScenariosTest {
    @ParameterizedTest
    @CsvSource({
        "fan-out-1, sequential pooled-dropping pooled-caller-runs coroutines virtual-threads virtual-threads-in-order",
        "fan-out-10x10, sequential pooled-dropping pooled-caller-runs pooled-unbounded pooled-failing coroutines"
                + " virtual-threads virtual-threads-in-order",
        "fan-out-users, pooled-dropping pooled-caller-runs pooled-unbounded pooled-failing coroutines virtual-threads",
        "fan-out-c100, sequential pooled-dropping pooled-caller-runs coroutines virtual-threads",
        "fan-out-netty, coroutines-tomcat coroutines-netty reactive sequential-netty pooled-netty"
    })
    void theVariants(String name, String variants) {
        assertThat(scenario(name).variants()).extracting(Variant::name).containsExactly(variants.split(" ", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fan-out-1", "fan-out-10x10", "fan-out-users", "fan-out-c100", "fan-out-netty"})
    void allVariantsHaveTheSameStepsAndSizes(String name) {
        var variants = scenario(name).variants();

        assertThat(variants)
                .extracting(FanOutScenariosTest::apartFromTheTechnique)
                .containsOnly(apartFromTheTechnique(variants.getFirst()));
        assertThat(apartFromTheTechnique(variants.getFirst())).containsKey("cpuStep");
    }

    @ParameterizedTest
    @CsvSource({"fan-out-1, v1 v2 v3", "fan-out-10x10, v1 v2 v3", "fan-out-c100, v1 v2 v3", "fan-out-users, v2 v3"})
    void publishedVariantsSayTheirNamesInTheStudy(String name, String published) {
        var known = Map.of("sequential", "v1", "pooled-dropping", "v2", "coroutines", "v3");

        assertThat(scenario(name).variants())
                .allSatisfy(variant ->
                        assertThat(variant.published()).isEqualTo(Optional.ofNullable(known.get(variant.name()))));
        assertThat(scenario(name).variants().stream().flatMap(variant -> variant.published().stream()))
                .containsExactly(published.split(" ", -1));
    }

    /** The state that has v1 and v2 on Netty has v3 there, too. */
    @Test
    void onNettyAllThreeVersionsArePublished() {
        var onNetty = scenario("fan-out-netty").variants().stream()
                .filter(variant -> builtIn(variant).name().equals("fan-out-netty"))
                .toList();

        assertThat(onNetty)
                .extracting(Variant::name, Variant::published)
                .containsExactly(
                        tuple("coroutines-netty", Optional.of("v3")),
                        tuple("reactive", Optional.empty()),
                        tuple("sequential-netty", Optional.of("v1")),
                        tuple("pooled-netty", Optional.of("v2")));
        assertThat(onNetty)
                .allSatisfy(variant -> assertThat(with(variant))
                        .containsEntry("eventLoops", "4")
                        .containsEntry("upstreamConnections", "0"));
        assertThat(onNetty.stream().filter(variant -> variant.expectFailures().isPresent()))
                .extracting(Variant::name)
                .containsExactly("sequential-netty", "pooled-netty");
    }

    /** Else what hangs could hang because its tasks were dropped, or be answered because an event loop is free. */
    @ParameterizedTest
    @ValueSource(strings = {"", "quick"})
    void onNettyNothingIsDroppedAndEachEventLoopHasAUser(String profile) {
        assertThat(with(variant("fan-out-netty", "pooled-netty"))).containsEntry("queue", "-1");
        assertThat(load("fan-out-netty", profile).timeline().maxUsers()).isEqualTo(4);
    }

    private static Map<String, String> apartFromTheTechnique(Variant variant) {
        var options = new HashMap<>(with(variant));
        options.keySet().removeAll(Set.of("rejected", "queue", "virtualThreads", "eventLoops"));
        return options;
    }

    @Test
    void theTwoOrdersOfVirtualThreadsDifferInThePathAlone() {
        for (var name : List.of("fan-out-1", "fan-out-10x10")) {
            var first = variant(name, "virtual-threads");
            var inOrder = variant(name, "virtual-threads-in-order");

            assertThat(with(inOrder)).isEqualTo(with(first)).containsEntry("virtualThreads", "true");
            assertThat(first.request().path()).startsWith("/virtual-threads/fan-out?");
            assertThat(inOrder.request().path()).startsWith("/virtual-threads-in-order/fan-out?");
        }
    }

    @Test
    void theExecutorIsTriedInEachOfItsFourWays() {
        var rejected = Stream.of("pooled-dropping", "pooled-caller-runs", "pooled-unbounded", "pooled-failing")
                .map(name -> with(variant("fan-out-10x10", name)))
                .map(with -> with.getOrDefault("rejected", "queue " + with.get("queue")));

        assertThat(rejected).containsExactly("drop", "caller-runs", "queue -1", "fail");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "quick"})
    void hangingIsLookedForBetweenOneUserAndTen(String profile) {
        var load = load("fan-out-users", profile);

        var levels = (LoadShape.Sequence) ((LoadShape.WarmedUp) load.shape()).shape();
        assertThat(levels.parts())
                .extracting(part -> ((LoadShape.LoopsPerUser) part).users())
                .containsExactly(1, 2, 3, 5, 10);
    }

    @Test
    void aHundredUsersFindTheirConnectionsToTheUpstreamOpen() {
        assertThat(scenario("fan-out-c100").variants())
                .allSatisfy(variant -> assertThat(with(variant)).containsEntry("upstreamConnections", "400"));
    }

    @Test
    void aHundredUsersAreAlsoTriedWithAConnectionForEachRequest() {
        var closing = ScenarioCatalog.standard()
                .find("fan-out-c100")
                .resolve(Overrides.none().withProfile("closing"))
                .scenario();

        assertThat(closing.load().keepAlive()).isFalse();
        assertThat(scenario("fan-out-c100").load().keepAlive()).isTrue();
    }

    private static Scenario scenario(String name) {
        return ScenarioCatalog.standard().find(name).resolve(Overrides.none()).scenario();
    }

    private static Variant variant(String scenario, String name) {
        return scenario(scenario).variants().stream()
                .filter(variant -> variant.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, String> with(Variant variant) {
        return builtIn(variant).with();
    }

    private static TargetChoice.BuiltIn builtIn(Variant variant) {
        return (TargetChoice.BuiltIn) variant.target();
    }

    /** @param profile empty for none */
    private static LoadPlan load(String scenario, String profile) {
        var overrides = profile.isEmpty() ? Overrides.none() : Overrides.none().withProfile(profile);
        return ScenarioCatalog.standard()
                .find(scenario)
                .resolve(overrides)
                .scenario()
                .load();
    }
}
