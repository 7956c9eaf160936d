package dev.ralbench.report.comparison;

import dev.ralbench.compare.Change;
import dev.ralbench.compare.History;
import dev.ralbench.compare.HistoryRow;
import dev.ralbench.compare.HistoryRow.SeriesChange;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import dev.ralbench.report.ChangeText;
import dev.ralbench.report.LevelTitle;
import dev.ralbench.result.Fingerprint;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A history in words, for all reports that people read. */
final class HistoryText {
    private static final List<DateTimeFormatter> TIMES =
            List.of(format("MM-dd"), format("HH:mm"), format("MM-dd HH:mm"));
    private static final DateTimeFormatter DAY = format("uuuu-MM-dd");

    /** Values of earlier runs; a narrow terminal shows fewer. */
    private static final int MOST_EARLIER_RUNS = 4;

    private static final int MOST_EARLIER_RUNS_IN_MARKDOWN = 9;

    private static final String MARK = "*";
    private static final int MOST_CHANGES_OF_A_CAUSE = 3;

    private final History history;

    HistoryText(History history) {
        this.history = history;
    }

    private static DateTimeFormatter format(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    /**
     * Lines without line ends.
     *
     * @param isOverview only the few metrics that a ramp has too
     */
    List<String> render(Page page, boolean isOverview) {
        var lines = new ArrayList<>(page.joined(what()));
        lines.add("");
        var rows = isOverview ? fewer(groups()) : groups();
        lines.addAll(new Table<>(columns(MOST_EARLIER_RUNS)).render(rows, page));
        facts().forEach(fact -> lines.addAll(page.wrapped(Emphasis.NONE, fact, 2)));
        changes()
                .forEach(note ->
                        lines.addAll(page.wrapped(note.isNews() ? Emphasis.WARNING : Emphasis.FAINT, note.text(), 2)));
        lines.addAll(page.wrapped(Emphasis.FAINT, legend(), 2));
        return List.copyOf(lines);
    }

    /** Keeps the rows of the few most important metrics, or all rows if there is none of those. */
    private static List<List<HistoryRow>> fewer(List<List<HistoryRow>> groups) {
        var fewer = groups.stream()
                .map(rows -> rows.stream()
                        .filter(row -> RampTable.METRICS.contains(row.metric()))
                        .toList())
                .filter(rows -> !rows.isEmpty())
                .toList();
        return fewer.isEmpty() ? groups : fewer;
    }

    /** The table in Markdown. */
    List<String> markdown() {
        return new Table<>(columns(MOST_EARLIER_RUNS_IN_MARKDOWN)).markdown(groups());
    }

    /** Such as {@code history · delay-200 · 12 runs from 2026-11-10 to 2026-11-22 · 2 vCPU}. */
    List<String> what() {
        var first = history.runs().getFirst();
        var from = DAY.format(first.origin().startedAt());
        var to = DAY.format(history.runs().getLast().origin().startedAt());
        var machines = history.runs().stream()
                .map(run -> run.fingerprint().machine().getOrDefault(Fingerprint.CORES, "?"))
                .distinct()
                .collect(Collectors.joining(" or "));
        var what = new ArrayList<>(List.of(
                "history",
                history.scenario(),
                history.runs().size() + " runs " + (from.equals(to) ? "on " + from : "from " + from + " to " + to),
                machines + " vCPU"));
        history.anchor().ifPresent(anchor -> what.add("ratios to " + anchor + ", as machines differ"));
        return what;
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

    /** What the columns mean. */
    String legend() {
        return "median: of all runs; half of the runs lie within ± spread of it. change: the latest run against the runs"
                + " before its last step, the start of its trend or, without either, the median of the runs before it."
                + (history.facts().isEmpty() ? "" : " " + MARK + " a fact of the machine or its software changed.")
                + " Nothing here is a verdict.";
    }

    /** The facts that changed on the way, a line for each. */
    List<String> facts() {
        var byField = history.facts().stream()
                .collect(Collectors.groupingBy(
                        change -> change.fact().field(), LinkedHashMap::new, Collectors.toList()));
        return byField.values().stream().map(this::fact).toList();
    }

    private String fact(List<History.FactChange> changes) {
        var last = changes.getLast();
        var times = changes.size() == 1 ? "" : changes.size() + " times, the last time ";
        return MARK + " " + last.fact().field() + " changed " + times + values(last) + " at run " + runId(last.run());
    }

    private static String values(History.FactChange change) {
        return "from " + change.fact().left() + " to " + change.fact().right();
    }

    private String runId(int run) {
        return history.runs().get(run).origin().runId();
    }

    /** A note on what rows show. */
    record Note(String text, boolean isNews) {}

    /** A line for each run at which rows change, and how sure that is. */
    List<Note> changes() {
        var notes = new ArrayList<Note>();
        if (history.missingRuns() > 0) {
            notes.add(new Note(
                    "steps and trends: not looked for; they need " + Numbers.counted(history.missingRuns(), "run")
                            + " more",
                    false));
        }
        found(false)
                .forEach((at, rows) -> notes.add(new Note(
                        at.headline() + ": "
                                + rows.stream().map(row -> part(row, at)).collect(Collectors.joining(", "))
                                + because(at),
                        true)));
        found(true)
                .forEach((at, rows) -> rows.forEach(row -> notes.add(new Note(
                        "known: " + at.headline() + ": " + part(row, at) + " ("
                                + at.of(row).orElseThrow().known().orElse("") + ")",
                        false))));
        if (history.missingRuns() == 0 && notes.stream().noneMatch(Note::isNews)) {
            notes.add(new Note(
                    "no " + (notes.isEmpty() ? "" : "other ") + "step, trend or odd last run is shown", false));
        }
        notes.add(new Note(
                "tests of all rows together: false alarm in at most 5 % of tables"
                        + (history.autocorrelation() > 0
                                ? "; neighbouring runs correlate by "
                                        + String.format(Locale.ROOT, "%.2f", history.autocorrelation())
                                        + ", which is allowed for"
                                : ""),
                false));
        return notes;
    }

    /** Where rows do the same. */
    private record At(int run, SeriesChange.Kind kind, String headline) {
        Optional<SeriesChange> of(HistoryRow row) {
            return row.changes().stream()
                    .filter(change -> change.kind() == kind && change.from() == run)
                    .findFirst();
        }
    }

    private Map<At, List<HistoryRow>> found(boolean isKnown) {
        var byPlace = new TreeMap<At, List<HistoryRow>>(
                Comparator.comparingInt(At::run).thenComparing(At::kind));
        for (var row : history.rows()) {
            row.changes().stream()
                    .filter(change -> change.known().isPresent() == isKnown)
                    .forEach(change -> byPlace.computeIfAbsent(
                                    new At(change.from(), change.kind(), headline(change)), absent -> new ArrayList<>())
                            .add(row));
        }
        return byPlace;
    }

    private String headline(SeriesChange change) {
        return switch (change.kind()) {
            case STEP -> "STEP at run " + runId(change.from());
            case TREND -> "TREND since run " + runId(change.from());
            case LATEST -> latest(change).toUpperCase(Locale.ROOT) + " apart, " + runId(change.from());
        };
    }

    private String latest(SeriesChange change) {
        int runs = history.runs().size() - change.from();
        return runs == 1 ? "last run" : "last " + runs + " runs";
    }

    private String part(HistoryRow row, At at) {
        var change = at.of(row).orElseThrow();
        return row.id() + (hasSeveralVariants() ? " of " + row.variant() : "") + " " + size(row, change);
    }

    private static String size(HistoryRow row, SeriesChange change) {
        return change(row, change.before(), change.after());
    }

    /** Facts that changed just there. */
    private String because(At at) {
        var facts = history.facts().stream()
                .filter(change -> change.run() == at.run() && at.kind() != SeriesChange.Kind.TREND)
                .filter(change -> isRare(change.fact().field()))
                .map(change -> change.fact().field() + " changed " + values(change))
                .collect(Collectors.joining(", "));
        return facts.isEmpty() ? "" : "; there " + facts;
    }

    /** Runs that move between machines all the time change with any step. */
    private boolean isRare(String field) {
        return history.facts().stream()
                        .filter(change -> change.fact().field().equals(field))
                        .count()
                <= MOST_CHANGES_OF_A_CAUSE;
    }

    /** The latest change of a row in few words. */
    private String shows(HistoryRow row) {
        if (row.changes().isEmpty()) {
            return "";
        }
        var last = row.changes().getLast();
        var what = switch (last.kind()) {
            case STEP -> "step " + size(row, last) + " at " + times().get(last.from());
            case TREND -> "trend " + size(row, last);
            case LATEST -> latest(last) + " " + size(row, last);
        };
        int others = row.changes().size() - 1;
        return (last.known().isPresent() ? "known " : "") + what + (others == 0 ? "" : " (+" + others + ")");
    }

    private boolean hasSeveralVariants() {
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
        return "±" + ChangeText.size(row.metric(), row.scale(), isRatio ? row.spread() / row.median() : row.spread());
    }

    /** The table's columns, the older runs' values last to stay on a narrow page. */
    private List<Column<HistoryRow>> columns(int mostRuns) {
        var columns = new ArrayList<Column<HistoryRow>>();
        columns.add(Column.number(levelTitle(), 0, row -> row.level().name()));
        columns.add(Column.text("metric", 0, row -> row.metric().title()));
        if (hasSeveralVariants()) {
            columns.add(Column.text(
                    "variant", 0, row -> history.runs().getLast().scenario().title(row.variant())));
        }
        columns.add(Column.number("runs", 1, row -> Integer.toString(row.count())));
        columns.add(value("median", 0, row -> value(row, OptionalDouble.of(row.median()))));
        columns.add(value("spread", 0, HistoryText::spread));
        int last = history.runs().size() - 1;
        var times = times();
        for (int run = Math.max(0, last - mostRuns); run < last; run++) {
            int at = run;
            columns.add(value(
                    title(times, run),
                    1 + last - run,
                    row -> value(row, row.values().get(at))));
        }
        columns.add(value(title(times, last), 0, row -> value(row, row.latest())));
        columns.add(value("change", 0, HistoryText::change));
        if (history.rows().stream().anyMatch(row -> !row.changes().isEmpty())) {
            columns.add(Column.text("shows", 0, this::shows));
        }
        return columns;
    }

    private String title(List<String> times, int run) {
        boolean isMarked = history.facts().stream().anyMatch(change -> change.run() == run);
        return times.get(run) + (isMarked ? MARK : "");
    }

    private static String value(HistoryRow row, OptionalDouble value) {
        return row.anchor().isPresent() && value.isPresent()
                ? Numbers.significant(value.getAsDouble())
                : Numbers.of(row.metric(), value);
    }

    private static Column<HistoryRow> value(String title, int priority, Function<HistoryRow, String> text) {
        return Column.number(title, priority, text);
    }

    /** Rows of one level belong together. */
    private List<List<HistoryRow>> groups() {
        return List.copyOf(history.rows().stream()
                .collect(Collectors.groupingBy(HistoryRow::level, LinkedHashMap::new, Collectors.toList()))
                .values());
    }

    private String levelTitle() {
        return LevelTitle.of(history.rows().stream()
                .map(HistoryRow::level)
                .filter(level -> !level.isWholeRun())
                .distinct()
                .toList());
    }
}
