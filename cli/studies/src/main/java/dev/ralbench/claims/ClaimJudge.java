package dev.ralbench.claims;

import dev.ralbench.claims.ClaimResult.Basis;
import dev.ralbench.claims.ClaimResult.TestResult;
import dev.ralbench.claims.ExpressionValue.Value;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.reference.Claim;
import dev.ralbench.reference.ReferenceFigures;
import dev.ralbench.reference.ReferenceFigures.Figure;
import dev.ralbench.result.TrialResult;
import java.util.List;
import java.util.Optional;

/** Holds the claims of studies against stored results. */
public final class ClaimJudge {
    /** What two runs of the same differ by on a quiet machine, rounded up; no verdict rests on less of a border. */
    public static final double LEAST_MARGIN = 0.02;

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
        var contradiction = study.figures().stream()
                .filter(figure -> figure.id().equals(claim.contradictedBy()))
                .findFirst();
        var tests =
                claim.tests().stream().map(test -> judge(test, contradiction)).toList();
        return new ClaimResult(claim, tests, contradiction);
    }

    private TestResult judge(Claim.Test test, Optional<Figure> contradiction) {
        var expression = ExpressionReader.read(test.value());
        var measured = evaluator.of(expression);
        var expected = evaluator.of(ExpressionReader.read(test.expected()));
        boolean isContradicted =
                contradiction.filter(figure -> refutes(figure, test)).isPresent();
        if (!(measured instanceof Value value) || !(expected instanceof Value wanted)) {
            var verdict = isContradicted ? ClaimVerdict.CONTRADICTED_BY_ITS_SOURCE : ClaimVerdict.NOT_MEASURED_HERE;
            return new TestResult(test, verdict, measured, expected, Basis.NOTHING);
        }
        var inUnit = new Value(wanted.value(), value.unit(), wanted.noise());
        return new TestResult(
                test,
                isContradicted ? ClaimVerdict.CONTRADICTED_BY_ITS_SOURCE : Border.verdict(test, value, inUnit),
                value,
                inUnit,
                basis(expression));
    }

    /**
     * Whether a figure that a study states breaks the test of a claim that the same study makes: it is of the metric that
     * is tested, and the expected value is a number.
     */
    static boolean refutes(Figure figure, Claim.Test test) {
        return ExpressionReader.read(test.value()).figureMetric().equals(figure.metric())
                && ExpressionReader.read(test.expected()) instanceof Expression.Constant wanted
                && Border.verdict(
                                test,
                                new Value(figure.value(), MetricUnit.RATIO),
                                new Value(wanted.value(), MetricUnit.RATIO))
                        == ClaimVerdict.NOT_REPRODUCED;
    }

    private Basis basis(Expression expression) {
        var places = expression.places().distinct().toList();
        var suspect = places.stream()
                .filter(place -> runs.trials(place).anyMatch(ClaimJudge::isSuspect))
                .map(place -> place.variant() + " of " + place.scenario())
                .distinct()
                .toList();
        boolean isAllSuspect = places.stream().flatMap(runs::trials).allMatch(ClaimJudge::isSuspect);
        return new Basis(suspect, !suspect.isEmpty() && isAllSuspect);
    }

    private static boolean isSuspect(TrialResult trial) {
        return trial.validity().verdict() == TrialResult.ValidityLevel.SUSPECT;
    }
}
