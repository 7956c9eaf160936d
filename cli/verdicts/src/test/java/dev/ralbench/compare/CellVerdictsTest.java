package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Level;
import dev.ralbench.metric.DependencyMetrics;
import dev.ralbench.metric.RequestMetrics;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellVerdictsTest {
    /** Harms evenly spread around a centre, none equal to another. */
    private static Cell cell(int level, double centre, double spread, int blocks) {
        var harms = IntStream.range(0, blocks)
                .mapToObj(i -> centre + spread * (2.0 * i / (blocks - 1) - 1))
                .toList();
        return Cell.ofHarms(RequestMetrics.GOODPUT, Level.ofUsers(level), "head", harms);
    }

    private static Verdict verdict(ComparisonKind kind, Cell cell) {
        return CellVerdicts.of(kind, List.of(cell)).of(cell);
    }

    @ParameterizedTest
    @CsvSource({
        // harm in logarithms, of which 0.051 are 5 % less goodput; half the width; blocks
        "0.10, 0.03, 12, WORSE",
        "0.03, 0.015, 12, SLIGHTLY_WORSE",
        "-0.10, 0.03, 12, BETTER",
        "-0.03, 0.015, 12, BETTER",
        "0.00, 0.03, 12, NO_WORSE",
        "0.05, 0.30, 12, INCONCLUSIVE",
        "0.00, 0.30, 12, INCONCLUSIVE",
        "0.30, 0.01, 6, NONE",
    })
    void aWordIsWhatTheBlocksShow(double harm, double spread, int blocks, Verdict verdict) {
        assertThat(verdict(ComparisonKind.PAIRED, cell(1, harm, spread, blocks)))
                .isEqualTo(verdict);
    }

    @Test
    void onlyWhatWasMeasuredTogetherIsJudged() {
        assertThat(verdict(ComparisonKind.HISTORICAL, cell(1, 0.3, 0.01, 12))).isEqualTo(Verdict.NONE);
        assertThat(verdict(ComparisonKind.FORCED, cell(1, 0.3, 0.01, 12))).isEqualTo(Verdict.NONE);
    }

    /** Alone 7 blocks with p 1/64 are significant at 5 %; as one of forty questions they are not. */
    @Test
    void oneOfManyCellsNeedsMore() {
        var worse = cell(0, 0.3, 0.01, 7);
        var others = IntStream.rangeClosed(1, 39).mapToObj(level -> cell(level, 0, 0.3, 7));
        var family = Stream.concat(Stream.of(worse), others).toList();

        assertThat(verdict(ComparisonKind.PAIRED, worse)).isEqualTo(Verdict.WORSE);
        assertThat(CellVerdicts.of(ComparisonKind.PAIRED, family).of(worse)).isEqualTo(Verdict.INCONCLUSIVE);
    }

    /** An audit found a false word in 94 of 100 tables of 176 cells when each cell was judged for itself. */
    @Test
    void aTableOfEqualVariantsHardlyEverHasAWord() {
        var random = new Random(16);
        int tables = 200;
        long withAWord = IntStream.range(0, tables)
                .filter(table -> {
                    var family = IntStream.range(0, 40)
                            .mapToObj(level -> noise(level, random))
                            .toList();
                    var verdicts = CellVerdicts.of(ComparisonKind.PAIRED, family);
                    return family.stream()
                            .map(verdicts::of)
                            .anyMatch(List.of(Verdict.WORSE, Verdict.SLIGHTLY_WORSE, Verdict.BETTER)::contains);
                })
                .count();

        assertThat(withAWord).isLessThanOrEqualTo(tables / 10);
    }

    private static Cell noise(int level, Random random) {
        var harms = DoubleStream.generate(() -> 0.2 * random.nextGaussian())
                .limit(12)
                .boxed()
                .toList();
        return Cell.ofHarms(RequestMetrics.GOODPUT, Level.ofUsers(level), "head", harms);
    }

    @Test
    void aCountWithoutNoiseIsHeldAgainstItsSlack() {
        assertThat(Stream.of(3.02, 3.03, 2.9).map(CellVerdictsTest::statements))
                .containsExactly(Verdict.NO_WORSE, Verdict.WORSE, Verdict.BETTER);
    }

    private static Verdict statements(double head) {
        var pairs = new Pairs(values(3), values(head), List.of(), List.of(), Change.Scale.DIFFERENCE);
        var change = Changes.exact(pairs, DependencyMetrics.SQL_PER_REQUEST);
        var cell = new Cell(
                DependencyMetrics.SQL_PER_REQUEST,
                Level.WHOLE_RUN,
                "head",
                Side.empty(),
                Side.empty(),
                Optional.of(change),
                List.of());
        return verdict(ComparisonKind.PAIRED, cell);
    }

    private static Pairs.Values values(double... values) {
        return new Pairs.Values(Arrays.stream(values).boxed().toList(), List.of());
    }
}
