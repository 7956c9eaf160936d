package dev.ralbench.gate;

import dev.ralbench.Failure;
import dev.ralbench.compare.AllowedDifferences;
import dev.ralbench.gate.Acceptances.Acceptance;
import dev.ralbench.gate.NoisyJudge.FailWhen;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.statistics.Power;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rules that decide whether a difference fails a build, fixed before anything is measured.
 *
 * @param name such as {@code pr}
 * @param sha256 of the file's bytes: a result says by it which rules its run was made for
 * @param rules kind by kind, in the order of the file
 * @param accept known and wanted changes, which expire
 * @param leftOut rules that are not judged because a run can have no data for them, and why
 */
public record Gate(
        String name,
        String sha256,
        GateDesign design,
        DecisionTerms decision,
        List<Rule> rules,
        List<Acceptance> accept,
        List<LeftOut> leftOut) {
    /** More noisy rules than this share alpha so thinly that none of them sees much. */
    public static final int MOST_NOISY_RULES = 12;

    public Gate {
        rules = List.copyOf(rules);
        accept = List.copyOf(accept);
        leftOut = List.copyOf(leftOut);
    }

    /** A line for each rule that is not judged. */
    List<String> notesOfLeftOut() {
        return notJudged(leftOut.stream().map(LeftOut::why).toList());
    }

    /** Whether it was written to compare, and all rules that do are left out: a pass would say nothing about a change. */
    public boolean isLeftWithoutComparison() {
        return rules.stream().noneMatch(rule -> rule.kind().isComparing())
                && leftOut.stream().anyMatch(rule -> rule.kind().isComparing());
    }

    /** A line for each rule with {@code if_present} that has no data. */
    static List<String> notJudged(List<String> rules) {
        return rules.stream()
                .map(each -> "not judged, as if_present allows: " + each)
                .toList();
    }

    /** The rules of one kind. */
    public <R extends Rule> List<R> rules(Class<R> kind) {
        return rules.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The rules about the variants of runs: all but those about histories. */
    public List<Rule> ofRuns() {
        return rules.stream().filter(rule -> !(rule instanceof DriftRule)).toList();
    }

    /** A copy of this gate that keeps only the given rules. */
    Gate with(List<Rule> some, List<LeftOut> others) {
        return new Gate(name, sha256, design, decision, some, accept, others);
    }

    /** A copy of this gate that has only its noisy rules, and no acceptances. */
    public Gate noisyOnly() {
        var noisy = rules.stream().filter(Rule::isNoisy).toList();
        return new Gate(name, sha256, design, decision, noisy, List.of(), List.of());
    }

    /**
     * A copy of this gate that compares one metric, at every level, in place of what its file compares. Its limits stay: a
     * build that answers with errors may be a fast one. The rule fails from half the margin on, if the harm is significant.
     *
     * @param margin the harm that a pass has to exclude, as a relative change: 0.1 for 10 %; more than 0
     * @throws Failure of usage if the metric has no ratio to compare, or there is no such margin
     */
    public Gate comparing(Metric metric, double margin) {
        if (!RelativeRule.canCompare(metric)) {
            throw Failure.usage(
                    metric.key() + " has no ratio to compare",
                    "a margin is a share of the baseline's value",
                    "compare another metric, or give this one a limit");
        }
        boolean canBeKept = margin > 0 && Double.isFinite(margin);
        if (!canBeKept || (metric.better() == Better.HIGHER && margin >= 1)) {
            throw Failure.usage(
                    "there is no margin of " + GateNumbers.percent(margin) + " for " + metric.key(),
                    canBeKept
                            ? metric.key() + " cannot fall by more than 100 %"
                            : "no measurement shows that two services are equal",
                    "give one above 0 %, such as 10 %");
        }
        var limits = rules.stream().filter(rule -> !rule.kind().isComparing());
        var compared = new RelativeRule(metric, new LevelChoice.Every(), margin / 2, margin, false);
        return with(Stream.concat(Stream.of(compared), limits).toList(), List.of());
    }

    /** A copy of this gate with the given levels, if its design leaves the levels to the scenario. */
    public Gate atLevels(List<Integer> levels) {
        return new Gate(name, sha256, design.atLevels(levels), decision, rules, accept, leftOut);
    }

    /**
     * A copy of this gate without the rules for which a run cannot have data.
     *
     * @param levels of the load
     * @throws dev.ralbench.Failure if a rule without {@code if_present} can have none, or no rule is left
     */
    public Gate fitting(Forecast forecast, List<Level> levels) {
        return GateFit.forecast(this, forecast, levels);
    }

    /** Allowed differences of base and head: the metrics and counts of the rules, and the facts that vary. */
    public AllowedDifferences allowed() {
        var judged = rules.stream()
                .filter(rule -> rule.kind().isComparing())
                .map(Rule::metric)
                .collect(Collectors.toUnmodifiableSet());
        return AllowedDifferences.ofGate(judged, design.vary());
    }

    /**
     * The fewest pairs with which such a gate could decide anything, if its first look has fewer.
     *
     * @param levels of the load
     * @param variants next to the baseline
     */
    public OptionalInt tooFewPairs(List<Level> levels, int variants) {
        int rules = familySize(levels(levels), variants);
        if (rules == 0) {
            return OptionalInt.empty();
        }
        int fewest = Power.minimumBlocks(rules, 1, decision.alpha());
        return design.looks().getLast() < fewest ? OptionalInt.of(fewest) : OptionalInt.empty();
    }

    /** The levels of its rules: its own, or those of the load; if neither is known, a rule at all levels counts once. */
    List<Level> levels(List<Level> ofLoad) {
        var known = design.ownLevels().isEmpty() ? ofLoad : design.ownLevels();
        return known.isEmpty() ? List.of(Level.none()) : known;
    }

    /**
     * How the levels of error are spent over the looks.
     *
     * @param levels of the load
     * @param variants next to the baseline, a control left out
     */
    Spending spending(List<Level> levels, int variants) {
        return Spending.of(
                design.looks(),
                decision.alpha(),
                decision.passAlpha(),
                familySize(levels(levels), Math.max(1, variants)));
    }

    /**
     * After how many pairs it usually decides about builds that do not differ: at the first look that can pass a rule.
     */
    public int usualPairs() {
        var passing = Spending.of(design.looks(), decision.alpha(), decision.passAlpha(), 1)
                .passing();
        if (rules.stream().noneMatch(Rule::isNoisy)) {
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
    public int familySize(List<Level> levels, int variants) {
        return variants
                * rules.stream()
                        .filter(Rule::isNoisy)
                        .mapToInt(rule -> rule.levels().of(levels).size())
                        .sum();
    }

    /**
     * How the outcomes of the rules become one decision.
     *
     * @param alpha probability that any noisy rule fails though nothing differs, over all rules and looks
     * @param passAlpha probability that a noisy rule passes though the harm is all that is tolerated, over all looks
     */
    public record DecisionTerms(double alpha, double passAlpha, FailWhen failWhen, OnInconclusive onInconclusive) {}

    /**
     * A rule that is not judged at some level, because a run can have no data for it there.
     *
     * @param why with the metric and the level
     */
    public record LeftOut(Rule.Kind kind, String why) {}

    /** The outcome of a gate that is undecided at its last look. */
    public enum OnInconclusive {
        FAIL,
        /** The build goes on, with a note. */
        WARN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Advance knowledge of a run's figures. */
    public interface Forecast {
        /** A forecast that knows nothing, so any figure may have a value. */
        Forecast UNKNOWN = (metric, level, requests) -> Optional.empty();

        /**
         * Why a run will have no value of a metric; empty if it may have one.
         *
         * @param requests that a value needs, per trial
         */
        Optional<String> obstacle(Metric metric, Level level, long requests);
    }
}
