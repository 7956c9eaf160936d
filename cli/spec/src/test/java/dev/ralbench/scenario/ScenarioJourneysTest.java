package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.load.Pause;
import dev.ralbench.load.RequestTemplate.BodySize;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.load.TextTemplate.Encoding;
import dev.ralbench.load.TextTemplate.Literal;
import dev.ralbench.load.TextTemplate.Variable;
import dev.ralbench.load.Workload.Condition;
import dev.ralbench.load.Workload.Condition.Operator;
import dev.ralbench.load.Workload.Extraction;
import dev.ralbench.load.Workload.OnFailure;
import dev.ralbench.load.Workload.Source;
import dev.ralbench.secret.Secrets;
import dev.ralbench.yaml.YamlWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Journeys as scenario files have them. */
class ScenarioJourneysTest {
    private static final String SHOP = """
            request:
              headers: { Accept: application/json }
              expect: { status: [200, 201] }
            journeys:
              buy:
                weight: 2
                onFailure: stop
                pace: { uniform: 2s..3s }
                steps:
                  login:
                    method: POST
                    path: /login
                    body: '{"name": "ann", "password": "${env:PASSWORD}"}'
                    expect:
                      header: { Content-Type: json }
                      text: [ token, user ]
                      json: { /ok: true, /user/id: 7 }
                      bodySize: 10B..1KiB
                      within: 500ms
                    extract:
                      token: { json: /token }
                      user: { header: X-User }
                      csrf: { cookie: XSRF-TOKEN }
                      page: { regex: 'page=(\\d+)' }
                    think: 1s
                  list:
                    path: /users/${user}/list?page=${page}
                    query: after=${page}
                    headers: { Authorization: "Bearer ${token}" }
                    think: { exponential: 2s }
                    repeat: 3
                  order:
                    if: { page: { not: "0" } }
                    method: POST
                    path: /orders
                    form: { csrf: "${csrf}", note: "a b" }
                  logout:
                    method: POST
                    path: /logout
                    body: '{"user": "${user}"}'
                    think: { logNormal: { median: 1s, sigma: 0.5 } }
              browse:
                steps:
                  home: { path: / }
            """;

    private static Scenario scenario(String requests) {
        return Texts.source("""
                        schema: 1
                        name: mine
                        %s
                        load: { closed: { constant: { users: 1, hold: 1s } } }
                        variants: { one: { target: tomcat } }
                        """.formatted(requests)).resolve(Overrides.none()).scenario();
    }

    private static ScenarioWorkload shop() {
        return scenario(SHOP).workload().orElseThrow();
    }

    private static ScenarioWorkload.Step step(String name) {
        return shop().journeys().stream()
                .flatMap(journey -> journey.steps().stream())
                .filter(step -> step.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void journeysAndStepsAreInTheOrderOfTheFile() {
        var buy = shop().journeys().getFirst();
        var browse = shop().journeys().getLast();

        assertThat(buy.steps())
                .extracting(ScenarioWorkload.Step::name)
                .containsExactly("login", "list", "order", "logout");
        assertThat(buy.name()).isEqualTo("buy");
        assertThat(buy.weight()).isEqualTo(2);
        assertThat(buy.onFailure()).isEqualTo(OnFailure.STOP);
        assertThat(buy.pace()).contains(new Pause.Uniform(Duration.ofSeconds(2), Duration.ofSeconds(3)));
        assertThat(browse.weight()).isEqualTo(1);
        assertThat(browse.onFailure()).isEqualTo(OnFailure.RESTART);
        assertThat(browse.pace()).isEmpty();
    }

    @Test
    void aStepSaysWhatIsRememberedAndWhatFollows() {
        assertThat(step("login").extractions())
                .containsExactly(
                        new Extraction("token", new Source.JsonPointer("/token")),
                        new Extraction("user", new Source.Header("X-User")),
                        new Extraction("csrf", new Source.Cookie("XSRF-TOKEN")),
                        new Extraction("page", new Source.Regex(Pattern.compile("page=(\\d+)"), 1)));
        assertThat(step("login").think()).contains(new Pause.Fixed(Duration.ofSeconds(1)));
        assertThat(step("list").think()).contains(new Pause.Exponential(Duration.ofSeconds(2)));
        assertThat(step("list").times()).isEqualTo(3);
        assertThat(step("logout").think()).contains(new Pause.LogNormal(Duration.ofSeconds(1), 0.5));
        assertThat(step("order").condition()).contains(new Condition("page", Operator.IS_NOT, "0"));
        assertThat(step("home").condition()).isEmpty();
        assertThat(step("home").times()).isEqualTo(1);
    }

    @Test
    void aStepHasWhatAllHaveInCommon() {
        assertThat(step("list").request().headers())
                .isEqualTo(Map.of("Accept", "application/json", "Authorization", "Bearer ${token}"));
        assertThat(step("list").request().expect().statuses()).containsExactly(200, 201);
        assertThat(step("login").request().expect())
                .isEqualTo(new Expectation(
                        Set.of(200, 201),
                        Optional.of(new BodySize(10, 1024)),
                        Map.of(),
                        Map.of("Content-Type", "json"),
                        List.of("token", "user"),
                        Map.of("/ok", "true", "/user/id", "7"),
                        Optional.of(Duration.ofMillis(500))));
    }

    @Test
    void aStepTakesAHeaderOfAllAway() {
        var steps = scenario("""
                        request: { headers: { Accept: text/plain, Authorization: "Bearer ${token}" } }
                        journeys:
                          buy:
                            steps:
                              login: { path: /login, headers: { Authorization: null }, extract: { token: { json: /t } } }
                              list: { path: /list, headers: { Accept: null } }
                        """).workload().orElseThrow().requests();

        assertThat(steps.getFirst().headers()).isEqualTo(Map.of("Accept", "text/plain"));
        assertThat(steps.getLast().headers()).isEqualTo(Map.of("Authorization", "Bearer ${token}"));
    }

    @Test
    void variablesAreEncodedByTheirPlaces() {
        var secrets = Secrets.of(Set.of("PASSWORD"), Map.of("PASSWORD", "${token}"));
        var list = step("list").request().filled(secrets);

        assertThat(list.path().parts())
                .containsExactly(
                        Literal.of("/users/"),
                        new Variable("user", Encoding.URL),
                        Literal.of("/list?page="),
                        new Variable("page", Encoding.URL),
                        Literal.of("&after="),
                        new Variable("page", Encoding.URL));
        assertThat(list.headers().get("Authorization"))
                .isEqualTo(new TextTemplate(List.of(Literal.of("Bearer "), new Variable("token", Encoding.HEADER))));
        assertThat(step("order").request().filled(secrets).body().orElseThrow().parts())
                .containsExactly(Literal.of("csrf="), new Variable("csrf", Encoding.FORM), Literal.of("&note=a+b"));
        assertThat(step("logout").request().filled(secrets).body().orElseThrow().parts())
                .containsExactly(Literal.of("{\"user\": \""), new Variable("user", Encoding.JSON), Literal.of("\"}"));
        assertThat(step("login").request().filled(secrets).body().orElseThrow().text())
                .as("a secret that looks like a variable")
                .isEqualTo("{\"name\": \"ann\", \"password\": \"${token}\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "set, IS_SET, ''",
        "unset, IS_UNSET, ''",
        "17, IS, 17",
        "'\"17\"', IS, 17",
        "{ is: set }, IS, set",
        "{ not: true }, IS_NOT, true"
    })
    void aConditionComparesAVariable(String written, Operator operator, String text) {
        var steps = scenario("journeys: { buy: { steps: { a: { path: /, extract: { id: { json: '' } } },"
                        + " b: { path: /, if: { id: " + written + " } } } } }")
                .workload()
                .orElseThrow()
                .journeys()
                .getFirst()
                .steps();

        assertThat(steps.getLast().condition()).contains(new Condition("id", operator, text));
    }

    @Test
    void theEngineGetsTheSameWithItsSeed() {
        var secrets = Secrets.of(Set.of("PASSWORD"), Map.of("PASSWORD", "x"));
        var workload = shop().filled(secrets, RequestData.NONE, 5);

        assertThat(workload.seed()).isEqualTo(5);
        assertThat(workload.hasJourneys()).isTrue();
        assertThat(workload.names().requests()).containsExactly("login", "list", "order", "logout", "home");
        assertThat(workload.names().journeys()).containsExactly("buy", "browse");
    }

    /** A result stores the document, from which the scenario can be run again. */
    @Test
    void theDocumentReadsAsTheSameJourneys() {
        var read =
                scenario(SHOP.replace("Accept: application/json }", "Accept: application/json, X-Key: \"${token}\" }")
                        .replace("path: /login", "path: /login\n        headers: { X-Key: null }")
                        .replace("home: { path: / }", "home: { path: /, headers: { X-Key: null } }"));
        var again = Texts.source(YamlWriter.of(read.document()))
                .resolve(Overrides.none())
                .scenario();

        assertThat(read.requests())
                .extracting(request -> request.headers().containsKey("X-Key"))
                .containsExactly(false, true, true, true, false);
        assertThat(again.workload()).isEqualTo(read.workload());
        assertThat(again.document()).isEqualTo(read.document());
        SchemaTest.assertValid("document", SchemaTest.parsed(YamlWriter.of(read.document())));
    }

    @Test
    void aProfileChangesAStep() {
        var profile = SHOP + "profiles: { quick: { journeys.buy.steps.list.repeat: 1, journeys.browse: null } }\n";
        var workload = Texts.source("""
                        schema: 1
                        name: mine
                        %s
                        load: { closed: { constant: { users: 1, hold: 1s } } }
                        variants: { one: { target: tomcat } }
                        """.formatted(profile))
                .resolve(new Overrides(Optional.of("quick"), List.of(), List.of()))
                .scenario()
                .workload()
                .orElseThrow();

        assertThat(workload.journeys()).hasSize(1);
        assertThat(workload.journeys().getFirst().steps().get(1).times()).isEqualTo(1);
    }

    @Test
    void anEnvironmentVariableOfALaterStepIsRequired() {
        var scenario = scenario("journeys: { buy: { steps: { a: { path: / }, b: { path: /, headers: { X-Key:"
                + " \"${env:KEY}\" } } } } }");

        assertThat(catchThrowableOfType(Failure.class, () -> ScenarioSecrets.read(scenario, Map.of("KEY", "a\nb"))))
                .hasMessageContaining("the value of KEY cannot be sent in the header X-Key");
    }
}
