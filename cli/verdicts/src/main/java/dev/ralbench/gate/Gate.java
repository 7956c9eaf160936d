package dev.ralbench.gate;

import dev.ralbench.compare.Terms;
import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.Threshold;
import dev.ralbench.statistics.Power;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rules that decide whether a difference fails a build, fixed before anything is measured.
 *
 * @param name such as {@code pr}
 * @param sha256 of the file's bytes: a result says by it which rules its run was made for
 * @param relative on noisy metrics against the baseline
 * @param exact on counts without noise against the baseline
 * @param absolute on a variant alone
 * @param accept known and wanted changes, which expire
 * @param leftOut rules that are not judged because a run can have no data for them, and why
 */
public record Gate(
        String name,
        String sha256,
        GateDesign design,
        Decision decision,
        List<RelativeRule> relative,
        List<ExactRule> exact,
        List<AbsoluteRule> absolute,
        List<Acceptance> accept,
        List<String> leftOut) {
    /** More noisy rules than this share alpha so thinly that none of them sees much. */
    public static final int MOST_NOISY_RULES = 12;

    public Gate {
        relative = List.copyOf(relative);
        exact = List.copyOf(exact);
        absolute = List.copyOf(absolute);
        accept = List.copyOf(accept);
        leftOut = List.copyOf(leftOut);
    }

    /** The same with some of its rules. */
    Gate with(
            List<RelativeRule> someRelative,
            List<ExactRule> someExact,
            List<AbsoluteRule> someAbsolute,
            List<String> others) {
        return new Gate(name, sha256, design, decision, someRelative, someExact, someAbsolute, accept, others);
    }

    /** The same with its noisy rules only, and without acceptances. */
    public Gate relativeOnly() {
        return new Gate(name, sha256, design, decision, relative, List.of(), List.of(), List.of(), List.of());
    }

    /** The same with levels where its design leaves them to the scenario. */
    public Gate atLevels(List<Integer> levels) {
        return new Gate(name, sha256, design.atLevels(levels), decision, relative, exact, absolute, accept, leftOut);
    }

    /**
     * The same without rules that a run can have no data for.
     *
     * @param levels of the load, as tables name them
     * @throws dev.ralbench.Failure if a rule without {@code if_present} can have none, or no rule is left
     */
    public Gate fitting(Forecast forecast, List<String> levels) {
        return GateFit.of(this, forecast, levels);
    }

    /** What may differ between base and head: what rules are about, as a noisy metric or as a count, and what varies. */
    public Terms terms() {
        var judged = Stream.concat(
                        relative.stream().map(RelativeRule::metric),
                        exact.stream().map(ExactRule::metric))
                .collect(Collectors.toUnmodifiableSet());
        return new Terms(judged, design.vary());
    }

    /**
     * The fewest pairs with which such a gate could decide anything, where its first look has fewer.
     *
     * @param levels of the load
     * @param variants beside the baseline
     */
    public OptionalInt tooFewPairs(List<String> levels, int variants) {
        return FamilyCheck.tooFewPairs(this, levels, variants);
    }

    /**
     * How the levels of error are spent over the looks.
     *
     * @param levels of the load
     * @param variants beside the baseline, a control left out
     */
    Spending spending(List<String> levels, int variants) {
        return Spending.of(
                design.looks(),
                decision.alpha(),
                decision.passAlpha(),
                familySize(FamilyCheck.atLeastOne(this, levels), Math.max(1, variants)));
    }

    /**
     * After how many pairs it usually decides about builds that do not differ: at the first look that can pass a rule.
     */
    public int usualPairs() {
        var passing = Spending.of(design.looks(), decision.alpha(), decision.passAlpha(), 1)
                .passing();
        if (relative.isEmpty()) {
            return design.looks().getFirst();
        }
        return passing.isEmpty() ? design.looks().getLast() : passing.getFirst();
    }

    /**
     * How many blocks of one variant are measured if there is no base: as many as before the first look, but no more than
     * the test of a limit needs. With fewer trials all have to agree, and more would only take time.
     */
    public int blocksWithoutBase() {
        return Math.min(design.looks().getFirst(), Power.minimumBlocks(1, 1, decision.alpha()));
    }

    /** How many noisy rules share alpha, each level of each variant counted. */
    public int familySize(List<String> levels, int variants) {
        return variants
                * relative.stream()
                        .mapToInt(rule -> rule.levels().of(levels).size())
                        .sum();
    }

    /**
     * How the outcomes of the rules become one decision.
     *
     * @param alpha probability that any noisy rule fails though nothing differs, over all rules and looks
     * @param passAlpha probability that a noisy rule passes though the harm is all that is tolerated, over all looks
     */
    public record Decision(double alpha, double passAlpha, FailWhen failWhen, OnInconclusive onInconclusive) {}

    /** What makes a noisy rule fail. */
    public enum FailWhen {
        /** Significantly worse, and the estimate no less than what is material. */
        SIGNIFICANT_AND_MATERIAL,
        /** Significantly worse, and the whole interval beyond what is material. */
        BEYOND_MARGIN,
    }

    /** What becomes of a gate that is undecided at its last look. */
    public enum OnInconclusive {
        FAIL,
        /** The build goes on, with a note. */
        WARN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A noisy metric against the baseline.
     *
     * @param material the least relative change for the worse that matters, 0.05 for 5 %
     * @param tolerate the harm that a pass has to exclude; no less than what is material
     * @param ifPresent whether the rule is left out if a run can have no data for it
     */
    public record RelativeRule(Metric metric, LevelChoice levels, double material, double tolerate, boolean ifPresent) {
        public RelativeRule {
            if (tolerate < material) {
                throw new IllegalArgumentException("tolerate: must not be less than material");
            }
        }

        RelativeRule at(LevelChoice others) {
            return new RelativeRule(metric, others, material, tolerate, ifPresent);
        }
    }

    /**
     * A metric that is expected to be the same in every trial.
     *
     * @param slack how much worse it may be, in the metric's unit
     * @param ifPresent whether the rule is left out if a run can have no data for it
     */
    public record ExactRule(Metric metric, LevelChoice levels, double slack, boolean ifPresent) {
        ExactRule at(LevelChoice others) {
            return new ExactRule(metric, others, slack, ifPresent);
        }
    }

    /**
     * A limit for a variant alone.
     *
     * @param everyTrial whether each trial has to keep it, instead of the typical one
     * @param ifPresent whether the rule is left out if a run can have no data for it
     */
    public record AbsoluteRule(Threshold threshold, LevelChoice levels, boolean everyTrial, boolean ifPresent) {
        AbsoluteRule at(LevelChoice others) {
            return new AbsoluteRule(threshold, others, everyTrial, ifPresent);
        }
    }

    /**
     * A change for the worse that is known and wanted.
     *
     * @param until the last day on which it counts
     * @param newMaterial the harm up to which it is accepted: relative for a noisy metric, in the metric's unit for an
     *     exact one
     */
    public record Acceptance(Metric metric, LocalDate until, String reason, double newMaterial) {}
}
