package dev.ralbench.claims;

import dev.ralbench.claims.ClaimResult.TestResult;
import dev.ralbench.claims.ExpressionValue.Value;
import dev.ralbench.result.Claim;
import dev.ralbench.result.ReferenceFigures;
import dev.ralbench.result.ReferenceFigures.Qualifier;
import java.util.List;

/** Holds the claims of studies against stored results. */
public final class ClaimJudge {
    private final MeasuredRuns runs;
    private final Evaluator evaluator;

    public ClaimJudge(MeasuredRuns runs) {
        this.runs = runs;
        this.evaluator = new Evaluator(runs);
    }

    /** Judges every claim of a study, in the order in which the study lists them. */
    public List<ClaimResult> judge(ReferenceFigures study) {
        return study.claims().stream().map(claim -> judge(study, claim)).toList();
    }

    private ClaimResult judge(ReferenceFigures study, Claim claim) {
        var tests = claim.tests().stream().map(this::judge).toList();
        var contradiction = study.figures().stream()
                .filter(figure -> figure.id().equals(claim.contradictedBy()))
                .findFirst();
        return new ClaimResult(claim, tests, contradiction);
    }

    private TestResult judge(Claim.Test test) {
        var expression = ExpressionReader.read(test.value());
        var measured = evaluator.of(expression);
        var expected = evaluator.of(ExpressionReader.read(test.expected()));
        if (!(measured instanceof Value value) || !(expected instanceof Value wanted)) {
            return new TestResult(test, ClaimVerdict.NOT_MEASURED_HERE, measured, expected, List.of());
        }
        boolean isMet = isMet(value.value(), test.qualifier(), wanted.value(), test.tolerance());
        return new TestResult(
                test,
                isMet ? ClaimVerdict.REPRODUCED : ClaimVerdict.NOT_REPRODUCED,
                value,
                new Value(wanted.value(), value.unit()),
                suspect(expression));
    }

    /** Whether a value is as expected. */
    static boolean isMet(double value, Qualifier qualifier, double expected, double tolerance) {
        return switch (qualifier) {
            case EXACT, ABOUT -> Math.abs(value - expected) <= tolerance;
            case AT_LEAST -> value >= expected;
            case MORE_THAN -> value > expected;
            case AT_MOST -> value <= expected;
        };
    }

    private List<String> suspect(Expression expression) {
        return expression
                .places()
                .filter(runs::isSuspect)
                .map(place -> place.variant() + " of " + place.scenario())
                .distinct()
                .toList();
    }
}
