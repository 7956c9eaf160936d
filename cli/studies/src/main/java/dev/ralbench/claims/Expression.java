package dev.ralbench.claims;

import dev.ralbench.metric.Metric;
import java.util.stream.Stream;

/** An operand of a claim: a figure of stored results, or a computation on such figures. */
sealed interface Expression {

    /** A figure of a variant. */
    record MetricOf(Metric metric, FigurePlace place) implements Expression {}

    /** Most threads of a group, such as {@code reactor-http-ep}: names of threads without their numbers. */
    record ThreadsOf(String group, FigurePlace place) implements Expression {}

    /** CPUs of the machine that a scenario was measured on. */
    record CoresOf(String scenario) implements Expression {}

    /** A number without a unit of its own: it takes the unit of the other operand. */
    record Constant(double value) implements Expression {}

    record Ratio(Expression dividend, Expression divisor) implements Expression {}

    record Difference(Expression minuend, Expression subtrahend) implements Expression {}

    /** A figure divided by the prediction of the scenario's closed form for that level, which assumes no overhead. */
    record ShareOfPrediction(Metric metric, FigurePlace place) implements Expression {}

    /**
     * What figures of studies call it: the key of a metric, or {@code ratio.} with the key of that which is divided; empty
     * if figures have no word for it.
     */
    default String figureMetric() {
        if (this instanceof Ratio ratio && ratio.dividend() instanceof MetricOf dividend) {
            return "ratio." + dividend.metric().key();
        }
        return this instanceof MetricOf figure ? figure.metric().key() : "";
    }

    /** The places in stored results that this expression reads figures from. */
    default Stream<FigurePlace> places() {
        return switch (this) {
            case MetricOf figure -> Stream.of(figure.place());
            case ThreadsOf threads -> Stream.of(threads.place());
            case ShareOfPrediction share -> Stream.of(share.place());
            case Ratio ratio ->
                Stream.concat(ratio.dividend().places(), ratio.divisor().places());
            case Difference difference ->
                Stream.concat(
                        difference.minuend().places(), difference.subtrahend().places());
            case CoresOf cores -> Stream.empty();
            case Constant constant -> Stream.empty();
        };
    }
}
