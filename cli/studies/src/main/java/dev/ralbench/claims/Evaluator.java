package dev.ralbench.claims;

import dev.ralbench.claims.Expression.Constant;
import dev.ralbench.claims.Expression.CoresOf;
import dev.ralbench.claims.Expression.Difference;
import dev.ralbench.claims.Expression.MetricOf;
import dev.ralbench.claims.Expression.Ratio;
import dev.ralbench.claims.Expression.ShareOfPrediction;
import dev.ralbench.claims.Expression.ThreadsOf;
import dev.ralbench.claims.ExpressionValue.Missing;
import dev.ralbench.claims.ExpressionValue.Value;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.prediction.StudyPredictions;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.VariantFigures;
import dev.ralbench.statistics.StudentT;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Works out expressions, from stored results alone. */
final class Evaluator {
    /** Of both sides 5 %. */
    private static final double ONE_SIDE = 0.025;

    private final MeasuredRuns runs;

    Evaluator(MeasuredRuns runs) {
        this.runs = runs;
    }

    ExpressionValue of(Expression expression) {
        return switch (expression) {
            case MetricOf figure -> metric(figure.metric(), figure.place());
            case ThreadsOf threads -> threads(threads.group(), threads.place());
            case CoresOf cores -> cores(cores.scenario());
            case Constant constant -> new Value(constant.value(), MetricUnit.RATIO);
            case Ratio ratio -> ratio(of(ratio.dividend()), of(ratio.divisor()));
            case Difference difference -> difference(of(difference.minuend()), of(difference.subtrahend()));
            case ShareOfPrediction share -> share(share.metric(), share.place());
        };
    }

    private ExpressionValue share(Metric metric, FigurePlace place) {
        return metric(metric, place).with(prediction(metric, place), MetricUnit.SHARE, (a, b) -> a / b);
    }

    /** Divides two values. Something per count keeps its own unit; any other ratio has no unit ("times"). */
    private static ExpressionValue ratio(ExpressionValue dividend, ExpressionValue divisor) {
        boolean isForEach = dividend instanceof Value value
                && value.unit() != MetricUnit.COUNT
                && divisor instanceof Value counted
                && counted.unit() == MetricUnit.COUNT;
        var unit = isForEach ? ((Value) dividend).unit() : MetricUnit.RATIO;
        return dividend.with(divisor, unit, (a, b) -> a / b);
    }

    private static ExpressionValue difference(ExpressionValue minuend, ExpressionValue subtrahend) {
        return minuend instanceof Value value ? value.with(subtrahend, value.unit(), (a, b) -> a - b) : minuend;
    }

    private ExpressionValue metric(Metric metric, FigurePlace place) {
        var windows = runs.windows(place);
        var value = new VariantFigures(windows).of(metric);
        return value.isPresent()
                ? new Value(value.getAsDouble(), metric.unit(), noise(metric, windows))
                : new Missing(runs.whyNothing(place, metric.key()));
    }

    /** Half the width of the 95 % interval of the trials' mean; 0 for a single trial. */
    private static double noise(Metric metric, List<WindowMeasurement> trials) {
        double[] each = trials.stream()
                .map(metric::of)
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
        if (each.length < 2) {
            return 0;
        }
        var interval = StudentT.interval(ONE_SIDE, each);
        return interval.estimate() - interval.low();
    }

    /**
     * The threads of a group. It is 0 if only other groups were seen, because a claim may be wrong in exactly that.
     */
    private ExpressionValue threads(String group, FigurePlace place) {
        var most = runs.windows(place).stream()
                .flatMap(window -> window.views().inside().stream())
                .map(InsideView::threadGroupsPeak)
                .filter(groups -> !groups.isEmpty())
                .mapToDouble(groups -> groups.getOrDefault(group, 0))
                .max();
        return reading(most, MetricUnit.COUNT, "threads " + group, place);
    }

    private ExpressionValue cores(String scenario) {
        return runs.of(scenario)
                .flatMap(run -> Optional.ofNullable(run.fingerprint().machine().get(Fingerprint.CORES)))
                .filter(cores -> cores.matches("[0-9]{1,6}"))
                .<ExpressionValue>map(cores -> new Value(Integer.parseInt(cores), MetricUnit.COUNT))
                .orElseGet(() -> new Missing("the CPUs of " + scenario + "'s machine are not known"));
    }

    private ExpressionValue prediction(Metric metric, FigurePlace place) {
        var predicted = runs.of(place.scenario())
                .flatMap(run -> Optional.ofNullable(run.expected().predictions().get(place.variant())))
                .flatMap(prediction -> runs.windows(place).stream()
                        .findFirst()
                        .flatMap(window -> StudyPredictions.bounds(prediction, window)));
        var value = predicted.map(level -> level.of(metric)).orElseGet(OptionalDouble::empty);
        return reading(value, metric.unit(), "predicted " + metric.key(), place);
    }

    private ExpressionValue reading(OptionalDouble value, MetricUnit unit, String figure, FigurePlace place) {
        return value.isPresent() ? new Value(value.getAsDouble(), unit) : new Missing(runs.whyNothing(place, figure));
    }
}
