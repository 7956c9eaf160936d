package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.RequestTemplate.Transfer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTemplateTest {
    private static final Expectation OK = new Expectation(200, OptionalLong.empty());

    private static RequestTemplate of(String path) {
        return new RequestTemplate(
                "GET", TextTemplate.of(path), Map.of(), Optional.empty(), OK, Transfer.PLAIN, Set.of("X-Key"));
    }

    static Stream<Refusal> refusals() {
        return Stream.of(
                new Refusal("path: must begin with /, got b", () -> of("b")),
                new Refusal(
                        "status: must be between 100 and 599, got 99", () -> new Expectation(99, OptionalLong.empty())),
                new Refusal(
                        "status: must be between 100 and 599, got 600",
                        () -> new Expectation(600, OptionalLong.empty())),
                new Refusal("bodyBytes: must not be negative, got -1", () -> new Expectation(200, OptionalLong.of(-1))),
                new Refusal(
                        "elements: must not be negative, got data.items: -1",
                        () -> new Expectation(200, OptionalLong.empty(), Map.of("data.items", -1L))),
                new Refusal("status: needs one at least", () -> expecting(Set.of(), Map.of(), Optional.empty())),
                new Refusal(
                        "values: a pointer must begin with /, got a",
                        () -> expecting(Set.of(200), Map.of("a", "1"), Optional.empty())),
                new Refusal(
                        "within: must be above 0, got PT0S",
                        () -> expecting(Set.of(200), Map.of(), Optional.of(Duration.ZERO))),
                new Refusal("bodyBytes: must go up, got 2 to 1", () -> new RequestTemplate.BodySize(2, 1)));
    }

    private static Expectation expecting(Set<Integer> statuses, Map<String, String> values, Optional<Duration> within) {
        return new Expectation(statuses, Optional.empty(), Map.of(), Map.of(), List.of(), values, within);
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aRequestThatIsNotPossibleIsRefusedByItsKey(Refusal refusal) {
        refusal.assertRefused();
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 599})
    void anyStatusAndAnEmptyBodyCanBeExpected(int status) {
        assertThatNoException().isThrownBy(() -> new Expectation(status, OptionalLong.of(0), Map.of("items", 0L)));
    }

    @ParameterizedTest
    @CsvSource({"POST, true", "PUT, true", "PATCH, true", "GET, false", "HEAD, false", "DELETE, false"})
    void aMethodThatUsuallyHasABodyHasAnEmptyOneAtLeast(String method, boolean hasBody) {
        var request = new RequestTemplate(method, "/", Map.of(), Optional.empty(), OK);

        assertThat(request.body()).isEqualTo(hasBody ? Optional.of(TextTemplate.of("")) : Optional.empty());
    }

    @Test
    void anotherTransferChangesNothingElse() {
        var http2 = new Transfer(true, false, Optional.empty());

        assertThat(of("/a").with(http2))
                .isEqualTo(new RequestTemplate(
                        "GET", TextTemplate.of("/a"), Map.of(), Optional.empty(), OK, http2, Set.of("X-Key")));
    }
}
