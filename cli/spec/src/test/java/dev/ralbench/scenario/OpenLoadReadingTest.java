package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RateShape;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenLoadReadingTest {
    private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);

    private static LoadPlan load(String written, String... more) {
        return source(written, more).resolve(Overrides.none()).scenario().load();
    }

    private static ParsedScenario source(String written, String... more) {
        return ScenarioFile.parse("mine.yaml", """
                schema: 1
                name: mine
                request: { path: /endpoint }
                load: %s
                variants:
                  one: { target: tomcat }
                """.formatted(written) + String.join("", more));
    }

    @Test
    void aRateHasAThousandConnectionsAndEvenArrivalsUnlessItSaysOtherwise() {
        assertThat(load("{ open: { rate: { perSecond: 500, hold: 30s } } }").shape())
                .isEqualTo(new LoadShape.Open(new RateShape.Constant(500, HALF_A_MINUTE), Arrivals.even(), 1000));
        assertThat(load("{ open: { rate: { perSecond: 0.5, hold: 30s, users: 7, arrivals: poisson, label: slow } } }")
                        .shape())
                .isEqualTo(new LoadShape.Labelled(
                        new LoadShape.Open(new RateShape.Constant(0.5, HALF_A_MINUTE), Arrivals.poisson(0), 7),
                        "slow"));
    }

    @Test
    void rampsStairsAndSequencesAreThoseOfRates() {
        var shape = load("""

                  open:
                    sequence:
                      - ramp: { from: 0, to: 100.5, ramp: 30s }
                      - stairs: { start: 1, add: 0.5, times: 2, ramp: 0s, hold: 30s }
                """).shape();

        assertThat(shape)
                .isEqualTo(new LoadShape.Sequence(List.of(
                        new LoadShape.Open(new RateShape.Ramp(0, 100.5, HALF_A_MINUTE), Arrivals.even(), 1000),
                        new LoadShape.Open(
                                new RateShape.Stairs(1, 0.5, 2, Duration.ZERO, HALF_A_MINUTE),
                                Arrivals.even(),
                                1000))));
    }

    @Test
    void phasesAreClosedOrOpen() {
        var shape = load("""

                  phases:
                    - closed: { constant: { users: 5, hold: 30s } }
                    - open: { rate: { perSecond: 5, hold: 30s, users: 5 } }
                  think: 1s
                """).shape();

        assertThat(shape)
                .isEqualTo(new LoadShape.Sequence(List.of(
                        new LoadShape.ConstantUsers(5, HALF_A_MINUTE),
                        new LoadShape.Open(new RateShape.Constant(5, HALF_A_MINUTE), Arrivals.even(), 5))));
    }

    @Test
    void oneModelTakesThePlaceOfTheOther() {
        var profiles = """
                profiles:
                  rushed:
                    load.open.rate.perSecond: 50
                  users:
                    load.closed: { constant: { users: 5, hold: 30s } }
                  mixed:
                    load: { phases: [{ open: { rate: { perSecond: 5, hold: 30s } } }] }
                """;
        var source = source("{ open: { rate: { perSecond: 500, hold: 30s } } }", profiles);

        assertThat(source.resolve(Overrides.none().withProfile("rushed"))
                        .scenario()
                        .load()
                        .shape())
                .isEqualTo(new LoadShape.Open(new RateShape.Constant(50, HALF_A_MINUTE), Arrivals.even(), 1000));
        assertThat(source.resolve(Overrides.none().withProfile("users"))
                        .scenario()
                        .load()
                        .shape())
                .isEqualTo(new LoadShape.ConstantUsers(5, HALF_A_MINUTE));
        assertThat(source.resolve(Overrides.none().withProfile("mixed"))
                        .scenario()
                        .load()
                        .shape())
                .isInstanceOf(LoadShape.Sequence.class);
        var options = GivenOptions.none().with("--users", "9").with("--duration", "30s");
        assertThat(source.resolve(options.overrides("mine.yaml"))
                        .scenario()
                        .load()
                        .shape())
                .isEqualTo(new LoadShape.ConstantUsers(9, HALF_A_MINUTE));
    }

    @Test
    void chanceHasTheSeedOfTheRun() {
        var plan = load("{ phases: [{ open: { rate: { perSecond: 5, hold: 30s, arrivals: poisson } } }] }");

        assertThat(plan.seeded(42).timeline().open())
                .singleElement()
                .satisfies(open -> assertThat(open.arrivals()).isEqualTo(Arrivals.poisson(42)));
    }
}
