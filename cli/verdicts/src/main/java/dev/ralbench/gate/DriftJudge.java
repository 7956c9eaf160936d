package dev.ralbench.gate;

import dev.ralbench.Failure;
import dev.ralbench.compare.Change;
import dev.ralbench.compare.History;
import dev.ralbench.compare.HistoryRow;
import dev.ralbench.compare.HistoryRow.SeriesChange;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.compare.Variants;
import dev.ralbench.gate.DriftResult.Judged;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Better;
import dev.ralbench.statistics.DriftEstimate;
import dev.ralbench.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges drift rules by a history. A rule fails if the newest runs are worse than the anchor at {@code alpha}, shared by all
 * rules, variants and levels, and by no less than the budget; with {@code fail_when: beyond_margin} if the whole interval is
 * beyond it. It passes if the upper bound, at {@code pass_alpha}, is below the budget.
 */
public final class DriftJudge {
    private final Gate gate;
    private final History history;
    private final List<Asked> asked = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    private DriftJudge(Gate gate, History history) {
        this.gate = gate;
        this.history = history;
    }

    private static final String NO_VALUE = "no run has a value";

    private record Asked(DriftRule rule, Level level, Optional<HistoryRow> row) {}

    /**
     * Judges all of them.
     *
     * @throws Failure if it is not clear which runs a rule means
     */
    public static DriftResult judge(Gate gate, History history) {
        return new DriftJudge(gate, history).result();
    }

    private DriftResult result() {
        gate.rules(DriftRule.class).forEach(this::ask);
        var judged = asked.stream().map(this::judged).toList();
        return new DriftResult(
                gate.name(),
                gate.sha256(),
                decision(judged),
                gate.decision().onInconclusive(),
                judged,
                Gate.notJudged(leftOut));
    }

    private void ask(DriftRule rule) {
        var ofMetric = history.rows().stream()
                .filter(row -> row.metric().equals(rule.metric()))
                .toList();
        var measured = history.runs().stream()
                .flatMap(run -> new ResultSource("", run).levels().stream())
                .filter(level -> !level.isWholeRun())
                .distinct()
                .toList();
        for (var level : rule.levels().of(measured)) {
            var rows =
                    ofMetric.stream().filter(row -> row.level().equals(level)).toList();
            rows.forEach(row -> asked.add(new Asked(rule, level, Optional.of(row))));
            if (rows.isEmpty() && rule.ifPresent()) {
                leftOut.add(rule.metric().key() + "@" + level.name() + ": " + NO_VALUE);
            } else if (rows.isEmpty()) {
                asked.add(new Asked(rule, level, Optional.empty()));
            }
        }
    }

    private Judged judged(Asked each) {
        if (each.row().isEmpty()) {
            return without(each, NO_VALUE);
        }
        var row = each.row().get();
        if (row.scale() != Change.Scale.LOG_RATIO) {
            return without(each, "a run has the value 0, so there is no ratio");
        }
        var newest = newest(row.variant());
        if (row.values().get(newest).isEmpty()) {
            return without(
                    each,
                    "the newest run, " + history.runs().get(newest).origin().runId()
                            + ", has no value: too few requests for it, or a trial that does not count");
        }
        var anchor = anchor(each.rule(), row);
        if (anchor.isEmpty()) {
            return without(
                    each,
                    "none of the " + history.runs().size() + " runs is "
                            + each.rule().against()
                            + ": name a run, or label one by run --label " + row.variant() + "."
                            + each.rule().against() + (each.rule().against().contains("=") ? "" : "=..."));
        }
        var starts = row.changes().stream()
                .filter(change -> change.kind() == SeriesChange.Kind.STEP || isOddAndWorse(row, change))
                .map(SeriesChange::from)
                .toList();
        return DriftEstimate.of(row.series(), starts, anchor, history.autocorrelation())
                .map(drift -> row.metric().better() == Better.HIGHER ? drift.negated() : drift)
                .map(harm -> judged(each, row, harm))
                .orElseGet(() -> without(each, "too few runs next to those that it is held against"));
    }

    /** An odd run that is better may well be the machine's: the level that it left still counts. */
    private static boolean isOddAndWorse(HistoryRow row, SeriesChange change) {
        boolean isMore = change.after() > change.before();
        return change.kind() == SeriesChange.Kind.LATEST
                && isMore == (row.metric().better() == Better.LOWER);
    }

    /** The place of the last run of a variant. */
    private int newest(String variant) {
        int run = history.runs().size() - 1;
        while (!Variants.of(history.runs().get(run)).contains(variant)) {
            run--;
        }
        return run;
    }

    private Judged judged(Asked each, HistoryRow row, DriftEstimate harm) {
        double alpha = gate.decision().alpha() / asked.size();
        double low = harm.interval(alpha).low();
        double high = harm.interval(gate.decision().passAlpha()).high();
        double size = gate.decision().failWhen() == NoisyJudge.FailWhen.BEYOND_MARGIN ? low : harm.estimate();
        boolean fails = harm.probabilityOfMore() <= alpha && size >= each.rule().margin();
        var kept = high < each.rule().margin() ? RuleOutcome.PASS : RuleOutcome.INCONCLUSIVE;
        var outcome = fails ? RuleOutcome.FAIL : kept;
        var why = GateNumbers.change(row.metric(), harm.estimate()) + " against "
                + each.rule().against() + ", budget " + each.rule().tolerated() + " ("
                + GateNumbers.p(harm.probabilityOfMore()) + ")";
        return new Judged(
                each.rule(),
                each.level(),
                each.row(),
                row.variant(),
                outcome,
                Optional.of(new Interval(
                        harm.estimate(), low, high, 1 - alpha - gate.decision().passAlpha())),
                why);
    }

    private static Judged without(Asked each, String why) {
        return new Judged(
                each.rule(),
                each.level(),
                each.row(),
                each.row().map(HistoryRow::variant).orElse(""),
                RuleOutcome.NO_DATA,
                Optional.empty(),
                why);
    }

    /** The runs that a rule names for a row. */
    private List<Integer> anchor(DriftRule rule, HistoryRow row) {
        var byId = history.runs().stream()
                .filter(run -> run.origin().runId().equals(rule.against()))
                .map(history.runs()::indexOf)
                .toList();
        if (!byId.isEmpty()) {
            return byId;
        }
        int equals = rule.against().indexOf('=');
        if (equals >= 0) {
            return history.labelled(row.variant(), rule.against().substring(0, equals))
                    .getOrDefault(rule.against().substring(equals + 1), List.of());
        }
        var values = history.labelled(row.variant(), rule.against());
        if (values.size() > 1) {
            throw Failure.usage(
                    "gate " + gate.name() + ": drift against " + rule.against() + ": several runs have this label",
                    row.variant() + "." + rule.against() + " is " + String.join(", ", values.keySet()),
                    "Pin one of them: against: " + rule.against() + "="
                            + values.keySet().iterator().next());
        }
        return values.values().stream().findFirst().orElse(List.of());
    }

    private static Decision decision(List<Judged> rules) {
        if (rules.stream().anyMatch(rule -> rule.outcome() == RuleOutcome.FAIL)) {
            return Decision.FAIL;
        }
        if (rules.isEmpty() || !rules.stream().allMatch(Judged::isJudged)) {
            return Decision.INCOMPARABLE;
        }
        return rules.stream().anyMatch(rule -> rule.outcome() == RuleOutcome.INCONCLUSIVE)
                ? Decision.INCONCLUSIVE
                : Decision.PASS;
    }
}
