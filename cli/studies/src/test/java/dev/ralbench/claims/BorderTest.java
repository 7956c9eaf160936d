package dev.ralbench.claims;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.claims.ExpressionValue.Value;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.reference.Claim;
import dev.ralbench.reference.ReferenceFigures.Qualifier;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BorderTest {
    private static final double LEAST = ClaimJudge.LEAST_MARGIN;

    private static Claim.Test test(Qualifier qualifier, double tolerance) {
        return new Claim.Test("", Map.of("number", 0), qualifier, Map.of("number", 0), tolerance, "");
    }

    private static ClaimVerdict verdict(Qualifier qualifier, double tolerance, Value value, Value expected) {
        return Border.verdict(test(qualifier, tolerance), value, expected);
    }

    private static Value millis(double value) {
        return new Value(value, MetricUnit.MILLIS);
    }

    private static Value count(double value) {
        return new Value(value, MetricUnit.COUNT);
    }

    @ParameterizedTest
    @CsvSource({
        "ABOUT, 15.6, REPRODUCED",
        "ABOUT, 10.3, REPRODUCED",
        "ABOUT, 15.9, NOT_TOLD_APART",
        "ABOUT, 16.1, NOT_TOLD_APART",
        "ABOUT, 9.9, NOT_TOLD_APART",
        "ABOUT, 16.4, NOT_REPRODUCED",
        "EXACT, 13, REPRODUCED",
        "EXACT, 9, NOT_REPRODUCED",
        "MORE_THAN, 13, NOT_TOLD_APART",
        "MORE_THAN, 13.1, NOT_TOLD_APART",
        "MORE_THAN, 13.3, REPRODUCED",
        "MORE_THAN, 12.7, NOT_REPRODUCED",
        "AT_LEAST, 13.3, REPRODUCED",
        "AT_LEAST, 12.9, NOT_TOLD_APART",
        "AT_MOST, 12.7, REPRODUCED",
        "AT_MOST, 13, NOT_TOLD_APART",
        "AT_MOST, 13.3, NOT_REPRODUCED"
    })
    void aValueIsToldFromABorderThatIsTwoPerCentAway(Qualifier qualifier, double value, ClaimVerdict verdict) {
        assertThat(verdict(qualifier, qualifier == Qualifier.ABOUT ? 3 : 0, millis(value), millis(13)))
                .isEqualTo(verdict);
    }

    /** A claim that the study's reviewers found to have been borne out by a factor of 1.0001. */
    @ParameterizedTest
    @CsvSource({"1.000111", "0.999375", "1.0199", "0.9801"})
    void aFactorOfOneIsNeitherMoreNorLess(double factor) {
        var value = new Value(factor, MetricUnit.RATIO);

        assertThat(verdict(Qualifier.MORE_THAN, 0, value, new Value(1, MetricUnit.RATIO)))
                .isEqualTo(ClaimVerdict.NOT_TOLD_APART);
    }

    /** One more of a few is a difference, of many it is noise. */
    @ParameterizedTest
    @CsvSource({
        "AT_MOST, 8, 8, REPRODUCED",
        "AT_MOST, 9, 8, NOT_REPRODUCED",
        "AT_MOST, 64, 64, NOT_TOLD_APART",
        "AT_MOST, 69, 64, NOT_REPRODUCED",
        "AT_LEAST, 8, 8, REPRODUCED",
        "AT_LEAST, 7, 8, NOT_REPRODUCED",
        "MORE_THAN, 9, 8, REPRODUCED",
        "MORE_THAN, 8, 8, NOT_REPRODUCED",
        "EXACT, 4, 2, NOT_REPRODUCED",
        "EXACT, 200, 200, REPRODUCED",
        "EXACT, 199, 200, NOT_TOLD_APART",
        "AT_MOST, 0, 0, REPRODUCED",
        "MORE_THAN, 0, 0, NOT_REPRODUCED"
    })
    void theBorderOfACountIsHalfwayToTheNext(Qualifier qualifier, double value, double expected, ClaimVerdict verdict) {
        assertThat(verdict(qualifier, 0, count(value), count(expected))).isEqualTo(verdict);
    }

    /** No failure is none, and one is more than none. */
    @ParameterizedTest
    @CsvSource({
        "AT_MOST, 0, REPRODUCED",
        "AT_MOST, 0.001, NOT_REPRODUCED",
        "MORE_THAN, 0, NOT_REPRODUCED",
        "MORE_THAN, 0.001, REPRODUCED"
    })
    void nothingIsToldFromSomething(Qualifier qualifier, double value, ClaimVerdict verdict) {
        assertThat(verdict(qualifier, 0, new Value(value, MetricUnit.SHARE), new Value(0, MetricUnit.SHARE)))
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"1.9, REPRODUCED", "2.1, NOT_TOLD_APART"})
    void whatTrialsDifferByIsNoDifference(double noise, ClaimVerdict verdict) {
        var value = new Value(15, MetricUnit.MILLIS, noise);

        assertThat(verdict(Qualifier.MORE_THAN, 0, value, millis(13))).isEqualTo(verdict);
        assertThat(verdict(Qualifier.AT_LEAST, 0, millis(15), new Value(13, MetricUnit.MILLIS, noise)))
                .isEqualTo(verdict);
    }

    /** Whatever a test says: where a verdict is one or the other, the value is 2 % of the border away from it. */
    @RepeatedTest(20)
    void noVerdictRestsOnLess(RepetitionInfo repetition) {
        var random = new java.util.Random(repetition.getCurrentRepetition());
        for (int i = 0; i < 1000; i++) {
            double expected = Math.exp(random.nextGaussian() * 4);
            double value = expected * Math.exp(random.nextGaussian() * 0.05);
            var qualifier = random.nextBoolean() ? Qualifier.MORE_THAN : Qualifier.AT_MOST;
            var verdict = verdict(qualifier, 0, millis(value), millis(expected));

            assertThat(verdict == ClaimVerdict.NOT_TOLD_APART).isEqualTo(Math.abs(value - expected) < LEAST * expected);
            assertThat(verdict == ClaimVerdict.REPRODUCED)
                    .isEqualTo(Math.abs(value - expected) >= LEAST * expected
                            && value > expected == (qualifier == Qualifier.MORE_THAN));
        }
    }
}
