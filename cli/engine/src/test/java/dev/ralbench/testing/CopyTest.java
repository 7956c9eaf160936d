package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CopyTest {
    private static final Level LEVEL =
            new Level("calm", 64, 2.5, Optional.of(0.4), List.of(List.of("a")), Map.of("a", 1L));

    private record Level(
            String name,
            int users,
            double seconds,
            Optional<Double> share,
            List<List<String>> order,
            Map<String, Long> failures) {
        Level {
            if (users < 0) {
                throw new IllegalStateException("fewer users than none");
            }
        }
    }

    @Test
    void componentsThatAreNotReplacedStayTheSame() {
        assertThat(Copy.of(LEVEL).made()).isEqualTo(LEVEL).isNotSameAs(LEVEL);
        assertThat(Copy.of(LEVEL).with("users", 65).made())
                .isEqualTo(new Level("calm", 65, 2.5, Optional.of(0.4), List.of(List.of("a")), Map.of("a", 1L)));
    }

    @Test
    void everyComponentCanBeReplaced() {
        var other = new Level("busy", 1, 3.0, Optional.empty(), List.of(List.of(), List.of("b")), Map.of("b", 2L));

        assertThat(Copy.of(LEVEL)
                        .with("name", other.name())
                        .with("users", other.users())
                        .with("seconds", other.seconds())
                        .with("share", other.share())
                        .with("order", other.order())
                        .with("failures", other.failures())
                        .made())
                .isEqualTo(other);
    }

    @Test
    void aComponentThatThereIsNotIsRefused() {
        assertThatThrownBy(() -> Copy.of(LEVEL).with("user", 65))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Level has no component \"user\", only name, users, seconds, share, order, failures");
    }

    static Stream<Arguments> ofAnotherType() {
        return Stream.of(
                Arguments.of("name", 1, "java.lang.String"),
                Arguments.of("name", null, "java.lang.String"),
                Arguments.of("users", "65", "int"),
                Arguments.of("users", 65L, "int"),
                Arguments.of("seconds", 3, "double"),
                Arguments.of("share", 0.5, "java.util.Optional<java.lang.Double>"),
                Arguments.of("share", Optional.of(1L), "java.util.Optional<java.lang.Double>"),
                Arguments.of("order", List.of("a"), "java.util.List<java.util.List<java.lang.String>>"),
                Arguments.of("order", List.of(List.of(1)), "java.util.List<java.util.List<java.lang.String>>"),
                Arguments.of("failures", Map.of(1, 1L), "java.util.Map<java.lang.String, java.lang.Long>"),
                Arguments.of("failures", Map.of("a", 1), "java.util.Map<java.lang.String, java.lang.Long>"));
    }

    @ParameterizedTest
    @MethodSource("ofAnotherType")
    void aValueOfAnotherTypeIsRefused(String component, Object value, String type) {
        assertThatThrownBy(() -> Copy.of(LEVEL).with(component, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Level.%s is a %s; this is not: %s", component, type, value);
    }

    @Test
    void whatTheRecordRefusesIsRefusedByItsOwnWords() {
        assertThatThrownBy(() -> Copy.of(LEVEL).with("users", -1).made())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Level", "users=-1", "fewer users than none")
                .hasCauseInstanceOf(IllegalStateException.class);
    }
}
