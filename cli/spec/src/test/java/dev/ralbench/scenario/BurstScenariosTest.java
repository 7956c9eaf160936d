package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadShape;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scenarios of the burst study compare, and that no variant is predicted from another delay than it has. */
class BurstScenariosTest {
    private static final Set<String> WITH_A_DELAY_OF_THEIR_OWN = Set.of("netty-blocking", "netty-blocking-host-loops");

    @ParameterizedTest
    @CsvSource({
        "netty-io, netty, /api/test, test1",
        "netty-scope-only, netty, /api/test3, test2",
        "netty-blocking, netty, /api/test2, test3",
        "tomcat-io, burst-tomcat, /api/test, test4",
        "tomcat-scope-only, burst-tomcat, /api/test3, test5",
        "tomcat-blocking, burst-tomcat, /api/test2, test6",
        "netty-default-dispatcher, netty, /api/default, ",
        "tomcat-virtual-threads, burst-tomcat, /api/test2, ",
        "netty-blocking-host-loops, netty, /api/test2, "
    })
    void theVariants(String name, String target, String path, String published) {
        var variant = scenario("burst-1000", "").variants().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();

        assertThat(((TargetChoice.BuiltIn) variant.target()).name()).isEqualTo(target);
        assertThat(variant.published()).isEqualTo(Optional.ofNullable(published));
        assertThat(variant.request().method()).isEqualTo("POST");
        assertThat(variant.request().path()).isEqualTo(path);
        assertThat(with(variant).get("eventLoops"))
                .isEqualTo(target.equals("netty") && !name.endsWith("host-loops") ? "8" : null);
    }

    @ParameterizedTest
    @CsvSource({"burst-1000, '', 30s", "burst-1000, quick, 3s", "burst-timeout, '', 30s", "burst-timeout, quick, 3s"})
    void eachWaitsAsLongAsPublishedOrATenthOfIt(String name, String profile, String delay) {
        var delays = scenario(name, profile).variants().stream()
                .filter(variant -> !WITH_A_DELAY_OF_THEIR_OWN.contains(variant.name()))
                .map(variant -> with(variant).get("delay"));

        assertThat(delays).containsOnly(delay);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "quick"})
    void variantsThatBlockNettyHaveAHundredthOfTheDelay(String profile) {
        var variants = scenario("burst-1000", profile).variants().stream()
                .filter(variant -> WITH_A_DELAY_OF_THEIR_OWN.contains(variant.name()));

        assertThat(variants)
                .hasSize(2)
                .allSatisfy(variant -> assertThat(with(variant)).containsEntry("delay", "300ms"));
    }

    @ParameterizedTest
    @CsvSource({"burst-1000, ''", "burst-1000, quick", "burst-timeout, ''", "burst-timeout, quick"})
    void everyPredictionIsOfTheDelayThatTheVariantHas(String name, String profile) {
        var scenario = scenario(name, profile);
        var delays = scenario.variants().stream()
                .collect(Collectors.toMap(Variant::name, variant -> time(variant, "delay")));

        assertThat(scenario.expected().predictions())
                .isNotEmpty()
                .allSatisfy(
                        (variant, prediction) -> assertThat(prediction.delay()).isEqualTo(delays.get(variant)));
    }

    @Test
    void twoPredictionsHaveWavesAndTheHostsEventLoopsHaveNone() {
        var predictions = scenario("burst-1000", "").expected().predictions();

        assertThat(predictions)
                .hasSize(8)
                .doesNotContainKey("netty-blocking-host-loops")
                .containsEntry(
                        "netty-blocking", new Prediction(Duration.ofMillis(300), OptionalInt.of(8), Optional.empty()))
                .containsEntry(
                        "tomcat-blocking",
                        new Prediction(Duration.ofSeconds(30), OptionalInt.of(200), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "quick"})
    void theTimeoutOfTheServerIsTheDelayInAllButTheCure(String profile) {
        var race = scenario("burst-timeout", profile);

        assertThat(race.variants())
                .extracting(Variant::name)
                .containsExactly("tomcat-io", "tomcat-scope-only", "tomcat-io-raised");
        assertThat(race.variants().subList(0, 2)).allSatisfy(variant -> {
            assertThat(with(variant).get("asyncTimeout"))
                    .isEqualTo(with(variant).get("delay"));
            assertThat(variant.expectFailures()).isPresent();
            assertThat(variant.published()).isPresent();
        });
        var cure = race.variants().getLast();
        assertThat(time(cure, "asyncTimeout")).isGreaterThan(time(cure, "delay"));
        assertThat(cure.expectFailures()).isEmpty();
    }

    /** Nothing hangs for ever, and nothing that is on its way is given up. */
    @ParameterizedTest
    @CsvSource({"burst-1000, 150s", "burst-timeout, 30s"})
    void thereIsTimeForTheLastResponse(String name, String lastResponse) {
        var load = scenario(name, "").load();
        var burst = (LoadShape.Burst) load.shape();

        assertThat(burst.users()).isEqualTo(1000);
        assertThat(burst.loops()).isEqualTo(1);
        assertThat(load.timeout()).isGreaterThan(duration(lastResponse));
        assertThat(burst.within().orElseThrow()).isGreaterThan(load.timeout());
    }

    /** A call takes a hundredth of the published time, and so does the patience of a minute. */
    @Test
    void whoIsImpatientWaitsForAHundredthOfAMinuteForTheSameEventLoops() {
        var impatient = scenario("burst-impatient", "");
        var patient = scenario("burst-1000", "").variants().stream()
                .filter(variant -> variant.name().equals("netty-blocking"))
                .findFirst()
                .orElseThrow();

        assertThat(impatient.load().timeout()).isEqualTo(Duration.ofMinutes(1).dividedBy(100));
        assertThat(((LoadShape.Burst) impatient.load().shape()).users()).isEqualTo(1000);
        assertThat(impatient.variants()).hasSize(1);
        var variant = impatient.variants().getFirst();
        assertThat(with(variant)).isEqualTo(with(patient));
        assertThat(variant.request().path()).isEqualTo(patient.request().path());
        assertThat(variant.published()).isEqualTo(patient.published());
    }

    private static Scenario scenario(String name, String profile) {
        var overrides = profile.isEmpty() ? Overrides.none() : Overrides.none().withProfile(profile);
        return ScenarioCatalog.standard().find(name).resolve(overrides).scenario();
    }

    private static Map<String, String> with(Variant variant) {
        return ((TargetChoice.BuiltIn) variant.target()).with();
    }

    private static Duration time(Variant variant, String option) {
        return duration(Objects.requireNonNull(with(variant).get(option), option));
    }

    private static Duration duration(String text) {
        return Duration.parse("PT" + text.replace("300ms", "0.3s"));
    }
}
