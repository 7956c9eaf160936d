package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.secret.Secrets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A range of numbers in a path stands for as many paths. */
class PathRangeTest {

    @ParameterizedTest
    @CsvSource({
        "/worms/class-${000..299}, 300, /worms/class-000, /worms/class-299",
        "/items/${8..12}?size=3, 5, /items/8?size=3, /items/12?size=3",
        "/items/${08..12}, 5, /items/08, /items/12",
        "/items/${7..7}, 1, /items/7, /items/7",
        "/items/7, 1, /items/7, /items/7",
        "/items/${1...3}, 1, /items/${1...3}, /items/${1...3}",
    })
    void numbersComeInTheirOrderAndAsWideAsTheFirst(String path, int count, String first, String last) {
        assertThat(PathRange.flaw(path)).isEmpty();
        assertThat(PathRange.paths(path)).hasSize(count).startsWith(first).endsWith(last);
    }

    @ParameterizedTest
    @CsvSource({
        "/items/${2..1}, 'a range begins with its least number and has at most 10000, got ${2..1}'",
        "/items/${1..10001}, 'a range begins with its least number and has at most 10000, got ${1..10001}'",
        "/items/${1..2}/${1..2}, holds more than one range; a user has one number",
        "/items/${1..1234567890}, 'numbers of a range have 9 digits at most, got ${1..1234567890}'",
    })
    void aRangeThatIsNoneIsExplained(String path, String flaw) {
        assertThat(PathRange.flaw(path)).contains(flaw);
    }

    @Test
    void secretsAreFilledInOnEachPath() {
        var request = Texts.source("""
                        schema: 1
                        name: mine
                        request: { path: "/${env:SHOP}/items/${1..3}" }
                        load: { closed: { constant: { users: 1, hold: 1s } } }
                        variants: { one: { target: tomcat } }
                        """)
                .resolve(Overrides.none())
                .scenario()
                .variants()
                .getFirst()
                .request();

        assertThat(request.paths())
                .containsExactly("/${env:SHOP}/items/1", "/${env:SHOP}/items/2", "/${env:SHOP}/items/3");
        assertThat(request.filled(Secrets.of(Set.of("SHOP"), Map.of("SHOP", "a b")))
                        .paths())
                .containsExactly("/a%20b/items/1", "/a%20b/items/2", "/a%20b/items/3");
    }
}
