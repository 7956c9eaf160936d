package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.ResourceLimits;
import dev.ralbench.load.Level;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.yaml.DurationSyntax;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scenarios of the study of combined calls ask, and that their variants differ in nothing else. */
class CombinedScenariosTest {
    private static final String PUBLISHED =
            "sequence=/seq/combined, parallel=/parallel/combined, reactive=/webflux/combined";

    @ParameterizedTest
    @CsvSource({"combined-c10, 10, 200", "combined-c100, 100, 2000"})
    void theLoadIsThatOfAb(String name, int users, long requests) {
        var load = scenario(name).load();

        assertThat(load.shape()).isEqualTo(new LoadShape.TotalRequests(users, requests));
        assertThat(load.keepAlive()).isFalse();
        assertThat(load.timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(load.onFailure()).isEqualTo(LoadPlan.OnFailure.ABORT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"combined-c10", "combined-c100"})
    void thePublishedVariantsComeFirstAtTheirPublishedPathsAndTimes(String name) {
        var published = scenario(name).variants().subList(0, 3);

        assertThat(published)
                .extracting(variant -> variant.name() + "=" + variant.request().path())
                .containsExactly(PUBLISHED.split(", "));
        assertThat(published).allSatisfy(variant -> assertThat(with(variant)).isEmpty());
        assertThat(scenario(name).variants())
                .allSatisfy(variant ->
                        assertThat(variant.request().expect().bodyBytes()).isEqualTo(OptionalLong.of(7)));
        assertThat(scenario(name).jvmFlags()).containsExactly("-Xms1G", "-Xmx2G");
        assertThat(scenario(name).expected().reference()).contains("par." + name);
    }

    /** As curl -I sent it, to what ab was pointed at later. */
    @Test
    void aSingleUserAsksThePublishedVariantsByHead() {
        var single = scenario("combined-head");

        assertThat(single.load().timeline().levels()).extracting(Level::name).containsExactly("1 cold", "1 warm");
        assertThat(single.variants())
                .extracting(variant -> variant.name() + "=" + variant.request().path())
                .containsExactly(PUBLISHED.split(", "));
        assertThat(single.variants()).allSatisfy(variant -> {
            assertThat(variant.request().method()).isEqualTo("HEAD");
            assertThat(with(variant)).isEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"combined-c10", "combined-c100"})
    void theQuickProfileIsATenthOfEachTime(String name) {
        var published = scenario(name);
        var quick = scenario(name, "quick");

        assertThat(quick.load().shape()).isEqualTo(published.load().shape());
        assertThat(quick.load().timeout()).isEqualTo(published.load().timeout().dividedBy(10));
        assertThat(quick.variants()).allSatisfy(variant -> {
            var times = with(variant);
            assertThat(times).containsEntry("poll", "20ms");
            if (!times.containsKey("slowApi")) {
                assertThat(times).containsEntry("sleep", "200ms").containsEntry("idle", "6s");
            }
        });
        var tenths = new HashMap<String, Prediction>();
        published.expected().predictions().forEach((variant, prediction) -> tenths.put(variant, tenth(prediction)));
        assertThat(quick.expected().predictions()).isEqualTo(tenths).isNotEmpty();
    }

    private static Prediction tenth(Prediction prediction) {
        return new Prediction(
                prediction.delay().dividedBy(10),
                prediction.workers(),
                prediction.cpu(),
                prediction.poll().map(poll -> poll.dividedBy(10)),
                prediction.calls(),
                prediction
                        .threads()
                        .map(threads -> new Prediction.Threads(
                                threads.base(),
                                threads.perUser(),
                                threads.perRequest(),
                                threads.idle().map(idle -> idle.dividedBy(10)),
                                threads.kept(),
                                threads.eventLoops())),
                prediction.executor(),
                prediction.serviceAt());
    }

    /** What is predicted is of the server that is measured. */
    @ParameterizedTest
    @CsvSource({"combined-c10, ''", "combined-c10, quick", "combined-c100, ''", "combined-c100, quick"})
    void predictionsPollAsOftenAsTheirVariantsAndShareTheSameWorkers(String name, String profile) {
        var scenario = profile.isEmpty() ? scenario(name) : scenario(name, profile);

        var parallel = prediction(scenario, "parallel").orElseThrow();
        var threads = parallel.threads().orElseThrow();
        assertThat(parallel.calls()).hasValue(2);
        assertThat(parallel.workers()).hasValue(200);
        assertThat(threads.perRequest() + threads.kept()).isEqualTo(3);
        assertThat(threads.idle()).contains(DurationSyntax.parse(profile.isEmpty() ? "60s" : "6s"));
        assertThat(scenario.variants())
                .allSatisfy(variant -> prediction(scenario, variant.name())
                        .flatMap(Prediction::poll)
                        .ifPresent(poll -> assertThat(poll)
                                .isEqualTo(DurationSyntax.parse(with(variant).getOrDefault("poll", "200ms")))));
    }

    private static Optional<Prediction> prediction(Scenario scenario, String variant) {
        return Optional.ofNullable(scenario.expected().predictions().get(variant));
    }

    /** Calls of another process take no worker. */
    @ParameterizedTest
    @ValueSource(strings = {"combined-c10", "combined-c100"})
    void apartNothingIsShared(String name) {
        assertThat(scenario(name, "apart").expected().predictions().values())
                .isNotEmpty()
                .noneMatch(prediction -> prediction.calls().isPresent());
    }

    @ParameterizedTest
    @ValueSource(strings = {"combined-c10", "combined-c100"})
    void apartAllCallTheOtherProcess(String name) {
        var apart = scenario(name, "apart");

        assertThat(apart.needs().has("upstream")).isTrue();
        assertThat(apart.variants())
                .allSatisfy(variant -> assertThat(with(variant)).containsEntry("slowApi", "upstream"));
    }

    @Test
    void thePublishedVariantsMayHaveSoFewFilesThatOneOfThemFails() {
        var published = scenario("combined-c100");
        var limited = scenario("combined-c100", "file-limit");
        int most = 4096;

        assertThat(limited.load()).isEqualTo(published.load());
        assertThat(limited.variants())
                .allSatisfy(variant -> assertThat(variant.limits())
                        .isEqualTo(
                                List.of("sequence", "parallel", "reactive").contains(variant.name())
                                        ? new ResourceLimits(
                                                Optional.empty(), Optional.of(most), Optional.empty(), Optional.empty())
                                        : ResourceLimits.none()));
        assertThat(limited.variants())
                .filteredOn(variant -> variant.expectFailures().isPresent())
                .extracting(Variant::name)
                .containsExactly("parallel", "shared");
    }

    @Test
    void withTenUsersNoOtherProcessIsNeeded() {
        assertThat(scenario("combined-c10").needs().isEmpty()).isTrue();
        assertThat(scenario("combined-c100").variants())
                .filteredOn(variant -> with(variant).containsKey("slowApi"))
                .extracting(Variant::name)
                .isEqualTo(List.of("reactive-apart"));
    }

    private static Scenario scenario(String name) {
        return ScenarioCatalog.standard().find(name).resolve(Overrides.none()).scenario();
    }

    private static Scenario scenario(String name, String profile) {
        return ScenarioCatalog.standard()
                .find(name)
                .resolve(Overrides.none().withProfile(profile))
                .scenario();
    }

    private static Map<String, String> with(Variant variant) {
        return ((TargetChoice.BuiltIn) variant.target()).with();
    }
}
