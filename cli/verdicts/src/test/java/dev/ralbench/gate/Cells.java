package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Change;
import dev.ralbench.compare.Change.Scale;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.compare.Side;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.result.RunResult;
import dev.ralbench.statistics.HodgesLehmann;
import dev.ralbench.statistics.Interval;
import dev.ralbench.statistics.Median;
import dev.ralbench.statistics.SignedRank;
import dev.ralbench.testing.Copy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Comparisons made by hand. */
final class Cells {
    private static final Side ONE = side(1);

    private Cells() {}

    /** The level of a name. */
    static Level level(String name) {
        return Level.find(name).orElseThrow();
    }

    /** Levels by their users. */
    static List<Level> levels(Integer... users) {
        return Arrays.stream(users).map(Level::ofUsers).toList();
    }

    /** Trials of both sides in pairs, with the difference between them. */
    static Cell of(Metric metric, String level, String variant, double[] base, double[] head) {
        boolean isRatio =
                Arrays.stream(base).allMatch(v -> v > 0) && Arrays.stream(head).allMatch(v -> v > 0);
        double sign = metric.better() == Better.HIGHER ? -1 : 1;
        double[] harms = IntStream.range(0, Math.min(base.length, head.length))
                .mapToDouble(i -> sign * (isRatio ? Math.log(head[i] / base[i]) : head[i] - base[i]))
                .toArray();
        return new Cell(
                metric,
                level(level),
                variant,
                side(base),
                side(head),
                harms.length == 0 ? Optional.empty() : Optional.of(change(isRatio, harms)),
                List.of());
    }

    /** The same, of base against its second arm. */
    static Cell ofControl(Cell cell) {
        return Copy.of(cell).with("variant", GateDesign.CONTROL).made();
    }

    private static Change change(boolean isRatio, double... harms) {
        var test = SignedRank.of(harms);
        return new Change(
                isRatio ? Scale.LOG_RATIO : Scale.DIFFERENCE,
                HodgesLehmann.interval(0.01, harms),
                boxed(harms),
                ofOneRun(harms),
                test.pGreater(),
                test.pLess(),
                "hodges-lehmann; exact signed-rank");
    }

    /** A base of 100 in every block, and head so much worse in each. */
    static Cell withHarms(Metric metric, String level, double... harms) {
        double[] base = new double[harms.length];
        Arrays.fill(base, 100);
        double sign = metric.better() == Better.HIGHER ? -1 : 1;
        return of(
                metric,
                level,
                "head",
                base,
                Arrays.stream(harms).map(harm -> 100 * Math.exp(sign * harm)).toArray());
    }

    /** Harms of blocks without the values that they come from; bounds and p values are left to the judge. */
    static Cell ofHarms(Metric metric, String level, double... harms) {
        var change = new Change(
                Scale.LOG_RATIO, new Interval(0, 0, 0, 0), boxed(harms), ofOneRun(harms), 1, 1, "left to the judge");
        return new Cell(metric, level(level), "head", ONE, ONE, Optional.of(change), List.of());
    }

    /** So many harms around a centre, evenly spread from -spread to +spread, none equal to another. */
    static double[] around(double centre, double spread, int blocks) {
        return IntStream.range(0, blocks)
                .mapToDouble(i -> centre + spread * (2.0 * i / (blocks - 1) - 1))
                .toArray();
    }

    /** The same value in so many trials. */
    static double[] same(double value, int trials) {
        var values = new double[trials];
        Arrays.fill(values, value);
        return values;
    }

    private static Side side(double... values) {
        return new Side(
                boxed(values),
                values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Median.of(values)),
                IntStream.range(0, values.length)
                        .mapToObj(i -> new Side.Attempt("block " + i, values[i]))
                        .toList());
    }

    private static List<Integer> ofOneRun(double... harms) {
        return Collections.nCopies(harms.length, 0);
    }

    private static List<Double> boxed(double... values) {
        return Arrays.stream(values).boxed().toList();
    }

    static Comparison paired(int blocks, Cell... cells) {
        return comparison(ComparisonKind.PAIRED, List.of(), blocks, cells);
    }

    static Comparison comparison(ComparisonKind kind, List<RunResult> runs, int blocks, Cell... cells) {
        var variants = new ArrayList<String>();
        var levels = new ArrayList<Level>();
        for (var cell : cells) {
            if (!variants.contains(cell.variant())) {
                variants.add(cell.variant());
            }
            if (!levels.contains(cell.level()) && !cell.level().isWholeRun()) {
                levels.add(cell.level());
            }
        }
        return new Comparison(kind, runs, "base", variants, levels, blocks, List.of(cells), List.of());
    }
}
