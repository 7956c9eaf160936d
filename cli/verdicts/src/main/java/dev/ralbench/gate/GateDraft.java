package dev.ralbench.gate;

import dev.ralbench.Failure;
import dev.ralbench.compare.Comparison;
import dev.ralbench.gate.Gate.DecisionTerms;
import dev.ralbench.metric.Metric;
import dev.ralbench.statistics.Power;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A gate for one service: rules on metrics with data, with margins that its noise allows.
 *
 * @param decision as the gate that the design is taken from has it
 * @param pairs that were measured
 * @param leftOut why expected rules are missing
 * @param outlook for builds that do not differ
 */
public record GateDraft(
        GateDesign design,
        DecisionTerms decision,
        int pairs,
        List<Drafted> rules,
        List<String> leftOut,
        GateOutlook outlook) {
    /** Two pairs say next to nothing about how much a third one may differ. */
    public static final int FEWEST_PAIRS = 3;

    /** Real differences are only nearly normal. */
    private static final double MOST_TO_CLAIM = 0.99;

    public GateDraft {
        rules = List.copyOf(rules);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Refuses a gate whose looks or levels suit no draft.
     *
     * @param like whose design is to be used, with levels
     * @throws Failure of usage
     */
    public static void check(Gate like) {
        int rules = RuleCandidates.most(like.design().ownLevels().size());
        if (rules > Gate.MOST_NOISY_RULES) {
            throw Failure.usage(
                    "gate " + like.name() + ": has too many levels for a draft",
                    "with one rule on goodput for each there may be " + rules + " noisy rules; at most "
                            + Gate.MOST_NOISY_RULES + " can still see a regression",
                    "name a design with fewer levels");
        }
        int fewest = Power.minimumBlocks(rules, 1, like.decision().alpha());
        if (like.design().looks().getLast() < fewest) {
            throw Failure.usage(
                    "gate " + like.name() + ": its last look has too few pairs for a draft",
                    "up to " + rules + " noisy rules share alpha, which takes at least " + fewest + " pairs",
                    "name a design with more pairs, such as pr");
        }
    }

    /** Metrics that rules of a draft may hold against the baseline as counts: they are no reason to refuse a comparison. */
    public static Set<Metric> counts() {
        return RuleCandidates.exact();
    }

    /**
     * Drafts a gate.
     *
     * @param like whose design and levels of error are used
     * @param comparison of a build with itself, at the levels of the design
     * @throws Failure if too little could be measured, or there is nothing that a gate could judge
     */
    public static GateDraft of(Gate like, Comparison comparison) {
        return of(like, comparison, MarginSearch.of(like.design(), like.decision()));
    }

    static GateDraft of(Gate like, Comparison comparison, MarginSearch margins) {
        if (comparison.blocks() < FEWEST_PAIRS) {
            throw Failure.invalid(
                    "too few pairs for a gate: " + comparison.blocks() + " can be used",
                    String.join("\n", comparison.notes()),
                    "fix what the reasons name, and start again; at least " + FEWEST_PAIRS + " are needed");
        }
        var candidates = new RuleCandidates(comparison);
        var found = margins.of(candidates.relative());
        var relative = found.rules().stream().map(Drafted::of).toList();
        var exact = candidates.exactRules();
        var absolute = candidates.absoluteRules();
        var leftOut = new ArrayList<>(candidates.leftOut());
        found.tooNoisy().forEach(noise -> leftOut.add(tooNoisy(noise)));
        if (relative.isEmpty() && exact.isEmpty()) {
            throw Failure.invalid(
                    "no gate can be drafted: there is nothing that it could compare",
                    String.join("\n", leftOut),
                    "measure when nothing else runs on the machine (ralbench doctor), or with longer windows: name a gate"
                            + " of your own by --design");
        }
        return new GateDraft(
                like.design(),
                like.decision(),
                comparison.blocks(),
                Stream.of(relative, exact, absolute).flatMap(List::stream).toList(),
                leftOut,
                found.outlook());
    }

    /** The expected outcome if head equals base, as a sentence without its end. */
    public String prospect() {
        return rules.stream().noneMatch(drafted -> drafted.rule().isNoisy())
                ? "no rule is a matter of chance"
                : String.format(
                        Locale.ROOT,
                        "builds that do not differ pass with a probability of %s, after %.1f pairs on average",
                        outlook.passes() > MOST_TO_CLAIM
                                ? "more than " + GateNumbers.percent(MOST_TO_CLAIM)
                                : GateNumbers.percent(outlook.passes()),
                        outlook.pairs());
    }

    private static String tooNoisy(CellNoise noise) {
        return noise.id() + ": too noisy, pairs of identical builds varied by " + GateNumbers.percent(noise.sd());
    }
}
