package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.load.LoadShape;
import dev.ralbench.secret.Secrets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scenarios of the batching study ask, and that their variants differ in nothing else. */
class BatchingScenariosTest {

    @ParameterizedTest
    @ValueSource(strings = {"batching-c300", "batching-jvm-c300", "batching-classes"})
    void theLastLevelIsTheLoadOfAb(String name) {
        var load = scenario(name).load();
        var parts = ((LoadShape.Sequence) load.shape()).parts();

        assertThat(parts.getLast()).isEqualTo(new LoadShape.ConstantUsers(300, Duration.ofSeconds(10)));
        assertThat(load.keepAlive()).isFalse();
        assertThat(load.timeout()).isEqualTo(Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @CsvSource({"batching-c300, 1131", "batching-jvm-c300, 1131", "batching-classes, 1151", "batching-failing, 1131"})
    void eachAnswerIsHeldAgainstThePublishedLength(String name, long bytes) {
        assertThat(scenario(name).variants())
                .allSatisfy(variant ->
                        assertThat(variant.request().expect().bodyBytes()).isEqualTo(OptionalLong.of(bytes)));
    }

    @Test
    void theStudyHasADocumentStoreOfAMillion() {
        var scenario = scenario("batching-c300");

        var store = scenario.needs().find(DeclaredMongoDb.class).orElseThrow();
        assertThat(store.documents()).isEqualTo(Map.of("worms", 1_000_000L));
        assertThat(store.load().orElseThrow().command()).endsWith(" seed --documents=1000000 --query=17ms");
        assertThat(store.load().orElseThrow().files()).contains(Map.of());
        assertThat(scenario.expected().reference()).contains("worms.batching-c300");
        assertThat(scenario.variants())
                .extracting(Variant::name)
                .containsExactly("plain", "batching", "serialised-once", "batching-as-printed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"batching-jvm-c300", "batching-classes", "batching-failing"})
    void theJvmHasATableOfAMillionAndItsCalibration(String name) {
        var tables =
                scenario(name).needs().find(DeclaredMySql.class).orElseThrow().tables();

        assertThat(tables).containsOnlyKeys("worms", "calibration");
        assertThat(tables.get("worms"))
                .isNotNull()
                .extracting(DeclaredSql.ExpectedTable::rows)
                .isEqualTo(1_000_000L);
    }

    @Test
    void threeHundredUsersAskForThreeHundredClasses() {
        var expected = IntStream.range(0, 300).mapToObj("class-%03d"::formatted).toList();

        assertThat(scenario("batching-classes").variants())
                .hasSize(5)
                .allSatisfy(variant -> assertThat(classes(variant)).isEqualTo(expected));
        assertThat(scenario("batching-c300", "classes").variants())
                .hasSize(3)
                .allSatisfy(variant -> assertThat(classes(variant)).isEqualTo(expected));
    }

    private static List<String> classes(Variant variant) {
        var request = variant.request().filled(Secrets.none());
        return IntStream.range(0, 300)
                .mapToObj(user -> request.ofUser(user).path().text())
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"batching-c300", "batching-jvm-c300", "batching-classes"})
    void fiveUsersPredictThreeHundredWhereEachHasAQueryOfItsOwn(String name) {
        var scenario = scenario(name);

        assertThat(scenario.load().timeline().levels())
                .anyMatch(level -> level.name().equals("5"));
        assertThat(scenario.expected().predictions()).containsKey("plain").allSatisfy((variant, prediction) -> {
            assertThat(prediction.workers()).isEqualTo(OptionalInt.of(5));
            assertThat(prediction.serviceAt()).isEqualTo(OptionalInt.of(5));
        });
    }

    @Test
    void theControlDiffersInKeepAliveAlone() {
        var published = scenario("batching-c300").load();
        var control = scenario("batching-c300", "keep-alive").load();

        assertThat(control.keepAlive()).isTrue();
        assertThat(control.shape()).isEqualTo(published.shape());
    }

    @Test
    void whereQueriesFailRequestsAreExpectedTo() {
        assertThat(scenario("batching-failing").variants())
                .hasSize(3)
                .allSatisfy(variant -> assertThat(variant.expectFailures()).isPresent());
        assertThat(scenario("batching-c300", "failing").variants())
                .hasSize(2)
                .allSatisfy(variant -> assertThat(variant.expectFailures()).isPresent());
    }

    private static Scenario scenario(String name, String... profile) {
        return ScenarioCatalog.standard()
                .find(name)
                .resolve(new Overrides(Stream.of(profile).findFirst(), List.of(), List.of()))
                .scenario();
    }
}
