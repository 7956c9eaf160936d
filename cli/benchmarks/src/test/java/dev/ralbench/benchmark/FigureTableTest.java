package dev.ralbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.benchmark.Budget.Direction;
import dev.ralbench.benchmark.FigureTable.Column;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FigureTableTest {
    private static final Column MICROS = new Column("us", 1);
    private static final Column RATE = new Column("per s", 0);

    private final FigureTable table = new FigureTable("users", MICROS, RATE);

    @Test
    void figuresAreTheMedianOfTheRoundsWithLeastAndMost() {
        add("wrk", 0, 10);
        add("wrk", 1, 30);
        add("wrk", 2, 11);

        assertThat(cells("wrk")).containsExactly("64", "wrk", "11.0 (10.0 to 30.0)", "", "", "0 %", "");
    }

    @Test
    void aRatioIsTheMedianOfThoseWithinEachRound() {
        // the second round was slow for both: the ratio of medians would be 12 / 20
        add("wrk", 0, 10);
        add("wrk", 1, 40);
        add("wrk", 2, 20);
        add("ralbench", 0, 11);
        add("ralbench", 1, 36);
        add("ralbench", 2, 12);
        table.ratio("64", "ralbench", MICROS, "wrk", Direction.AT_MOST, 0.95);

        assertThat(goals("ralbench")).isEqualTo("us 0.90 (0.60 to 1.10) of wrk, at most 0.95: met");
    }

    @Test
    void aRoundThatOneOfThemLacksHasNoRatio() {
        add("wrk", 0, 10);
        add("wrk", 2, 10);
        add("ralbench", 1, 1);
        add("ralbench", 2, 12);
        table.ratio("64", "ralbench", MICROS, "wrk", Direction.AT_MOST, 1.1);

        assertThat(goals("ralbench")).isEqualTo("us 1.20 of wrk, at most 1.1: **NOT MET**");
    }

    @Test
    void aPeerWithoutARowHasNone() {
        add("ralbench", 0, 10);
        add("ralbench-epoll", 0, 10);
        table.ratio("64", "ralbench", MICROS, "wrk", Direction.AT_MOST, 1.1);

        assertThat(goals("ralbench")).isEmpty();
        assertThat(table.lines()).noneMatch(line -> line.contains("wrk"));
    }

    @Test
    void goalsWithoutAMeasuredPeerSayNothing() {
        add("ralbench", 0, 10);
        table.addFailure("64", "wrk", "not installed");
        table.ratio("64", "ralbench", MICROS, "wrk", Direction.AT_MOST, 1.1);

        assertThat(goals("ralbench")).isEmpty();
        assertThat(cells("wrk")).containsExactly("64", "wrk", "", "", "", "", "not installed");
    }

    @Test
    void goalsMayBeOfTheFigureItselfAndRatiosWithoutAGoal() {
        add("floor", 0, 5);
        add("ralbench", 0, 10);
        table.bound("64", "ralbench", MICROS, Direction.AT_LEAST, 10.5, " us");
        table.compare("64", "ralbench", MICROS, "floor");

        assertThat(goals("ralbench")).isEqualTo("us, at least 10.5 us: **NOT MET**; us 2.00 of floor");
    }

    @Test
    void theWorstRoundSaysWhetherOthersDisturbed() {
        table.add("64", "wrk", 0, Map.of(MICROS, 1.0), 0.04, "valid");
        assertThat(cells("wrk")).contains("4 %");

        table.add("64", "wrk", 1, Map.of(MICROS, 1.0), 0.12, "suspect");
        table.add("64", "wrk", 2, Map.of(MICROS, 1.0), 0.01, "valid");
        assertThat(cells("wrk")).contains("**disturbed: 12 %**", "suspect; 2 x valid");
    }

    @Test
    void rowsKeepTheOrderInWhichTheyWereNamed() {
        table.name("64", "floor");
        table.name("64", "wrk");
        add("wrk", 0, 1);
        add("floor", 0, 1);

        assertThat(table.lines().stream().skip(2).map(FigureTableTest::split).map(row -> row.get(1)))
                .containsExactly("floor", "wrk");
    }

    private void add(String client, int round, double micros) {
        table.add("64", client, round, Map.of(MICROS, micros), 0, "");
    }

    private String goals(String client) {
        return cells(client).get(4);
    }

    private List<String> cells(String client) {
        return table.lines().stream()
                .map(FigureTableTest::split)
                .filter(row -> row.get(1).equals(client))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> split(String line) {
        return Stream.of(line.substring(1).split("\\|", -1))
                .map(String::strip)
                .limit(7)
                .toList();
    }
}
