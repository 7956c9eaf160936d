package dev.ralbench.junit;

import dev.ralbench.Clock;
import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateJudge;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.MetricLimit.Operator;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.Quantity;
import dev.ralbench.result.RunResult;
import dev.ralbench.session.GatedRun;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on what a load test measured, for a static import next to AssertJ's own:
 *
 * <pre>{@code
 * assertThat(run.level(256).p99()).isLessThan(ofMillis(300));
 * assertThat(run.variant("head")).isNotSlowerThan(run.variant("base"));
 * }</pre>
 */
public final class RalbenchAssertions {
    /** Its rules judge a run that was made for no gate. */
    private static final String USUAL_GATE = "pr";

    private RalbenchAssertions() {}

    /** Asserts on one figure. */
    public static FigureAssert assertThat(RalbenchRun.Figure figure) {
        return new FigureAssert(figure);
    }

    /** Asserts on a variant next to another one of the same run. */
    public static VariantAssert assertThat(RalbenchRun.Variant variant) {
        return new VariantAssert(variant);
    }

    /**
     * Assertions on one figure. A figure that there were too few requests to state meets no limit. Limits that are the wrong
     * way round, such as a least p99, are refused with an {@link IllegalArgumentException}.
     */
    public static final class FigureAssert extends AbstractAssert<FigureAssert, RalbenchRun.Figure> {
        private FigureAssert(RalbenchRun.Figure figure) {
            super(figure, FigureAssert.class);
        }

        /** A time is shorter than this. */
        public FigureAssert isLessThan(Duration limit) {
            return keeps(Operator.BELOW, inUnit(limit));
        }

        /** A value is less than this, in the unit of its metric: a share from 0 to 1 of errors. */
        public FigureAssert isLessThan(double limit) {
            return keeps(Operator.BELOW, limit);
        }

        /** A value is more than this, in the unit of its metric: responses per second of goodput. */
        public FigureAssert isGreaterThan(double limit) {
            return keeps(Operator.ABOVE, limit);
        }

        /** Nothing of it happened, such as errors. */
        public FigureAssert isZero() {
            return keeps(Operator.AT_MOST, 0);
        }

        /** The figure keeps a limit, written as under {@code expect} in scenarios: {@code <300ms}, {@code <= 0.1%}, {@code > 4000/s}. */
        public FigureAssert keeps(String limit) {
            return keeps(MetricLimit.parse(metric(), limit));
        }

        private FigureAssert keeps(Operator operator, double value) {
            return keeps(new MetricLimit(metric(), Optional.empty(), operator, value));
        }

        private FigureAssert keeps(MetricLimit limit) {
            isNotNull();
            var value = actual.value();
            if (value.isEmpty()) {
                failWithMessage(
                        "%s",
                        "expected " + actual + " to be " + limit.words()
                                + ", but there were too few requests to state it" + context());
            } else if (!limit.holds(value.getAsDouble())) {
                failWithMessage(
                        "%s",
                        "expected " + actual + " to be " + limit.words() + ", but was "
                                + Quantity.shown(metric().unit(), value.getAsDouble()) + context());
            }
            return this;
        }

        private Metric metric() {
            return actual.metric();
        }

        private double inUnit(Duration time) {
            double nanos = time.toNanos();
            return switch (metric().unit()) {
                case MILLIS -> nanos / 1e6;
                case SECONDS -> nanos / 1e9;
                case CPU_MICROS -> nanos / 1e3;
                default ->
                    throw new IllegalArgumentException(metric().key() + " is no time: give a number, or a limit"
                            + " in words, such as keeps(\"<=0.1%\")");
            };
        }

        /** How far the figure can be trusted, such as {@code  (url: 1 trial, valid)}, and how to see more. */
        private String context() {
            var variant = actual.variant();
            int trials = variant.trials().size();
            var reasons = variant.trials().stream()
                    .flatMap(trial -> trial.validity().reasons().stream())
                    .distinct()
                    .toList();
            return " (" + variant.name() + ": " + trials + (trials == 1 ? " trial, " : " trials, ")
                    + (reasons.isEmpty() ? "valid)" : "suspect)")
                    + reasons.stream().map(reason -> "\n  " + reason).collect(Collectors.joining())
                    + variant.run().details();
        }
    }

    /** Assertions on a variant next to another one of the same run. */
    public static final class VariantAssert extends AbstractAssert<VariantAssert, RalbenchRun.Variant> {
        private final Optional<Margin> margin;

        private record Margin(Metric metric, double share) {}

        private VariantAssert(RalbenchRun.Variant variant) {
            this(variant, Optional.empty());
        }

        private VariantAssert(RalbenchRun.Variant variant, Optional<Margin> margin) {
            super(variant, VariantAssert.class);
            this.margin = margin;
        }

        /**
         * Compares one metric, at every level, in place of what the gate compares; limits of the gate stay.
         *
         * @param metric by its name in gates, such as {@code p90}, {@code goodput} or {@code p90@order}
         * @param percent the harm that must be excluded: more than 0, such as 10. The assertion fails from half of it on if
         *     the harm is significant, and if the harm could be this large
         */
        public VariantAssert withinMargin(String metric, double percent) {
            return new VariantAssert(actual, Optional.of(new Margin(RalbenchFailures.metric(metric), percent / 100)));
        }

        /**
         * The gate of the run passes for this variant next to base; of a run without a gate {@code pr}. Anything else fails: a
         * regression, too few pairs to decide, blocks that cannot be trusted, variants that do different work.
         *
         * @param base a variant of the same run, which was measured in pairs with this one
         */
        public VariantAssert isNotSlowerThan(RalbenchRun.Variant base) {
            isNotNull();
            var run = actual.run();
            if (run != base.run()) {
                failWithMessage(
                        "%s",
                        actual.name() + " and " + base.name()
                                + " come from two runs, which have no pairs to compare: measure" + " both in one run"
                                + run.details());
            }
            var gate = RalbenchFailures.asserting(run, () -> gate(run));
            var result = RalbenchFailures.asserting(run, () -> judged(gate, run.result(), base.name()));
            if (result.decision() != GateResult.Decision.PASS && !result.isWarning()) {
                failWithMessage("%s", message(result, base.name()) + run.details());
            }
            return this;
        }

        private Gate gate(RalbenchRun run) {
            var whole = run.gate().orElseGet(() -> GatedRun.gate(USUAL_GATE, run.scenario()));
            return margin.map(wanted -> whole.comparing(wanted.metric(), wanted.share()))
                    .orElse(whole);
        }

        private GateResult judged(Gate gate, RunResult whole, String base) {
            var names = new HashSet<>(List.of(base, actual.name()));
            gate.design().controlName().ifPresent(names::add);
            var order = whole.layout().order().stream()
                    .map(block -> block.stream().filter(names::contains).toList())
                    .toList();
            var pair = whole.with(
                    whole.status(),
                    order,
                    whole.trials().stream()
                            .filter(trial -> names.contains(trial.id().variant()))
                            .toList());
            Comparison comparison = new Comparer(
                            List.of(new ResultSource(whole.origin().runId(), pair)),
                            Optional.of(base),
                            false,
                            gate.allowed())
                    .compare();
            return GateJudge.judge(
                    gate, comparison, LocalDate.ofInstant(Clock.system().now(), ZoneOffset.UTC));
        }

        private String message(GateResult result, String base) {
            var rules = result.rules().stream()
                    .sorted(Comparator.comparing((RuleResult rule) -> rule.outcome() == RuleOutcome.PASS))
                    .map(rule -> "  " + rule.outcome().words() + ": " + rule.id() + " "
                            + rule.judgement().why());
            var notes = result.notes().stream().map(note -> "  note: " + note);
            return Stream.of(Stream.of(headline(result, base)), rules, notes)
                    .flatMap(lines -> lines)
                    .collect(Collectors.joining("\n"));
        }

        private String headline(GateResult result, String base) {
            var expected = "expected " + actual.name() + " not to be slower than " + base + ", but "
                    + margin.map(wanted -> "with a margin of " + Quantity.shown(MetricUnit.SHARE, wanted.share())
                                    + " on " + wanted.metric().key() + " ")
                            .orElse("")
                    + "gate " + result.name();
            return expected
                    + switch (result.decision()) {
                        case FAIL -> " fails:";
                        case INCONCLUSIVE, CONTINUE -> " is inconclusive:";
                        case INVALID -> " cannot trust the run:";
                        case INCOMPARABLE, BASELINE, PASS -> " has nothing to compare:";
                    };
        }
    }
}
