package dev.ralbench.gate;

import static dev.ralbench.gate.Cells.around;
import static dev.ralbench.gate.Cells.same;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.LogRatio;
import dev.ralbench.gate.NoisyJudge.FailWhen;
import dev.ralbench.metric.ProcessMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When base and its control lie too far apart, exactly at the bounds. */
class ControlArmTest {
    private static final int BLOCKS = 12;
    private static final double TOLERATE = 0.1;

    private static Gate gate(double alpha) {
        return new Gate(
                "mine",
                "",
                new GateDesign(GateDesign.Shape.SEQUENTIAL, List.of(BLOCKS), Optional.empty(), Set.of(), true, false),
                new Gate.DecisionTerms(alpha, alpha, FailWhen.BEYOND_MARGIN, Gate.OnInconclusive.FAIL),
                List.of(new RelativeRule(
                        ProcessMetrics.CPU_PER_REQUEST, new LevelChoice.Every(), 0.05, TOLERATE, false)),
                List.of(),
                List.of());
    }

    private static Cell control(int level, double... harms) {
        return Cells.ofControl(Cells.ofHarms(ProcessMetrics.CPU_PER_REQUEST, String.valueOf(level), harms));
    }

    private static List<String> reasons(double alpha, Comparison comparison) {
        var found = ControlArm.of(gate(alpha), comparison, Look.only(alpha));
        return Stream.concat(found.differences().stream(), found.tooNoisy().values().stream())
                .toList();
    }

    /** All of 12 on one side: p is 2 / 4096, both directions counted. */
    @ParameterizedTest
    @CsvSource({"0.01, 1", "-0.01, 1"})
    void aPValueThatIsTheLimitSaysThatBaseDiffersFromItself(double harm, int found) {
        var comparison = Cells.paired(BLOCKS, control(1, same(harm, BLOCKS)));

        assertThat(reasons(2 / 4096.0, comparison)).hasSize(found).allMatch(reason -> reason.contains("from itself"));
        assertThat(reasons(1.9 / 4096, comparison)).noneMatch(reason -> reason.contains("from itself"));
    }

    /** Ranks 1 and 3 of 12 on the other side: p is 14 / 4096, which is below 1 % but no third of it. */
    @Test
    void aLookHasItsShareOfAlphaOnly() {
        double[] harms = IntStream.rangeClosed(1, BLOCKS)
                .mapToDouble(rank -> (rank == 1 || rank == 3 ? -1 : 1) * rank / 1000.0)
                .toArray();
        var comparison = Cells.paired(BLOCKS, control(1, harms));
        double alpha = 0.01;

        assertThat(ControlArm.of(gate(alpha), comparison, Look.only(alpha)).differences())
                .hasSize(1);
        assertThat(ControlArm.of(gate(alpha), comparison, new Look(1, 3, alpha / 3, alpha, false))
                        .differences())
                .isEmpty();
    }

    /** Among thirty levels a p value of 2 / 4096 is nothing; the bounds are those of the level alone. */
    @ParameterizedTest
    @CsvSource({"1, 1, 0", "1, 1.001, 1", "-1, 1, 0", "-1, 1.001, 1"})
    void boundsThatAreWhatIsToleratedAreNoReason(int sign, double factor, int found) {
        double tolerated = LogRatio.of(ProcessMetrics.CPU_PER_REQUEST, TOLERATE);
        var cells = new ArrayList<Cell>();
        cells.add(control(1, same(sign * factor * tolerated, BLOCKS)));
        for (int level = 2; level <= 30; level++) {
            cells.add(control(level, around(0, 0.02, BLOCKS)));
        }

        assertThat(reasons(0.01, Cells.paired(BLOCKS, cells.toArray(Cell[]::new))))
                .hasSize(found)
                .allMatch(reason -> reason.contains("vary so much"));
    }
}
