package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.load.UserShares;
import dev.ralbench.secret.Secrets;
import dev.ralbench.yaml.YamlWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shares of the users as scenario files have them. */
class UserSharesReaderTest {
    private static final String JOURNEYS = """
            journeys:
              browse: { steps: { list: { path: /list } } }
              buy: { steps: { order: { path: /order } } }
            """;

    private static Scenario scenario(String requests, String load) {
        return Texts.source("""
                        schema: 1
                        name: mine
                        %s
                        load: %s
                        variants: { one: { target: tomcat } }
                        """.formatted(requests, load))
                .resolve(Overrides.none())
                .scenario();
    }

    private static String problem(String requests, String load) {
        return catchThrowableOfType(Failure.class, () -> scenario(requests, load))
                .why();
    }

    @Test
    void sharesAreInTheOrderOfTheJourneysAndInTheStoredScenario() {
        var scenario = scenario(
                JOURNEYS, "{ users: { buy: 12.5%, browse: 87.500% }, closed: { constant: { users: 8, hold: 1s } } }");

        assertThat(scenario.workload().orElseThrow().shares()).contains(new UserShares(List.of(87_500, 12_500)));
        assertThat(scenario.workload()
                        .orElseThrow()
                        .filled(Secrets.of(Map.of()), RequestData.NONE, 1)
                        .shares())
                .contains(new UserShares(List.of(87_500, 12_500)));
        assertThat(YamlWriter.of(scenario.document())).contains("buy: 12.5%", "browse: 87.5%");
        assertThat(Texts.source(YamlWriter.of(scenario.document()))
                        .resolve(Overrides.none())
                        .scenario()
                        .workload())
                .isEqualTo(scenario.workload());
    }

    @Test
    void singleRequestsHaveSharesToo() {
        var scenario = scenario(
                "requests: { home: { path: / }, search: { path: /search } }",
                "{ users: { home: 50%, search: 50% }, closed: { constant: { users: 2, hold: 1s } } }");

        assertThat(scenario.workload().orElseThrow().shares()).contains(new UserShares(List.of(50_000, 50_000)));
    }

    @Test
    void withoutSharesUsersDraw() {
        assertThat(scenario(JOURNEYS, "{ closed: { constant: { users: 1, hold: 1s } } }")
                        .workload()
                        .orElseThrow()
                        .shares())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { browse: 80%, buy: 10% }            | load.users: must add up to 100%, got 90%
            { browse: 100% }                     | load.users: needs a share for buy
            { browze: 80%, buy: 20% }            | load.users.browze: is no journey or request; did you mean browse?
            { browse: 80, buy: 20 }              | load.users.browse: needs a share such as 80% or 12.5%, got 80
            { browse: 100%, buy: 0% }            | load.users.buy: must be above 0% and at most 100%, got 0%
            { browse: 99.9999%, buy: 0.0001% }   | load.users.browse: needs a share such as 80% or 12.5%, got 99.9999%
            { browse: 95%, buy: 5% }             | load.users: leaves buy without a user, because the load has 8 at most
            5                                    | load.users: needs a mapping
            """)
    void wrongSharesAreRefused(String users, String message) {
        assertThat(problem(JOURNEYS, "{ users: " + users + ", closed: { constant: { users: 8, hold: 1s } } }"))
                .contains(message);
    }

    @Test
    void anOpenLoadHasNoUsersToShare() {
        var shares = "{ users: { browse: 80%, buy: 20% }, ";

        assertThat(problem(JOURNEYS, shares + "open: { rate: { perSecond: 5, hold: 1s } } }"))
                .contains("load.users: does not go with an open load, which has no users", "write weight");
        assertThat(problem(
                        JOURNEYS,
                        shares + "phases: [ { closed: { constant: { users: 8, hold: 1s } } },"
                                + " { open: { rate: { perSecond: 5, hold: 1s } } } ] }"))
                .contains("load.users: does not go with an open load");
    }

    @Test
    void sharesAndWeightsExcludeEachOther() {
        assertThat(problem(
                        JOURNEYS.replace("buy: {", "buy: { weight: 2,"),
                        "{ users: { browse: 80%, buy: 20% }, closed: { constant: { users: 8, hold: 1s } } }"))
                .contains("load.users: does not go with weight, which buy has");
    }

    @Test
    void oneRequestHasNothingToShare() {
        assertThat(problem(
                        "request: { path: / }",
                        "{ users: { browse: 100% }, closed: { constant: { users: 8, hold: 1s } } }"))
                .contains("load.users: needs journeys or requests");
    }

    /** A shape that could not be read has no users, which is no second mistake. */
    @Test
    void aWrongShapeIsReportedAlone() {
        assertThat(problem(JOURNEYS, "{ users: { browse: 80%, buy: 20% }, closed: { constant: { users: 8 } } }"))
                .contains("hold: is missing")
                .doesNotContain("without a user");
    }
}
