package dev.ralbench.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.ServerView;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.Windows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Metrics of the requests of one name: {@code p99@order}. */
class NamedMetricTest {
    private static final WindowMeasurement MIX = mix();

    private static WindowMeasurement mix() {
        var times = new LinkedHashMap<String, Double>();
        times.put("list", 0.5);
        times.put("order", 1.5);
        return Windows.mixed(Windows.window(WindowKind.LEVEL, 100, 100, 0, 40, 100, 400), times);
    }

    private static OptionalDouble value(String key) {
        return Metrics.withKey(key).orElseThrow().of(MIX);
    }

    @ParameterizedTest
    @CsvSource({"goodput@list, 495", "requests@list, 20000", "rps@order, 500", "errors@order, 0.01"})
    void itCountsTheRequestsOfTheNameAlone(String key, double expected) {
        assertThat(value(key).orElseThrow()).isCloseTo(expected, within(expected * 1e-9));
    }

    @ParameterizedTest
    @CsvSource({"p50@list, 50", "p50@order, 150", "mean@list, 50", "p99@order, 153"})
    void itsTimesAreThoseOfTheNameAlone(String key, double expected) {
        assertThat(value(key).orElseThrow()).isCloseTo(expected, within(expected * 0.01));
    }

    @ParameterizedTest
    @MethodSource("byName")
    void everyOneThatANameMayHaveHasAValue(Metric metric) {
        var named = metric.ofName("order");

        assertThat(named.of(MIX)).isPresent();
        assertThat(named.key()).isEqualTo(metric.key() + "@order");
        assertThat(named.title()).isEqualTo(metric.title() + "@order");
        assertThat(named.ofAll()).isSameAs(metric);
        assertThat(named.of(Windows.level(100, 0, 20, 100)))
                .as("of one request alone")
                .isEmpty();
        assertThat(metric.ofName("basket").of(MIX))
                .as("of a name that nothing has")
                .isEmpty();
    }

    static List<Metric> byName() {
        return Metrics.BY_NAME;
    }

    @Test
    void whatServersServeIsDividedByTheJourneysOfAllNames() {
        var served = Map.of("mysql", new ServerView(120_000, 1, 5));
        var journeys = MIX.byName()
                .map(names -> names.stream()
                        .map(of -> new NamedRequests(
                                of.name(),
                                NamedRequests.Kind.JOURNEY,
                                of.outcomes(),
                                of.completions(),
                                of.successful(),
                                Optional.empty(),
                                of.all()))
                        .toList());
        var window = new WindowMeasurement(
                MIX.span(), MIX.requests(), journeys, MIX.ledger(), MIX.little(), MIX.open(), MIX.views());

        assertThat(DependencyMetrics.SQL_PER_JOURNEY.of(window.with(served, Map.of())))
                .hasValue(3);
        assertThat(DependencyMetrics.SQL_PER_JOURNEY.of(MIX.with(served, Map.of())))
                .as("without journeys")
                .isEmpty();
        assertThat(DependencyMetrics.REDIS_PER_JOURNEY.of(window.with(served, Map.of())))
                .as("without Redis")
                .isEmpty();
    }

    @Test
    void twoOfOneNameAreTheSame() {
        var first = RequestMetrics.P99.ofName("order");

        assertThat(first)
                .isEqualTo(RequestMetrics.P99.ofName("order"))
                .hasSameHashCodeAs(RequestMetrics.P99.ofName("order"));
        assertThat(first).isNotEqualTo(RequestMetrics.P99).isNotEqualTo(RequestMetrics.P99.ofName("list"));
        assertThat(Metrics.find("p99.9@order")).contains(RequestMetrics.P999.ofName("order"));
        assertThat(Metrics.withKey("p999@order")).contains(RequestMetrics.P999.ofName("order"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p99@",
                "p99@64",
                "p99@500/s",
                "p99@all",
                "p99@Order",
                "p98@order",
                "cpu/request@order",
                "p99@a@b"
            })
    void aLevelOrWhatIsOfAllRequestsIsNone(String key) {
        assertThat(Metrics.find(key)).isEmpty();
        assertThat(Metrics.withKey(key)).isEmpty();
    }

    @Test
    void messagesSayWhatThereIs() {
        assertThat(Metrics.hint("p98@order")).startsWith("did you mean").contains("goodput");
        assertThat(Metrics.hint("cpu/request@order"))
                .isEqualTo("cpu/request is of all requests together; by name there are goodput, requests, rps, mean,"
                        + " stddev, p50, p90, p95, p99, p999, max, errors, timeouts, first-byte.p50, first-byte.p99");
        assertThat(Metrics.hint("p99@Order")).isEqualTo("behind @ stands the name of a request or a journey");
        assertThat(Metrics.withoutName(RequestMetrics.P99.ofName("ordr"), List.of("list", "order")))
                .contains("there is no request or journey ordr; did you mean order? (valid here: list, order)");
        assertThat(Metrics.withoutName(RequestMetrics.P99.ofName("order"), List.of()))
                .contains("there is one request alone, and none by the name of order");
        assertThat(Metrics.withoutName(RequestMetrics.P99.ofName("order"), List.of("list", "order")))
                .isEmpty();
        assertThat(Metrics.withoutName(ProcessMetrics.CPU_PER_REQUEST, List.of("list")))
                .isEmpty();
    }

    @Test
    void whatCannotBeToldApartIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ProcessMetrics.HEAP_PEAK.ofName("order"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestMetrics.P99.ofName("order").ofName("list"));
    }

    @Test
    void itsNoiseAndMarginsAreThoseOfAll() {
        var named = RequestMetrics.GOODPUT.ofName("list");

        assertThat(named.resolution(MIX)).isEqualTo(RequestMetrics.GOODPUT.resolution(MIX));
        assertThat(named.comparison()).isEqualTo(RequestMetrics.GOODPUT.comparison());
        assertThat(RequestMetrics.P999.ofName("list").comparison().headline()).isFalse();
    }
}
