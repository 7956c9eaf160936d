package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.LoadShape;
import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scenario that extends another has what it does not say itself. */
class ExtendsTest {
    private static final String BASE = """
            schema: 1
            name: base
            title: The base
            request: { path: /work, headers: { A: "1", B: "2" }, expect: { status: 200, bodyBytes: 3 } }
            load:
              closed: { stairs: { start: 0, add: 10, times: 2, ramp: 1s, hold: 1s } }
              timeout: 3s
            needs: { mysql: { database: shop, script: shop.sql }, redis: { database: 1 } }
            work: { differs: { two: it is slow } }
            variants:
              one: { target: tomcat, path: /one, with: { workers: 8 }, labels: { a: b } }
              two: { target: { command: "./two ${port}", ready: /up }, expectFailures: it is slow }
              three: { target: netty }
            predict: { one: { delay: 10ms, workers: 8 }, two: { delay: 20ms } }
            reference: imp.delay-200
            profiles:
              quick: { load.timeout: 1s, load.think: 5ms }
              long: { load.timeout: 9s }
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void base() throws IOException {
        Files.createDirectories(directory.resolve("bases"));
        Files.writeString(directory.resolve("bases/base.yaml"), BASE);
        Files.writeString(directory.resolve("bases/shop.sql"), "CREATE TABLE orders (id INT);");
    }

    private Path written(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private ParsedScenario read(String... lines) throws IOException {
        var text = "schema: 1\nname: mine\nextends: bases/base.yaml\n" + String.join("\n", lines) + "\n";
        return ScenarioFile.read(written("mine.yaml", text));
    }

    private Scenario scenario(String... lines) throws IOException {
        return read(lines).resolve(Overrides.none()).scenario();
    }

    private Failure refused(String... lines) {
        var failure = catchThrowableOfType(Failure.class, () -> read(lines));
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        return failure;
    }

    @Test
    void everythingButTheNamesIsTakenOver() throws IOException {
        var mine = scenario();
        var base = ScenarioFile.read(directory.resolve("bases/base.yaml"))
                .resolve(Overrides.none())
                .scenario();

        assertThat(mine.name()).isEqualTo("mine");
        assertThat(mine.title()).as("no other scenario's").isEqualTo("mine");
        assertThat(mine.variants()).isEqualTo(base.variants());
        assertThat(mine.load()).isEqualTo(base.load());
        assertThat(mine.needs()).as("with a script next to the base").isEqualTo(base.needs());
        assertThat(mine.expected().predictions()).isEqualTo(base.expected().predictions());
        assertThat(mine.document()).doesNotContainKey("extends");
    }

    @Test
    void keysAndNamesAreMergedHoweverDeep() throws IOException {
        var mine = scenario(
                "request: { headers: { B: three, C: four }, expect: { status: 201 } }",
                "variants: { one: { with: { keepAliveRequests: -1 } }, four: { target: tomcat } }",
                "predict: { one: { delay: 11ms } }");

        assertThat(mine.variants()).extracting(Variant::name).containsExactly("one", "two", "three", "four");
        var one = mine.variants().getFirst();
        assertThat(one.target())
                .isEqualTo(new TargetChoice.BuiltIn("tomcat", Map.of("workers", "8", "keepAliveRequests", "-1")));
        assertThat(one.request().path()).isEqualTo("/one");
        assertThat(one.request().headers())
                .containsExactly(Map.entry("A", "1"), Map.entry("B", "three"), Map.entry("C", "four"));
        assertThat(one.request().expect().status()).isEqualTo(201);
        assertThat(one.request().expect().bodyBytes()).hasValue(3);
        assertThat(mine.expected().predictions())
                .containsEntry("one", new Prediction(Duration.ofMillis(11), OptionalInt.of(8), Optional.empty()));
    }

    @Test
    void shapesTargetsAndProfilesAreReplaced() throws IOException {
        var mine = read(
                "load: { closed: { constant: { users: 5, hold: 1s } } }",
                "variants: { two: { target: netty } }",
                "profiles: { quick: { load.timeout: 2s } }");
        var plain = mine.resolve(Overrides.none()).scenario();
        var quick = mine.resolve(Overrides.none().withProfile("quick")).scenario();

        assertThat(plain.load().shape()).isInstanceOf(LoadShape.ConstantUsers.class);
        assertThat(plain.load().timeout()).hasSeconds(3);
        assertThat(plain.variants().get(1).target()).isEqualTo(new TargetChoice.BuiltIn("netty", Map.of()));
        assertThat(quick.load().timeout()).hasSeconds(2);
        assertThat(quick.load().think()).isZero();
        assertThat(mine.profiles()).containsExactly("quick", "long");
    }

    @Test
    void oneKindOfLoadTakesThePlaceOfTheOther() throws IOException {
        var mine = scenario("load: { open: { rate: { perSecond: 5, hold: 1s } } }", "profiles: { quick: null }");

        assertThat(mine.load().timeline().open().findAny()).isPresent();
        assertThat(mine.document().get("load"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .doesNotContainKey("closed");
    }

    @Test
    void nothingTakesAway() throws IOException {
        var mine =
                scenario("variants: { two: null, one: { labels: null } }", "needs: { redis: null }", "reference: null");

        assertThat(mine.variants()).extracting(Variant::name).containsExactly("one", "three");
        assertThat(mine.variants().getFirst().labels()).isEmpty();
        assertThat(mine.expected().predictions())
                .as("what was said of it goes, too")
                .containsOnlyKeys("one");
        assertThat(mine.expected().work().differs()).isEmpty();
        assertThat(mine.needs().all()).hasSize(1);
        assertThat(mine.expected().reference()).isEmpty();
    }

    @Test
    void whatIsNotThereCannotBeTakenAway() {
        var failure = refused("variants: { tow: null }", "predict: { three: null }");

        assertThat(failure.why())
                .contains("mine.yaml:4:13: variants.tow: takes away nothing")
                .contains("mine.yaml:5:12: predict.three: takes away nothing");
    }

    @Test
    void eachProblemNamesTheFileThatItIsIn() throws IOException {
        Files.writeString(directory.resolve("bases/base.yaml"), BASE.replace("timeout: 3s", "timeout: 3"));

        assertThat(refused("load: { think: 5 }").why())
                .contains("mine.yaml:4:16: load.think: needs a unit, got 5")
                .contains("bases/base.yaml:7:12: load.timeout: needs a unit, got 3");
    }

    @Test
    void eachValueSaysWhereItComesFrom() throws IOException {
        var resolved = read("load: { timeout: 4s }", "variants: { one: { with: { keepAliveRequests: -1 } } }")
                .resolve(Overrides.none().withProfile("quick"));

        assertThat(Texts.origin(resolved, "request.path")).isEqualTo("/work from " + directory + "/bases/base.yaml:4");
        assertThat(Texts.origin(resolved, "variants.one.with.keepAliveRequests"))
                .isEqualTo("-1 from " + directory + "/mine.yaml:5");
        assertThat(Texts.origin(resolved, "variants.one.with.workers"))
                .isEqualTo("8 from " + directory + "/bases/base.yaml:11");
        assertThat(Texts.origin(resolved, "load.timeout"))
                .isEqualTo("1s from profile quick (" + directory + "/bases/base.yaml:17)");
    }

    @Test
    void aFileNextToTheScenarioIsReadFirst() throws IOException {
        written("shop.sql", "CREATE TABLE others (id INT);");

        assertThat(scenario().needs())
                .isNotEqualTo(ScenarioFile.read(directory.resolve("bases/base.yaml"))
                        .resolve(Overrides.none())
                        .scenario()
                        .needs());
    }

    @Test
    void aBuiltInIsExtendedByItsName() throws IOException {
        var mine = ScenarioFile.read(written("mine.yaml", """
                schema: 1
                name: mine
                extends: fan-out-10x10
                variants: { sequential: { with: { cpuStep: 1ms } } }
                """))
                .resolve(Overrides.none().withVariants(List.of("v1")))
                .scenario();

        assertThat(mine.variants()).extracting(Variant::name).containsExactly("sequential");
        assertThat(mine.needs().isEmpty()).isFalse();
    }

    @Test
    void whatIsStoredIsTheWhole() throws IOException {
        var mine = scenario("variants: { two: null }", "needs: null");

        assertThat(ScenarioFile.parse("again.yaml", ScenarioFile.write(mine.document()))
                        .resolve(Overrides.none())
                        .scenario())
                .isEqualTo(mine);
    }

    @Test
    void aScenarioCannotExtendItself() throws IOException {
        written("one.yaml", "schema: 1\nname: one\nextends: ./two.yaml\n");
        written("two.yaml", "schema: 1\nname: two\nextends: ../" + directory.getFileName() + "/one.yaml\n");

        var failure = catchThrowableOfType(Failure.class, () -> ScenarioFile.read(directory.resolve("one.yaml")));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo(directory + "/two.yaml:3:10: extends: a scenario cannot extend itself");
        assertThat(failure.why())
                .isEqualTo(
                        directory + "/one.yaml extends " + directory + "/two.yaml extends " + directory + "/one.yaml");
    }

    /** As of a password file, a kubeconfig, a private key, a file of variables, another format with the same key. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "root:*:20228:0:99999:7:::\ndaemon:hunter2:20228::::::\n",
                "apiVersion: v1\nusers: { admin: { token: hunter2 } }\nload: hunter2\n",
                "-----BEGIN KEY-----\nhunter2\n",
                "TOKEN=hunter2\n",
                "{\"hunter2\": 1, \"hunter2\": 2}",
                "schema: hunter2\nload: hunter2\n",
                "a: [hunter2\n",
                "\thunter2: 1\n",
                "- hunter2\n",
                "gate: hunter2\n",
            })
    @Disturbance(value = "a scenario that is not trusted extends another file", then = "nothing of that file is shown")
    void ofAFileElsewhereThatIsNoScenarioNothingIsShown(String content) throws IOException {
        Files.writeString(directory.resolve("other"), content);
        var inner = Files.createDirectories(directory.resolve("inner"));
        Files.createSymbolicLink(inner.resolve("link.yaml"), directory.resolve("other"));

        for (var path : List.of("../other", directory.resolve("other").toString(), "./link.yaml")) {
            var text = "schema: 1\nname: mine\nextends: \"" + path + "\"\n";
            var scenario = Files.writeString(inner.resolve("mine.yaml"), text);
            var failure = catchThrowableOfType(Failure.class, () -> ScenarioFile.read(scenario));

            assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
            assertThat(failure.what()).endsWith("mine.yaml:3:10: extends: " + path + " is no scenario");
            assertThat(failure.what() + failure.why() + failure.fix())
                    .doesNotContain("hunter2", "daemon", "apiVersion");
        }
    }

    @Test
    void theProblemsOfAScenarioElsewhereAreShown() throws IOException {
        Files.writeString(directory.resolve("other.yaml"), BASE.replace("timeout: 3s", "timeuot: 3s"));
        var inner = Files.createDirectories(directory.resolve("inner"));
        var scenario = Files.writeString(inner.resolve("mine.yaml"), "schema: 1\nname: mine\nextends: ../other.yaml\n");

        assertThat(catchThrowableOfType(Failure.class, () -> ScenarioFile.read(scenario))
                        .why())
                .contains("timeuot");
    }

    @Test
    void aScenarioThatIsNotThereIsNamed() throws IOException {
        var file = written("mine.yaml", "schema: 1\nname: mine\nextends: fan-out-10\n");
        var failure = catchThrowableOfType(Failure.class, () -> ScenarioFile.read(file));
        assertThat(failure.what())
                .startsWith(file + ":3:10: extends: there is no built-in scenario fan-out-10; did you mean fan-out-1");

        var other = written("other.yaml", "schema: 1\nname: other\nextends: ./none.yaml\n");
        assertThat(catchThrowableOfType(Failure.class, () -> ScenarioFile.read(other))
                        .what())
                .contains("other.yaml:3:10: extends: ./none.yaml cannot be used", "there is no such file");

        var list = written("list.yaml", "schema: 1\nname: list\nextends: [a, b]\n");
        assertThat(catchThrowableOfType(Failure.class, () -> ScenarioFile.read(list))
                        .why())
                .contains(
                        "list.yaml:3:10: extends: needs the name of a built-in scenario or the path of a file, got a list");
    }

    @Test
    void aMisspeltKeyOfTheOtherScenarioIsToldThereAndNothingElse() throws IOException {
        var base = directory.resolve("bases/base.yaml");
        Files.writeString(base, BASE.replace("load:\n", "laod:\n").replace("needs: {", "nedds: {"));

        var failure = catchThrowableOfType(
                Failure.class,
                () -> read("load: { timeout: 1s }", "needs: null", "profiles: { quick: { load.think: 1ms } }"));

        assertThat(failure.why().lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).startsWith(base.toString()).contains("did you mean"));
    }
}
