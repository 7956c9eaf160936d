package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.SelfTestResult.RecordedOutcome;
import dev.ralbench.result.SelfTestResult.Rule;
import dev.ralbench.result.SelfTestResult.SelfTestDecision;
import dev.ralbench.result.SelfTestResult.SelfTestedRun;
import dev.ralbench.selftest.Injection;
import dev.ralbench.selftest.SelfTestRuns.Planned;
import dev.ralbench.session.GatedRun;
import java.util.List;
import java.util.Optional;

/** A self-test's record of a run: its gate's result, in the terms of the self-test's file. */
final class SelfTestRecord {
    private SelfTestRecord() {}

    /** The gate's part of it. */
    private record Decided(SelfTestDecision decision, int blocks, List<Rule> rules) {
        static Decided of(GatedRun.Judged judged) {
            return new Decided(
                    SelfTestRecord.decision(judged.result().decision()),
                    judged.comparison().blocks(),
                    judged.result().rules().stream().map(SelfTestRecord::rule).toList());
        }

        /** The rules could not be asked. */
        static Decided without(Failure failure) {
            boolean isInvalid = failure.kind() == FailureKind.INVALID;
            return new Decided(isInvalid ? SelfTestDecision.INVALID : SelfTestDecision.INCOMPARABLE, 0, List.of());
        }
    }

    static SelfTestedRun of(Planned planned, GatedRun gated, RunResult result, double seconds) {
        var decided = judge(gated, result);
        int repeated = (int) result.trials().stream()
                .filter(trial -> trial.id().attempt() > 1 && trial.id().slot() == 1)
                .count();
        return new SelfTestedRun(
                planned.injection().map(Injection::variant),
                planned.injection().map(Injection::rule),
                decided.decision(),
                decided.blocks(),
                repeated,
                seconds,
                result.layout().seed(),
                decided.rules(),
                Optional.empty());
    }

    private static Decided judge(GatedRun gated, RunResult result) {
        try {
            return Decided.of(gated.judge(result));
        } catch (Failure failure) {
            return Decided.without(failure);
        }
    }

    private static Rule rule(RuleResult rule) {
        var change = rule.cell().change();
        return new Rule(
                rule.id(),
                rule.rule().kind().key(),
                outcome(rule.outcome()),
                change.map(each -> each.harm().estimate()),
                change.map(each -> each.probabilityOfWorse()).filter(Double::isFinite),
                change.map(each -> each.probabilityOfBetter()).filter(Double::isFinite),
                change.filter(each -> each.deviation().isPresent())
                        .map(each -> each.perBlock())
                        .orElse(List.of()));
    }

    private static SelfTestDecision decision(GateResult.Decision decision) {
        return switch (decision) {
            case PASS -> SelfTestDecision.PASS;
            case FAIL -> SelfTestDecision.FAIL;
            case INCONCLUSIVE -> SelfTestDecision.INCONCLUSIVE;
            case CONTINUE -> SelfTestDecision.CONTINUE;
            case INVALID -> SelfTestDecision.INVALID;
            case INCOMPARABLE, BASELINE -> SelfTestDecision.INCOMPARABLE; // a self-test has two variants
        };
    }

    private static RecordedOutcome outcome(RuleOutcome outcome) {
        return switch (outcome) {
            case PASS -> RecordedOutcome.PASS;
            case FAIL -> RecordedOutcome.FAIL;
            case INCONCLUSIVE -> RecordedOutcome.INCONCLUSIVE;
            case ACCEPTED -> RecordedOutcome.ACCEPTED;
            case NOT_JUDGED, NO_BASE -> RecordedOutcome.NOT_JUDGED;
            case NO_DATA -> RecordedOutcome.NO_DATA;
        };
    }
}
