package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.load.LoadShape;
import dev.ralbench.yaml.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergeOrderTest {
    private static final Overrides ENVIRONMENT =
            environment(Map.of("RALBENCH_TIMEOUT", "4s", "RALBENCH_THINK", "40ms"));
    private static final Overrides FLAGS =
            Overrides.of(List.of(new Overrides.GivenValue("load.timeout", "5s", "--timeout")));

    private static Overrides environment(Map<String, String> variables) {
        return GivenOptions.ofEnvironment(variables).overrides("mine.yaml");
    }

    @Test
    void aDefaultStandsWhereTheFileSaysNothing() {
        assertThat(Texts.origin(Texts.stairs().resolve(Overrides.none()), "load.timeout"))
                .isEqualTo("10s from default");
    }

    @Test
    void theFileIsNamedWithItsLine() {
        assertThat(Texts.origin(Texts.stairs().resolve(Overrides.none()), "load.stopAfter"))
                .isEqualTo("60s from mine.yaml:6");
    }

    @Test
    void theProfileIsStrongerThanTheFile() {
        var resolved = Texts.stairs().resolve(Overrides.none().withProfile("quick"));

        assertThat(resolved.scenario().profile()).contains("quick");
        assertThat(Texts.origin(resolved, "load.timeout")).isEqualTo("3s from profile quick (mine.yaml:16)");
        assertThat(Texts.origin(resolved, "load.closed.stairs.hold")).isEqualTo("4s from profile quick (mine.yaml:15)");
    }

    @Test
    void theEnvironmentIsStrongerThanTheProfile() {
        var resolved = Texts.stairs().resolve(ENVIRONMENT.withProfile("quick"));

        assertThat(Texts.origin(resolved, "load.timeout")).isEqualTo("4s from RALBENCH_TIMEOUT");
    }

    @Test
    void anOptionIsStrongerThanTheEnvironment() {
        var resolved = Texts.stairs().resolve(ENVIRONMENT.under(FLAGS));

        assertThat(Texts.origin(resolved, "load.timeout")).isEqualTo("5s from --timeout");
        assertThat(Texts.origin(resolved, "load.think")).isEqualTo("40ms from RALBENCH_THINK");
    }

    @Test
    void aVariableIsStrongerThanTheDefaultThatGoesWithAnOption() {
        var environment = GivenOptions.ofEnvironment(Map.of("RALBENCH_USERS", "50", "RALBENCH_DURATION", "60s"));
        var url = "http://127.0.0.1:1/";

        var counted = ScenarioCatalog.standard()
                .find(url)
                .resolve(GivenOptions.none().with("--requests", "1000").overrides(url, environment));
        var arriving = ScenarioCatalog.standard()
                .find(url)
                .resolve(GivenOptions.none().with("--rate", "100").overrides(url, environment));

        assertThat(Texts.origin(counted, "load.closed.requests.users")).isEqualTo("50 from RALBENCH_USERS");
        assertThat(Texts.origin(arriving, "load.open.rate.hold")).isEqualTo("60s from RALBENCH_DURATION");
    }

    /** The file's is meant for the file's shape. */
    @Test
    void anotherShapeTakesTheEndOfTheFileAwayButNotThatOfTheEnvironment() {
        var longer = GivenOptions.none().with("--users", "5").with("--duration", "1h");
        var environment = GivenOptions.ofEnvironment(Map.of("RALBENCH_STOP_AFTER", "5m"));

        var capped = Texts.stairs().resolve(longer.overrides("mine.yaml", environment));
        var both = Texts.stairs().resolve(longer.with("--stop-after", "2m").overrides("mine.yaml", environment));

        assertThat(Texts.stairs()
                        .resolve(longer.overrides("mine.yaml"))
                        .scenario()
                        .load()
                        .stopAfter())
                .isEmpty();
        assertThat(Texts.origin(capped, "load.stopAfter")).isEqualTo("300s from RALBENCH_STOP_AFTER");
        assertThat(Texts.origin(both, "load.stopAfter")).isEqualTo("120s from --stop-after");
    }

    @Test
    void theOptionForTheProfileIsStrongerThanItsVariable() {
        var fromEnvironment = environment(Map.of("RALBENCH_PROFILE", "quick"));

        assertThat(fromEnvironment.under(Overrides.none()).profile()).contains("quick");
        assertThat(fromEnvironment.under(Overrides.none().withProfile("flat")).profile())
                .contains("flat");
    }

    @Test
    void aProfileMaySwitchTheShapeAndTakeAValueAway() {
        var resolved = Texts.stairs().resolve(Overrides.none().withProfile("flat"));

        assertThat(resolved.scenario().load().shape()).isEqualTo(new LoadShape.ConstantUsers(5, Duration.ofSeconds(1)));
        assertThat(resolved.scenario().load().stopAfter()).isEmpty();
    }

    @Test
    void aProfileReplacesTheWholeValue() {
        var source = Texts.source(Texts.withClosed("{ constant: { users: 50, hold: 30s } }", """
                profiles:
                  bare:
                    request.expect: { status: 503 }
                    variants: { one: { target: netty } }
                """)
                .replace("{ path: /endpoint }", "{ path: /endpoint, expect: { status: 200, bodyBytes: 0 } }"));

        var variants =
                source.resolve(Overrides.none().withProfile("bare")).scenario().variants();

        assertThat(variants.getFirst().request().expect().status()).isEqualTo(503);
        assertThat(variants.getFirst().request().expect().bodyBytes()).isEmpty();
        assertThat(variants.getFirst().target()).isEqualTo(new TargetChoice.BuiltIn("netty", Map.of()));
        assertThat(variants.get(1).request().path()).isEqualTo("/other");
    }

    @Test
    void namesOfHeadersMayHoldDots() {
        var resolved = Texts.constant()
                .resolve(
                        Overrides.of(List.of(new Overrides.GivenValue("request.headers.X.Trace.Id", "7", "--header"))));

        assertThat(Texts.origin(resolved, "request.headers.X.Trace.Id")).isEqualTo("7 from --header");
        assertThat(resolved.scenario().variants().getFirst().request().headers())
                .containsKey("X.Trace.Id");
    }

    @Test
    void anUnknownProfileIsAnsweredWithTheNearest() {
        assertThatThrownBy(() -> Texts.stairs().resolve(Overrides.none().withProfile("quikc")))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.what()).isEqualTo("mine.yaml: there is no profile quikc");
                    assertThat(failure.why()).isEqualTo("did you mean quick? (valid here: quick, flat)");
                });
    }

    @Test
    void onlyWantedVariantsAreLeftInTheOrderOfTheFile() {
        var one = Texts.constant().resolve(Overrides.none().withVariants(List.of("two")));
        var both = Texts.constant().resolve(Overrides.none().withVariants(List.of("two", "one")));

        assertThat(one.scenario().variants()).extracting(Variant::name).containsExactly("two");
        assertThat(one.scenario().expected().predictions()).containsOnlyKeys("two");
        assertThat(one.origins()).extracting(Value::path).noneMatch(path -> path.contains("one"));
        assertThat(both.scenario().variants()).extracting(Variant::name).containsExactly("one", "two");
    }

    @Test
    void anUnknownVariantIsAnsweredWithTheNearest() {
        assertThatThrownBy(() -> Texts.constant().resolve(Overrides.none().withVariants(List.of("tow"))))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.what()).isEqualTo("mine.yaml: there is no variant tow");
                    assertThat(failure.why()).startsWith("did you mean").contains("valid here: one, two");
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            load.timeout   | 5     | RALBENCH_TIMEOUT: needs a unit, got 5; write 5s or 5ms
            load.timeout   | [5s]  | RALBENCH_TIMEOUT: needs a duration such as 20s, got a list
            load.timeout   | ''    | RALBENCH_TIMEOUT: needs a number and a unit (ms, s, m or h)
            load.timout    | 5s    | RALBENCH_TIMEOUT: unknown key timout; did you mean timeout?
            load.closed    | null  | mine.yaml:5:3: load: needs one of closed, open and phases
            load.timeout   | {     | RALBENCH_TIMEOUT: is not YAML
            """)
    void aWrongValueFromOutsideIsToldWithWhatGaveIt(String path, String text, String message) {
        var overrides = Overrides.of(List.of(new Overrides.GivenValue(path, text, "RALBENCH_TIMEOUT")));

        assertThatThrownBy(() -> Texts.constant().resolve(overrides))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.what() + "\n" + failure.why())
                                .contains(message));
    }
}
