package dev.ralbench.report;

import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.WindowRequests;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Spelling;
import dev.ralbench.page.Table;
import dev.ralbench.page.TableCell;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.GeneratorPart.GeneratorWindow;
import dev.ralbench.result.TrialResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The generators that shared the load of a merged run, each with its own facts, trial by trial. */
final class GeneratorTable {
    private static final String TITLE = "generators";
    private static final String UNKNOWN = "–";

    private static final Column<GeneratorRow> VALIDITY =
            new Column<>("validity", Column.Align.LEFT, 0, row -> validity(row.part));

    /** Agents begin at one instant. */
    private static final Column<GeneratorRow> BEGAN =
            Column.number("began", 2, row -> String.format(Locale.ROOT, "%+.2f s", row.apartSeconds));

    private GeneratorTable() {}

    /**
     * A generator in a trial.
     *
     * @param apartSeconds how much later its load began than that of the first one; negative if it began earlier
     */
    private record GeneratorRow(GeneratorPart part, double apartSeconds) {
        Optional<GeneratorWindow> whole() {
            return part.wholeRun();
        }

        String figure(Function<GeneratorUsage, Optional<String>> figure) {
            return whole().flatMap(GeneratorWindow::usage).flatMap(figure).orElse(UNKNOWN);
        }
    }

    /** How many generators shared the load; empty unless the run was merged. */
    static Optional<Integer> count(RunView view) {
        return view.counting().stream()
                .flatMap(trial -> trial.generators().stream())
                .map(List::size)
                .findFirst();
    }

    /** The table with a title, and what was assumed; empty unless the run was merged. */
    static List<String> render(RunView view, Page page) {
        var groups = groups(view);
        if (groups.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        lines.add(page.line(Emphasis.TITLE, TITLE));
        lines.addAll(new Table<>(columns(groups)).render(groups, page));
        lines.addAll(page.wrapped(Emphasis.FAINT, assumed(groups), 2));
        return lines;
    }

    static List<String> markdown(RunView view) {
        var groups = groups(view);
        if (groups.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<>(new Table<>(columns(groups)).markdown(groups));
        lines.addAll(List.of("", assumed(groups)));
        return lines;
    }

    /** The table for a page in a browser, with its title; empty unless several generators shared the load. */
    static Optional<Map<String, Object>> json(RunView view) {
        var groups = groups(view);
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        var json = new LinkedHashMap<String, Object>();
        json.put("title", "Generators");
        json.putAll(new Table<>(columns(groups)).json(groups));
        return Optional.of(json);
    }

    private static List<List<GeneratorRow>> groups(RunView view) {
        return view.counting().stream().flatMap(trial -> rows(trial).stream()).toList();
    }

    private static Optional<List<GeneratorRow>> rows(TrialResult trial) {
        return trial.generators()
                .map(all -> all.stream()
                        .map(part -> new GeneratorRow(
                                part,
                                Duration.between(all.getFirst().loadBeganAt(), part.loadBeganAt())
                                                .toNanos()
                                        / 1e9))
                        .toList());
    }

    private static String assumed(List<List<GeneratorRow>> groups) {
        double least = groups.stream()
                .flatMap(List::stream)
                .mapToDouble(GeneratorRow::apartSeconds)
                .min()
                .orElse(0);
        double most = groups.stream()
                .flatMap(List::stream)
                .mapToDouble(GeneratorRow::apartSeconds)
                .max()
                .orElse(0);
        return String.format(
                Locale.ROOT,
                "Counts and histograms are added. %s A longest stall is an upper limit; percentiles over time are those"
                        + " of the slowest generator; figures of the generator are those of the one closest to the limit of its CPUs.",
                sameTime(groups)
                        .orElseGet(() -> String.format(
                                Locale.ROOT,
                                "Loads began at most %.2f s apart, if the clocks of the machines agree.",
                                most - least)));
    }

    /** How well agents knew when to begin; empty if results were merged by hand. */
    private static Optional<String> sameTime(List<List<GeneratorRow>> groups) {
        var worst = groups.stream()
                .flatMap(List::stream)
                .flatMap(row -> row.part.agent().stream())
                .mapToDouble(agent -> agent.clock().uncertaintyMillis())
                .max();
        return worst.isPresent()
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "Loads began at one instant, which each agent knew to %.2f ms.",
                        worst.getAsDouble()))
                : Optional.empty();
    }

    private static List<Column<GeneratorRow>> columns(List<List<GeneratorRow>> groups) {
        boolean areAgents = groups.stream()
                .flatMap(List::stream)
                .anyMatch(row -> row.part.agent().isPresent());
        return Stream.of(figures(), areAgents ? ofAgents() : List.of(BEGAN), List.of(VALIDITY))
                .flatMap(List::stream)
                .toList();
    }

    private static List<Column<GeneratorRow>> figures() {
        return List.of(
                Column.text("generator", 0, row -> row.part.name()),
                Column.number("vCPU", 3, row -> row.part.machine().getOrDefault(Fingerprint.CORES, "?")),
                Column.number(
                        "users",
                        2,
                        row -> row.whole()
                                .map(whole -> String.valueOf(whole.users()))
                                .orElse(UNKNOWN)),
                Column.number(
                        "ended",
                        1,
                        row -> row.whole()
                                .map(GeneratorWindow::completions)
                                .map(WindowRequests.Completions::ended)
                                .map(Numbers::count)
                                .orElse(UNKNOWN)),
                Column.number("CPU", 1, row -> row.figure(GeneratorTable::ownShare)),
                Column.number("lag p99", 2, row -> row.figure(GeneratorTable::lag)),
                Column.number(
                        "steal",
                        4,
                        row -> row.figure(usage -> usage.machine().stealShare().map(Numbers::share))));
    }

    private static List<Column<GeneratorRow>> ofAgents() {
        return List.of(
                Column.text(
                        "key",
                        1,
                        row -> row.part
                                .agent()
                                .flatMap(GeneratorPart.Agent::key)
                                .orElse(UNKNOWN)),
                Column.number(
                        "ceiling",
                        3,
                        row -> row.part
                                .ceiling()
                                .filter(ceiling -> ceiling.requestsPerSecond() > 0)
                                .map(ceiling -> Numbers.of(MetricUnit.PER_SECOND, ceiling.requestsPerSecond()))
                                .orElse("unknown")),
                Column.number(
                        "ports",
                        4,
                        row -> row.part
                                .agent()
                                .flatMap(GeneratorPart.Agent::localPorts)
                                .map(Numbers::count)
                                .orElse(UNKNOWN)),
                Column.number("clock drift", 2, GeneratorTable::drift));
    }

    /** Of an agent's clock, and how well it is known. */
    private static String drift(GeneratorRow row) {
        return row.part
                .agent()
                .flatMap(agent -> agent.clock()
                        .drift()
                        .map(drift -> String.format(
                                Locale.ROOT, "%+.2f ±%.2f ms", drift.millis(), drift.uncertaintyMillis())))
                .orElse(UNKNOWN);
    }

    private static Optional<String> ownShare(GeneratorUsage usage) {
        return Optional.of(
                Numbers.share(usage.cores() / Math.max(1, usage.machine().processors())));
    }

    private static Optional<String> lag(GeneratorUsage usage) {
        return usage.jvm().loopLag().flatMap(lag -> {
            var millis = lag.percentileMillis(99);
            return millis.isPresent() ? Optional.of(Numbers.millis(millis.getAsDouble())) : Optional.empty();
        });
    }

    private static TableCell validity(GeneratorPart part) {
        var verdict = part.validity().verdict();
        return new TableCell(
                Spelling.of(verdict),
                switch (verdict) {
                    case VALID -> Emphasis.NONE;
                    case SUSPECT -> Emphasis.WARNING;
                    case INVALID -> Emphasis.BAD;
                });
    }
}
