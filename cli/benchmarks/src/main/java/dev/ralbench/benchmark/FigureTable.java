package dev.ralbench.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Figures of clients under loads, round by round, as a table in Markdown: one row per load and client, with medians, and the
 * ratio of each round to another client next to it, against its goal.
 */
final class FigureTable {
    /** More than that share of the machine's CPU time taken by other programs disturbs. */
    private static final double DISTURBED = 0.05;

    private final String ofRows;
    private final List<Column> columns;
    private final Map<Key, Row> rows = new LinkedHashMap<>();

    /** @param ofRows what rows differ in, as a heading */
    FigureTable(String ofRows, Column... columns) {
        this.ofRows = ofRows;
        this.columns = List.of(columns);
    }

    /** A figure, with so many digits behind the point. */
    record Column(String name, int digits) {}

    private record Key(String load, String client) {}

    /** The ratio to another client, or a bound of the figure itself. */
    private record Goal(
            Column column, Optional<String> peer, Optional<Budget.Direction> direction, double bound, String unit) {}

    private static final class Row {
        private final Map<Integer, Map<Column, Double>> rounds = new TreeMap<>();
        private final Map<String, Integer> remarks = new TreeMap<>();
        private final List<Goal> goals = new ArrayList<>();
        private double others;
    }

    /**
     * One run.
     *
     * @param figures those that it has; a column without one is empty
     * @param others share of the machine's CPU time that other programs took meanwhile, from 0 to 1
     * @param remark of the run; those that are the same are counted
     */
    void add(String load, String client, int round, Map<Column, Double> figures, double others, String remark) {
        var row = row(load, client);
        row.rounds.put(round, figures);
        row.others = Math.max(row.others, others);
        if (!remark.isEmpty()) {
            row.remarks.merge(remark, 1, Integer::sum);
        }
    }

    /** A run that had no figures. */
    void addFailure(String load, String client, String why) {
        row(load, client).remarks.merge(why, 1, Integer::sum);
    }

    /** The client's figure over that of a peer, round by round. */
    void ratio(String load, String client, Column column, String peer, Budget.Direction direction, double bound) {
        row(load, client).goals.add(new Goal(column, Optional.of(peer), Optional.of(direction), bound, ""));
    }

    /** The same without a goal. */
    void compare(String load, String client, Column column, String peer) {
        row(load, client).goals.add(new Goal(column, Optional.of(peer), Optional.empty(), 0, ""));
    }

    /** The median of a figure itself. */
    void bound(String load, String client, Column column, Budget.Direction direction, double bound, String unit) {
        row(load, client).goals.add(new Goal(column, Optional.empty(), Optional.of(direction), bound, unit));
    }

    /** Whether the remarks of a client's runs have a text. */
    boolean isRemarked(String load, String client, String text) {
        return row(load, client).remarks.keySet().stream().anyMatch(remark -> remark.contains(text));
    }

    /** Gives the client its row now. */
    void name(String load, String client) {
        row(load, client);
    }

    private Row row(String load, String client) {
        return rows.computeIfAbsent(new Key(load, client), absent -> new Row());
    }

    /** Rows in the order in which they were first named. */
    List<String> lines() {
        var head = new ArrayList<>(List.of(ofRows, "client"));
        columns.forEach(column -> head.add(column.name()));
        head.addAll(List.of("goals", "others' CPU", "runs"));
        var table = new TextTable(head.toArray(String[]::new));
        rows.forEach((key, row) -> table.add(cells(key, row)));
        return table.lines();
    }

    private List<String> cells(Key key, Row row) {
        var cells = new ArrayList<>(List.of(key.load(), key.client()));
        columns.forEach(column -> cells.add(
                spread(row, column).map(spread -> spread.text(column.digits())).orElse("")));
        cells.add(row.goals.stream()
                .flatMap(goal -> text(key.load(), row, goal).stream())
                .collect(Collectors.joining("; ")));
        cells.add(row.rounds.isEmpty() ? "" : others(row.others));
        cells.add(row.remarks.entrySet().stream()
                .map(remark -> remark.getValue() > 1 ? remark.getValue() + " x " + remark.getKey() : remark.getKey())
                .collect(Collectors.joining("; ")));
        return cells;
    }

    private static String others(double share) {
        var percent = Math.round(share * 100) + " %";
        return share > DISTURBED ? "**disturbed: " + percent + "**" : percent;
    }

    private Optional<String> text(String load, Row row, Goal goal) {
        var measured = goal.peer().isPresent()
                ? Optional.ofNullable(rows.get(new Key(load, goal.peer().get())))
                        .flatMap(peer -> ratio(row, peer, goal.column()))
                : spread(row, goal.column());
        return measured.map(spread -> {
            var name = goal.column().name()
                    + goal.peer()
                            .map(peer -> " " + spread.text(2) + " of " + peer)
                            .orElse("");
            return goal.direction()
                    .map(direction -> new Budget(name, direction, goal.bound(), spread, goal.unit(), 2).sentence())
                    .orElse(name);
        });
    }

    private static Optional<RoundSpread> spread(Row row, Column column) {
        return spread(row.rounds.values().stream()
                .filter(figures -> figures.containsKey(column))
                .mapToDouble(figures -> figures.get(column))
                .toArray());
    }

    /** Of rounds that both have. */
    private static Optional<RoundSpread> ratio(Row row, Row peer, Column column) {
        return spread(row.rounds.entrySet().stream()
                .flatMapToDouble(round -> Optional.ofNullable(peer.rounds.get(round.getKey()))
                        .map(figures -> figures.get(column))
                        .flatMap(other -> Optional.ofNullable(round.getValue().get(column))
                                .map(own -> own / other))
                        .stream()
                        .mapToDouble(Double::doubleValue))
                .toArray());
    }

    private static Optional<RoundSpread> spread(double... values) {
        return values.length == 0 ? Optional.empty() : Optional.of(RoundSpread.of(values));
    }
}
