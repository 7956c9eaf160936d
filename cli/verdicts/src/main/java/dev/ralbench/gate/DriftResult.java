package dev.ralbench.gate;

import dev.ralbench.compare.HistoryRow;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.load.Level;
import dev.ralbench.statistics.Interval;
import java.util.List;
import java.util.Optional;

/**
 * What the drift rules of a gate say about a history.
 *
 * @param gate its name
 * @param sha256 of its file
 * @param decision over all of them: pass, fail, inconclusive or incomparable
 * @param onInconclusive what becomes of an undecided one
 * @param notes a line for each rule that is not judged, because it says {@code if_present} and has no data
 */
public record DriftResult(
        String gate,
        String sha256,
        Decision decision,
        Gate.OnInconclusive onInconclusive,
        List<Judged> rules,
        List<String> notes) {
    public DriftResult {
        rules = List.copyOf(rules);
        notes = List.copyOf(notes);
    }

    /**
     * The result of one rule for one variant at one level.
     *
     * @param row of the history; empty if it has none
     * @param variant empty if there is no row
     * @param harm of the newest runs against the anchor, as a logarithm of a ratio, above 0 worse; bounds at the levels at
     *     which it is decided; empty if it was not judged
     * @param why in one sentence
     */
    public record Judged(
            DriftRule rule,
            Level level,
            Optional<HistoryRow> row,
            String variant,
            RuleOutcome outcome,
            Optional<Interval> harm,
            String why) {
        /** Such as {@code goodput@256}. */
        public String id() {
            return rule.metric().key() + "@" + level.name();
        }

        boolean isJudged() {
            return outcome != RuleOutcome.NOT_JUDGED && outcome != RuleOutcome.NO_DATA;
        }
    }

    /** Whether it is undecided rules that fail the build. */
    public boolean failsWhenUndecided() {
        return GateResult.failsWhenUndecided(decision, onInconclusive);
    }

    /** Whether the build goes on although a rule stays undecided. */
    public boolean isWarning() {
        return decision == Decision.INCONCLUSIVE && onInconclusive == Gate.OnInconclusive.WARN;
    }
}
