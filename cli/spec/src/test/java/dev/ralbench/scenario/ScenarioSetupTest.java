package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.secret.Secrets;
import dev.ralbench.yaml.YamlWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code before} and {@code after} as scenario files have them. */
class ScenarioSetupTest {
    private static final String AROUND = """
            before:
              load:
                steps:
                  admin: { method: POST, path: /login, headers: { X-Token: "" }, extract: { adminToken: { json: /token } } }
                  create: { method: POST, path: /items, headers: { X-Token: "${adminToken}" }, expect: { status: 201 } }
              user:
                renewOn: [401, 302]
                steps:
                  login: { path: "/login?by=${adminToken}", headers: { X-Token: "" }, extract: { token: { json: /token } } }
            after:
              user: { steps: { logout: { path: "/logout?t=${token}" } } }
              load: { steps: { clear: { method: DELETE, path: /items, headers: { X-Token: "${adminToken}" } } } }
            """;

    private static final String MIX = """
            request: { headers: { X-Token: "${token}" }, expect: { within: 1s } }
            requests: { list: { path: "/list?a=${adminToken}" }, cart: { path: /cart } }
            """;

    private static String text(String keys) {
        return """
                schema: 1
                name: mine
                %s
                load: { closed: { constant: { users: 1, hold: 1s } } }
                variants: { one: { target: tomcat } }
                """.formatted(keys);
    }

    private static Scenario scenario(String keys) {
        return Texts.source(text(keys)).resolve(Overrides.none()).scenario();
    }

    @Test
    void stepsAreInTheirPlacesAndOrder() {
        var setup = scenario(MIX + AROUND).setup();

        assertThat(setup.beforeLoad()).extracting(ScenarioWorkload.Step::name).containsExactly("admin", "create");
        assertThat(setup.beforeUser()).extracting(ScenarioWorkload.Step::name).containsExactly("login");
        assertThat(setup.renewOn()).containsExactly(401, 302);
        assertThat(setup.afterUser()).extracting(ScenarioWorkload.Step::name).containsExactly("logout");
        assertThat(setup.afterLoad()).extracting(ScenarioWorkload.Step::name).containsExactly("clear");
    }

    @Test
    void whatSeveralRequestsHaveInCommonHoldsForStepsToo() {
        var setup = scenario(MIX + AROUND).setup();

        var logout = setup.afterUser().getFirst().request();
        assertThat(logout.headers()).isEqualTo(Map.of("X-Token", "${token}"));
        assertThat(logout.expect().within()).isPresent();
        assertThat(setup.beforeUser().getFirst().request().headers()).isEqualTo(Map.of("X-Token", ""));
        assertThat(setup.afterLoad().getFirst().request().headers()).isEqualTo(Map.of("X-Token", "${adminToken}"));
    }

    @Test
    void aHeaderOfAllIsTakenAway() {
        var setup =
                scenario(MIX + AROUND.replace("X-Token: \"\"", "X-Token: null")).setup();

        assertThat(setup.beforeUser().getFirst().request().headers()).isEmpty();
    }

    /** It would give them its method and body. */
    @Test
    void aSingleRequestIsNotInherited() {
        var scenario = scenario("""
                request: { method: POST, path: /orders, headers: { X-Token: "${token}" }, body: "{}" }
                """ + AROUND);
        var logout = scenario.setup().afterUser().getFirst().request();

        assertThat(logout.method()).isEqualTo("GET");
        assertThat(logout.headers()).isEmpty();
        assertThat(logout.body()).isEmpty();
        assertThat(scenario.firstRequest(scenario.variants().getFirst()).firstPath())
                .startsWith("/login");
    }

    @ParameterizedTest
    @CsvSource({"mix", "single", "journeys"})
    void whatIsWrittenIsReadAgain(String kind) {
        var requests = switch (kind) {
            case "mix" -> MIX;
            case "single" -> "request: { path: /orders, headers: { X-Token: \"${token}\" } }\n";
            default -> """
                    request: { headers: { X-Token: "${token}" } }
                    journeys: { buy: { steps: { home: { path: / } } } }
                    """;
        };
        var read = scenario(requests + AROUND);
        var again = Texts.source(YamlWriter.of(read.document()))
                .resolve(Overrides.none())
                .scenario();

        assertThat(again.setup()).isEqualTo(read.setup());
        assertThat(again.document()).isEqualTo(read.document());
    }

    @Test
    void usersHaveTheVariablesOfTheLoad() {
        var setup = scenario(MIX + AROUND).setup().ofUsers(Secrets.none(), RequestData.NONE, Map.of("adminToken", "a"));

        assertThat(setup.given()).isEqualTo(Map.of("adminToken", "a"));
        assertThat(setup.before()).hasSize(1);
        assertThat(setup.after()).hasSize(1);
        assertThat(setup.renewedBy()).containsExactlyInAnyOrder(401, 302);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "before: { load: { steps: { a: { path: '/${token}' } } } } | before.load.steps.a.path: unknown placeholder"
                        + " ${token}",
                "before: { user: { steps: { a: { path: '/${t}', extract: { t: { json: /t } } } } } } |"
                        + " before.user.steps.a.path: ${t} has no value here",
                "before: { user: {} } | before.user.steps: is missing",
                "before: { user: { steps: {} } } | before.user.steps: needs at least one step",
                "before: { user: { renewOn: 999, steps: { a: { path: / } } } } | before.user.renewOn: must be at most 599",
                "after: { user: { renewOn: 401, steps: { a: { path: / } } } } | after.user.renewOn: unknown key",
                "after: { load: { steps: { a: { path: '/${t}' } } }, user: { steps: { b: { path: /, extract: { t: { json:"
                        + " /t } } } } } } | after.load.steps.a.path: unknown placeholder ${t}",
                "teardown: {} | teardown: requests around the load are before:",
            })
    void mistakesAreNamedByTheirPlace(String keys, String message) {
        var failure = catchThrowableOfType(Failure.class, () -> scenario("request: { path: / }\n" + keys));

        assertThat(failure.why()).contains(message.strip());
    }

    @Test
    void secretsOfStepsAreFoundInTheEnvironment() {
        var scenario = scenario("""
                request: { path: / }
                before: { user: { steps: { login: { path: /, headers: { Authorization: "Basic ${env:LOGIN}" } } } } }
                """);
        var failure = catchThrowableOfType(Failure.class, () -> ScenarioSecrets.read(scenario, Map.of()));

        assertThat(failure.why()).contains("LOGIN", "before.user.steps.login.headers.Authorization");
        assertThat(ScenarioSecrets.read(scenario, Map.of("LOGIN", "dXNlcjpwYXNz"))
                        .masked("Basic dXNlcjpwYXNz"))
                .doesNotContain("dXNlcjpwYXNz");
    }
}
