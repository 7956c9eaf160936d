package dev.ralbench.report.comparison;

import dev.ralbench.compare.Change;
import dev.ralbench.compare.History;
import dev.ralbench.compare.HistoryRow;
import dev.ralbench.page.Column;
import dev.ralbench.page.Numbers;
import dev.ralbench.report.ChangeText;
import dev.ralbench.report.LevelTitle;
import dev.ralbench.result.Fingerprint;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A history in words, for all reports that people read. */
final class HistoryText {
    private static final List<DateTimeFormatter> TIMES =
            List.of(format("MM-dd"), format("HH:mm"), format("MM-dd HH:mm"));
    private static final DateTimeFormatter DAY = format("uuuu-MM-dd");

    private final History history;

    HistoryText(History history) {
        this.history = history;
    }

    private static DateTimeFormatter format(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    /** Such as {@code history · delay-200 · 12 runs from 2026-11-10 to 2026-11-22 · 2 vCPU}. */
    List<String> what() {
        var first = history.runs().getFirst();
        var from = DAY.format(first.origin().startedAt());
        var to = DAY.format(history.runs().getLast().origin().startedAt());
        return List.of(
                "history",
                history.scenario(),
                history.runs().size() + " runs " + (from.equals(to) ? "on " + from : "from " + from + " to " + to),
                first.fingerprint().machine().getOrDefault(Fingerprint.CORES, "?") + " vCPU");
    }

    /** When each run began (UTC), in the shortest form that tells them apart. */
    List<String> times() {
        var instants =
                history.runs().stream().map(run -> run.origin().startedAt()).toList();
        return TIMES.stream()
                .map(format -> instants.stream().map(format::format).toList())
                .filter(times -> times.stream().distinct().count() == times.size())
                .findFirst()
                .orElseGet(() -> instants.stream().map(TIMES.getLast()::format).toList());
    }

    static String legend() {
        return "median: of all runs; half of the runs lie within ± spread of it. change: the latest run against the median"
                + " of the runs before it. Nothing here is a verdict.";
    }

    /** A line for each run that a series steps at, or why there is none. */
    List<String> steps() {
        if (history.missingRuns() > 0) {
            return List.of("steps: not looked for; a table of "
                    + Numbers.counted(history.rows().size(), "row") + " needs "
                    + Numbers.counted(history.missingRuns(), "run") + " more");
        }
        var found = stepped();
        if (found.isEmpty()) {
            return List.of("steps: none shown (rank test of all rows together, false alarm in at most 5 % of tables)");
        }
        var lines = new ArrayList<String>();
        found.forEach((run, rows) ->
                lines.add("STEP at run " + history.runs().get(run).origin().runId() + ": "
                        + rows.stream().map(this::step).collect(Collectors.joining(", "))));
        lines.add(
                "steps by a rank test of all rows together, false alarm in at most 5 % of tables; a slow drift looks the"
                        + " same");
        return lines;
    }

    private Map<Integer, List<HistoryRow>> stepped() {
        var byRun = new TreeMap<Integer, List<HistoryRow>>();
        history.rows()
                .forEach(row -> row.step()
                        .ifPresent(step -> byRun.computeIfAbsent(step.from(), absent -> new ArrayList<>())
                                .add(row)));
        return new LinkedHashMap<>(byRun);
    }

    private String step(HistoryRow row) {
        var step = row.step().orElseThrow();
        var variant = hasSeveralVariants() ? " of " + row.variant() : "";
        return row.id() + variant + " " + change(row, step.before(), step.after());
    }

    boolean hasSeveralVariants() {
        return history.rows().stream().map(HistoryRow::variant).distinct().count() > 1;
    }

    static String change(HistoryRow row) {
        return row.change().isPresent()
                ? ChangeText.plain(row.metric(), row.scale(), row.change().getAsDouble())
                : "";
    }

    private static String change(HistoryRow row, double from, double to) {
        return ChangeText.plain(row.metric(), row.scale(), row.change(from, to));
    }

    /** {@code ±1.2 %}, or in the metric's unit. */
    static String spread(HistoryRow row) {
        boolean isRatio = row.scale() == Change.Scale.LOG_RATIO;
        var text = ChangeText.plain(row.metric(), row.scale(), isRatio ? row.spread() / row.median() : row.spread());
        return "±" + (text.startsWith("+") ? text.substring(1) : text);
    }

    /** The table's columns, the older runs' values last to stay on a narrow page. */
    List<Column<HistoryRow>> columns(String levelTitle, int mostRuns) {
        var columns = new ArrayList<Column<HistoryRow>>();
        columns.add(Column.number(levelTitle, 0, row -> row.level().name()));
        columns.add(Column.text("metric", 0, row -> row.metric().title()));
        if (hasSeveralVariants()) {
            columns.add(Column.text(
                    "variant", 0, row -> history.runs().getLast().scenario().title(row.variant())));
        }
        columns.add(Column.number("runs", 1, row -> Integer.toString(row.count())));
        columns.add(value("median", 0, row -> Numbers.of(row.metric().unit(), row.median())));
        columns.add(value("spread", 0, HistoryText::spread));
        int last = history.runs().size() - 1;
        var times = times();
        for (int run = Math.max(0, last - mostRuns); run < last; run++) {
            int at = run;
            columns.add(value(
                    times.get(run),
                    1 + last - run,
                    row -> Numbers.of(row.metric(), row.values().get(at))));
        }
        columns.add(value(times.get(last), 0, row -> Numbers.of(row.metric(), row.latest())));
        columns.add(value("change", 0, HistoryText::change));
        return columns;
    }

    private static Column<HistoryRow> value(String title, int priority, Function<HistoryRow, String> text) {
        return Column.number(title, priority, text);
    }

    /** Rows of one level belong together. */
    List<List<HistoryRow>> groups() {
        return List.copyOf(history.rows().stream()
                .collect(Collectors.groupingBy(HistoryRow::level, LinkedHashMap::new, Collectors.toList()))
                .values());
    }

    String levelTitle() {
        return LevelTitle.of(history.rows().stream()
                .map(HistoryRow::level)
                .filter(level -> !level.isWholeRun())
                .distinct()
                .toList());
    }
}
