package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.data.RowFeeder;
import dev.ralbench.load.data.Rows;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A load on its way to another machine. */
class CarriedScenarioTest {
    private static final URI REACHED = URI.create("http://10.1.2.3:8080");

    private static Scenario carried(String text, Map<String, Rows> ofQueries) {
        var source = Texts.source(text);
        var scenario = source.resolve(Overrides.none()).scenario();
        return CarriedScenario.of(source, scenario, scenario.variants().getLast(), ofQueries, REACHED)
                .read("carried")
                .resolve(Overrides.none())
                .scenario();
    }

    @Test
    void hasOneVariantWithTheUrlAtWhichItIsReached() {
        var carried = carried(Texts.withClosed("{ constant: { users: 3, hold: 2s } }"), Map.of());

        assertThat(carried.variants()).extracting(Variant::name).containsExactly("two");
        assertThat(carried.variants().getFirst().request().path()).isEqualTo("/other");
        assertThat(((TargetChoice.Url) carried.variants().getFirst().target())
                        .url()
                        .text())
                .isEqualTo(REACHED.toString());
        assertThat(carried.load().timeline().maxUsers()).isEqualTo(3);
    }

    /** On the other machine, a loopback address is that machine. */
    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8088, http://10.1.2.3:8088",
        "https://localhost:8443, https://10.1.2.3:8443",
        "http://[::1]:80, http://10.1.2.3:80",
        "http://127.0.0.1.test:80, http://127.0.0.1.test:80",
        "http://localhost.test:8088, http://localhost.test:8088",
    })
    void aUrlOfThisMachineBecomesOneThatIsReached(String own, String there) {
        var source = Texts.source("""
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { constant: { users: 1, hold: 1s } } }
                variants: { one: { target: { url: "%s" } } }
                """.formatted(own));
        var scenario = source.resolve(Overrides.none()).scenario();

        assertThat(CarriedScenario.of(source, scenario, scenario.variants().getFirst(), Map.of(), REACHED)
                        .text())
                .contains("url: " + there + "\n");
    }

    /** Agents need not reach the database. */
    @Test
    void hasTheRowsOfItsQueriesInPlaceOfThem() {
        var rows = new Rows.Builder(List.of("id", "name"));
        rows.add(List.of("7", "a \"quoted\", long\nname"));
        rows.add(List.of("8", "ä"));
        var carried = carried("""
                schema: 1
                name: mine
                needs: { mysql: { database: shop } }
                data:
                  product: { sql: "select id, name from product", of: mysql, order: shuffled, atEnd: stop }
                request: { path: "/products/${product.id}" }
                load: { closed: { constant: { users: 1, hold: 1s } } }
                variants: { one: { target: { url: "http://127.0.0.1:1" } } }
                """, Map.of("product", rows.build()));

        assertThat(carried.needs().all()).isEmpty();
        assertThat(carried.data().queries()).isEmpty();
        var feed = carried.data().feeds().get("product");
        assertThat(feed.way().atEnd()).isEqualTo(RowFeeder.AtEnd.STOP);
        var got = ((ScenarioData.OfFile) feed.source()).rows();
        assertThat(got.columns()).containsExactly("id", "name");
        assertThat(IntStream.range(0, got.size()).mapToObj(got::row))
                .containsExactly(List.of("7", "a \"quoted\", long\nname"), List.of("8", "ä"));
    }
}
