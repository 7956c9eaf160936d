package dev.ralbench.report;

import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import dev.ralbench.page.TableCell;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.SelfTestResult;
import dev.ralbench.selftest.PowerCurve;
import dev.ralbench.selftest.RuleNoise;
import dev.ralbench.selftest.SelfTestSummary;
import dev.ralbench.selftest.SelfTestSummary.Detection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A self-test's result, as text. */
public final class SelfTestTable {
    private static final int SECONDS_PER_MINUTE = 60;
    /** Below this the signs are too unequal for a coin. */
    private static final double UNBALANCED = 0.01;

    private static final String POWER_TITLE =
            "equal variants made worse by so much in every block, and judged again: in how"
                    + " many runs the rule fails, and the share that it finds at least (95 % confidence)";

    private final SelfTestResult result;
    private final SelfTestSummary summary;

    public SelfTestTable(SelfTestResult result, SelfTestSummary summary) {
        this.result = result;
        this.summary = summary;
    }

    /** Lines without line ends. */
    public List<String> render(Page page) {
        var lines = new ArrayList<>(page.joined(header()));
        falseAlarms().ifPresent(text -> lines.addAll(page.wrapped(Emphasis.NONE, text, 2)));
        balance().ifPresent(text -> lines.addAll(page.wrapped(Emphasis.NONE, text, 2)));
        if (!summary.noise().isEmpty()) {
            lines.add("");
            lines.addAll(new Table<>(noiseColumns())
                    .render(List.of(List.copyOf(summary.noise().entrySet())), page));
        }
        if (!summary.power().isEmpty()) {
            lines.add("");
            lines.addAll(page.wrapped(Emphasis.NONE, POWER_TITLE, 2));
            lines.addAll(new Table<>(powerColumns())
                    .render(List.of(List.copyOf(summary.power().entrySet())), page));
        }
        if (!summary.detections().isEmpty()) {
            lines.add("");
            lines.addAll(new Table<>(detectionColumns())
                    .render(List.of(List.copyOf(summary.detections().entrySet())), page));
        }
        unexpected(page, lines);
        return List.copyOf(lines);
    }

    private List<String> header() {
        long equal =
                result.runs().stream().filter(run -> run.injected().isEmpty()).count();
        return List.of(
                "selftest   " + Numbers.counted((int) equal, "run") + " of equal variants, "
                        + (result.runs().size() - equal) + " with a regression",
                result.machine().machine().getOrDefault(Fingerprint.CORES, "?") + " vCPU, JDK "
                        + result.machine().software().getOrDefault(Fingerprint.JDK, "?"),
                Numbers.counted((int) Math.ceil(result.seconds() / SECONDS_PER_MINUTE), "minute"));
    }

    private Optional<String> falseAlarms() {
        if (summary.decisions().isEmpty()) {
            return Optional.empty();
        }
        var decisions = summary.decisions().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey().word())
                .collect(Collectors.joining(", "));
        var bound = summary.mostFalseAlarms()
                .map(most -> "false alarms are at most " + Numbers.share(most) + " (95 % confidence)")
                .orElse("nothing is known of false alarms");
        return Optional.of("equal variants: " + decisions + notJudged() + "; " + bound);
    }

    /** Says how many runs were not judged and are left out of the shares. */
    private String notJudged() {
        return summary.notJudged() == 0 ? "" : " (" + summary.notJudged() + " not judged and left out)";
    }

    private Optional<String> balance() {
        if (summary.judged() == 0) {
            return Optional.empty();
        }
        var balance = summary.balance();
        return Optional.of("runs by their most significant difference at 5 %: "
                + balance.worse() + " worse, " + balance.better() + " better (p " + Numbers.significant(balance.p())
                + "): "
                + (balance.p() < UNBALANCED
                        ? "the harness favours a side, so no verdict of it can be trusted"
                        : "no side is favoured"));
    }

    private static List<Column<Map.Entry<String, RuleNoise>>> noiseColumns() {
        return List.of(
                Column.text("rule", 0, Map.Entry::getKey),
                Column.number("runs", 2, row -> Numbers.count(row.getValue().runs())),
                Column.number("blocks", 2, row -> Numbers.count(row.getValue().blocks())),
                Column.number(
                        "deviation", 0, row -> Numbers.share(row.getValue().deviation())),
                Column.number(
                        "lag 1",
                        1,
                        row -> row.getValue()
                                .autocorrelation()
                                .map(Numbers::significant)
                                .orElse("none")),
                Column.number(
                        "finds from",
                        0,
                        row -> row.getValue().detectable().map(Numbers::share).orElse(TableCell.MISSING.text())));
    }

    /** Narrow pages do without the second size. */
    private static List<Column<Map.Entry<String, PowerCurve>>> powerColumns() {
        var columns = new ArrayList<Column<Map.Entry<String, PowerCurve>>>();
        columns.add(Column.text("rule", 0, Map.Entry::getKey));
        columns.add(
                Column.number("material", 2, row -> Numbers.share(row.getValue().material())));
        columns.add(Column.number("runs", 3, row -> Numbers.count(row.getValue().runs())));
        for (int i = 0; i < PowerCurve.CHANGES.size(); i++) {
            int point = i;
            columns.add(Column.number(
                    Math.round(100 * PowerCurve.CHANGES.get(i)) + " %",
                    i == 1 ? 1 : 0,
                    row -> found(row.getValue().points().get(point))));
        }
        return columns;
    }

    /** Such as {@code 60 ≥95.1 %}. */
    private static String found(PowerCurve.Point point) {
        return point.found() == 0 ? "0" : point.found() + " ≥" + Numbers.share(point.atLeast());
    }

    private static List<Column<Map.Entry<String, Detection>>> detectionColumns() {
        return List.of(
                Column.text("regression", 0, Map.Entry::getKey),
                Column.text("rule", 0, row -> row.getValue().rule()),
                new Column<>("found", Column.Align.RIGHT, 0, SelfTestTable::found),
                Column.number(
                        "at least (95 %)",
                        1, row -> Numbers.share(row.getValue().atLeast())));
    }

    private static TableCell found(Map.Entry<String, Detection> row) {
        var detection = row.getValue();
        return new TableCell(
                detection.found() + " of " + detection.runs(),
                detection.found() < detection.runs() ? Emphasis.BAD : Emphasis.NONE);
    }

    private void unexpected(Page page, List<String> lines) {
        for (var run : result.runs()) {
            if (!run.isAsExpected()) {
                var what = run.injected()
                        .map(variant ->
                                variant + " was not found by " + run.expected().orElse("?") + ": "
                                        + run.decision().word())
                        .orElse("equal variants: " + run.decision().word());
                lines.addAll(page.wrapped(
                        Emphasis.BAD,
                        what + run.file().map(file -> " (" + file + ")").orElse(""),
                        2));
            }
        }
    }
}
