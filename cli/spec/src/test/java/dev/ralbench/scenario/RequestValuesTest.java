package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Workload;
import dev.ralbench.secret.Secrets;
import dev.ralbench.testing.FakeClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values in the texts of requests. */
class RequestValuesTest {
    private static ScenarioRequest request(String path) {
        return scenario("request: { path: \"" + path + "\" }")
                .variants()
                .getFirst()
                .request();
    }

    private static Scenario scenario(String requests) {
        return Texts.source("""
                        schema: 1
                        name: mine
                        %s
                        load: { closed: { constant: { users: 1, hold: 1s } } }
                        variants: { one: { target: tomcat } }
                        """.formatted(requests)).resolve(Overrides.none()).scenario();
    }

    private static List<String> paths(String path, int users) {
        var request = request(path).filled(Secrets.none());
        return IntStream.range(0, users)
                .mapToObj(user -> request.ofUser(user).path().text())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "/worms/class-${000..299}, 300, /worms/class-000, /worms/class-299",
        "/items/${8..12}?size=3, 5, /items/8?size=3, /items/12?size=3",
        "/items/${08..12}, 5, /items/08, /items/12",
        "/items/${7..7}, 1, /items/7, /items/7",
        "/items/7, 1, /items/7, /items/7",
    })
    void eachUserHasANumberOfItsOwnAsWideAsTheFirst(String path, int count, String first, String last) {
        assertThat(paths(path, count)).doesNotHaveDuplicates().startsWith(first).endsWith(last);
        assertThat(paths(path, count + 1)).endsWith(first);
        assertThat(request(path).firstPath()).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource({
        "/items/${2..1}, 'a range begins with its least number, got ${2..1}'",
        "/items/${1..1234567890123456789}, 'numbers of a range have 18 digits at most, got ${1..1234567890123456789}'",
        "/${random 1..2 per request}, 'random numbers differ in each request anyway; leave \"per request\" out of"
                + " ${random 1..2 per request}'",
    })
    void aRangeThatIsNoneIsExplained(String path, String flaw) {
        assertThat(RequestValues.flaw(path)).contains(flaw);
    }

    @ParameterizedTest
    @CsvSource({
        "/${1...3}, ${1...3}",
        "/${random}, ${random}",
        "/${now seconds}, ${now seconds}",
        "/${uuid 4}, ${uuid 4}"
    })
    void whatLooksLikeAValueAndIsNoneIsExplained(String text, String found) {
        assertThat(RequestValues.flaw(text).orElseThrow())
                .startsWith("unknown placeholder " + found + "; valid here: ");
    }

    @Test
    void secretsAreFilledInAroundValues() {
        var request = request("/${env:SHOP}/items/${1..3}?key=${env:SHOP}");

        assertThat(request.filled(Secrets.of(Set.of("SHOP"), Map.of("SHOP", "a b")))
                        .ofUser(1)
                        .path()
                        .text())
                .isEqualTo("/a%20b/items/2?key=a%20b");
    }

    @Test
    void aSecretThatLooksLikeAValueIsSentAsItIs() {
        var request = scenario("request: { path: /, headers: { X-Key: \"${env:SHOP}\" } }")
                .variants()
                .getFirst()
                .request();

        assertThat(request.filled(Secrets.of(Set.of("SHOP"), Map.of("SHOP", "${uuid}")))
                        .headerTexts())
                .containsEntry("X-Key", "${uuid}");
    }

    @Test
    void requestsOfSeveralHaveWhatAllHaveInCommon() {
        var requests = scenario("""
                        request:
                          headers: { Accept: application/json, X-All: "1" }
                          expect: { status: 201 }
                        requests:
                          list: { weight: 8, path: "/products?page=${random 1..20}", expect: { status: 200 } }
                          order:
                            weight: 2
                            method: POST
                            path: /orders
                            headers: { X-All: "2", X-Id: "${uuid}" }
                            body: '{"at": "${now}"}'
                        """).workload().orElseThrow();

        assertThat(requests.journeys())
                .extracting(ScenarioWorkload.Journey::name)
                .containsExactly("list", "order");
        assertThat(requests.journeys())
                .extracting(ScenarioWorkload.Journey::weight)
                .containsExactly(8.0, 2.0);
        var list = requests.requests().getFirst();
        var order = requests.requests().getLast();
        assertThat(list.expect().status()).isEqualTo(200);
        assertThat(list.headers()).isEqualTo(Map.of("Accept", "application/json", "X-All", "1"));
        assertThat(order.expect().status()).isEqualTo(201);
        assertThat(order.headers()).isEqualTo(Map.of("Accept", "application/json", "X-All", "2", "X-Id", "${uuid}"));
    }

    @Test
    void valuesHaveTheirFormAndComeFromTheSeed() {
        var request = scenario("""
                        request:
                          method: POST
                          path: "/a/${5..7 per request}/${random 10..12}"
                          headers: { X-Id: "${uuid}" }
                          body: "${now} ${now millis}"
                        """).variants().getFirst().request().filled(Secrets.none());
        var clock = new FakeClock();
        clock.advance(Duration.ofMillis(1_000));

        var example = Workload.of(request, 1).example(clock);

        assertThat(example.path().text()).matches("/a/5/1[0-2]");
        assertThat(example.headerTexts().get("X-Id"))
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        assertThat(example.body().orElseThrow().text()).isEqualTo("1970-01-01T00:00:01.000Z 1000");
        assertThat(Workload.of(request, 1).example(clock)).isEqualTo(example);
        assertThat(Workload.of(request, 2).example(clock)).isNotEqualTo(example);
    }
}
