package dev.ralbench.metric;

import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/reference/metrics.md is made from the list of metrics: {@code -Dgolden.update=true} writes it. */
class DocumentedMetricsTest {
    private static final String HEAD = """
            # Metrics

            Every figure of a window, made from the list of metrics by `DocumentedMetricsTest`. `key` is its name in files, in
            rules of gates and in `--slo`; tables show the title. A smaller change than `matters` is not reported, and one that is
            shown to be smaller than `tolerated` passes a rule that has no margins of its own. Of counts without noise `matters` is
            the slack; metrics without either are not compared.

            Of a load with several requests, `KEY@NAME` is the metric of one request or journey alone: `p99@order`, at one level
            `p99@order@64`. Commands, rules of gates, `expect` and `--slo` take it; `--slo` without a
            level. It exists of these: %s.

            | key | in tables | unit | better | matters | tolerated | how to read it |
            |---|---|---|---|---|---|---|
            """;

    @Test
    void everyMetricIsDocumented() {
        Golden.matches(
                Repository.path("docs", "reference", "metrics.md"),
                HEAD.formatted(byName())
                        + Metrics.ALL.stream().map(DocumentedMetricsTest::row).collect(Collectors.joining()));
    }

    private static String byName() {
        return Metrics.BY_NAME.stream().map(metric -> "`" + metric.key() + "`").collect(Collectors.joining(", "));
    }

    private static String row(Metric metric) {
        return Stream.of(
                        "`" + metric.key() + "`",
                        metric.title(),
                        metric.unit() == MetricUnit.SHARE
                                ? "share"
                                : metric.unit().symbol(),
                        metric.better() == Better.NEITHER
                                ? ""
                                : metric.better().name().toLowerCase(Locale.ROOT),
                        matters(metric),
                        tolerated(metric),
                        metric.reading())
                .map(cell -> cell.replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |\n"))
                .replaceAll("\\|  (?=\\|)", "| ");
    }

    private static String matters(Metric metric) {
        var comparison = metric.comparison();
        return switch (comparison.way()) {
            case RATE, SIZE -> percent(comparison.material());
            case DIFFERENCE -> inItsUnit(metric, comparison.material());
            case EXACT -> "+" + number(comparison.slack());
            case NOT_COMPARED -> "";
        };
    }

    private static String tolerated(Metric metric) {
        var comparison = metric.comparison();
        return switch (comparison.way()) {
            case RATE, SIZE -> percent(comparison.tolerated());
            case DIFFERENCE -> inItsUnit(metric, comparison.tolerated());
            case EXACT, NOT_COMPARED -> "";
        };
    }

    private static String inItsUnit(Metric metric, double value) {
        return metric.unit() == MetricUnit.SHARE
                ? percent(value)
                : number(value) + " " + metric.unit().symbol();
    }

    private static String percent(double share) {
        return number(share * 100) + " %";
    }

    /** Margins have few digits: more are those of binary fractions. */
    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value).replaceFirst("\\.?0+$", "");
    }
}
