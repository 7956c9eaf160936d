package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.gate.NoisyJudge.FailWhen;
import dev.ralbench.gate.NoisyJudge.Margins;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the promise about false alarms says of gates that lose pairs, by many gates about equal builds. */
class LostPairsTest {
    private static final int GATES = 4_000;
    private static final double ALPHA = 0.05;
    private static final Spending SPENDING = Spending.of(List.of(6, 9, 12, 16, 20), ALPHA, 0.05, 1);
    private static final int MOST = 20 + GateDesign.spareBlocks(20);
    /** Any harm that is significant fails. */
    private static final Margins MARGINS = new Margins(0, 1);

    /** Whether a block does not count. */
    private interface Loss {
        boolean isLost(double base, double head);
    }

    private static double falseAlarms(Loss loss) {
        var random = new SplittableRandom(20_261_128);
        int failed = 0;
        for (int gate = 0; gate < GATES; gate++) {
            failed += fails(loss, random) ? 1 : 0;
        }
        return (double) failed / GATES;
    }

    /** Measures as a gated run does: a look whenever there are as many pairs as it needs, and at the end. */
    private static boolean fails(Loss loss, SplittableRandom random) {
        var harms = new ArrayList<Double>();
        for (int measured = 1; measured <= MOST; measured++) {
            double base = random.nextGaussian();
            double head = random.nextGaussian();
            boolean isLost = loss.isLost(base, head);
            if (!isLost) {
                harms.add(head - base);
            }
            boolean isLook = measured == MOST
                    ? !harms.isEmpty()
                    : !isLost && SPENDING.looks().contains(harms.size());
            if (isLook && isSignificant(harms, SPENDING.reached(harms.size(), measured == MOST))) {
                return true;
            }
            if (harms.size() == SPENDING.looks().getLast()) {
                return false;
            }
        }
        return false;
    }

    private static boolean isSignificant(List<Double> harms, Look look) {
        var evidence =
                Evidence.of(harms.stream().mapToDouble(Double::doubleValue).toArray(), look);
        var judge = new NoisyJudge(look, FailWhen.SIGNIFICANT_AND_MATERIAL, 1, List.of(evidence));
        return judge.outcome(evidence, MARGINS) == RuleOutcome.FAIL;
    }

    @Test
    void losingWhatIsFarOffOnEitherSideKeepsTheRateOfFalseAlarms() {
        assertThat(Arrays.asList(
                        falseAlarms((base, head) -> false),
                        falseAlarms((base, head) -> Math.max(base, head) > 1),
                        falseAlarms((base, head) -> Math.abs(head - base) < 1)))
                .allSatisfy(rate -> assertThat(rate).isBetween(0.02, ALPHA + 3 * Math.sqrt(ALPHA / GATES)));
    }

    @Test
    void losingOneSideOnlyDoesNot() {
        assertThat(falseAlarms((base, head) -> base > 1))
                .as("a base that is lost when it is slow")
                .isGreaterThan(2 * ALPHA);
    }
}
