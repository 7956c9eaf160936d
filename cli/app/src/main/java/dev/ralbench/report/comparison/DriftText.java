package dev.ralbench.report.comparison;

import dev.ralbench.compare.Change;
import dev.ralbench.gate.DriftResult;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.JUnitXml;
import dev.ralbench.report.ChangeText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What drift rules say about a history, for all reports. */
record DriftText(DriftResult drift, int exitCode) {
    /** A line for each rule, such as {@code FAIL goodput@256 −13.2 % [−15.1 %  −11.0 %]: ...}. */
    List<String> rules() {
        return drift.rules().stream()
                .map(rule -> rule.outcome().words() + " " + id(rule)
                        + change(rule)
                                .map(text -> " " + text.estimateText() + " " + text.intervalText())
                                .orElse("")
                        + ": " + rule.rule().bounds() + (rule.harm().isEmpty() ? "; " + rule.why() : ""))
                .toList();
    }

    private String id(DriftResult.Judged rule) {
        boolean hasSeveralVariants = drift.rules().stream()
                        .map(DriftResult.Judged::variant)
                        .distinct()
                        .count()
                > 1;
        return rule.id() + (hasSeveralVariants ? " of " + rule.variant() : "");
    }

    private static Optional<ChangeText> change(DriftResult.Judged rule) {
        return rule.harm().map(harm -> ChangeText.of(rule.rule().metric(), Change.Scale.LOG_RATIO, harm, false));
    }

    static Emphasis emphasis(RuleOutcome outcome) {
        return switch (outcome) {
            case PASS -> Emphasis.NONE;
            case FAIL -> Emphasis.BAD;
            case INCONCLUSIVE, ACCEPTED, NOT_JUDGED, NO_BASE, NO_DATA -> Emphasis.WARNING;
        };
    }

    /** Such as {@code RESULT FAIL 1 of 2 drift rules: goodput@256  exit 3}. */
    String result() {
        var decisive = switch (drift.decision()) {
            case FAIL -> List.of(RuleOutcome.FAIL);
            case INCONCLUSIVE -> List.of(RuleOutcome.INCONCLUSIVE);
            case INCOMPARABLE, INVALID, BASELINE, CONTINUE -> List.of(RuleOutcome.NO_DATA, RuleOutcome.NOT_JUDGED);
            case PASS -> List.<RuleOutcome>of();
        };
        var named = drift.rules().stream()
                .filter(rule -> decisive.contains(rule.outcome()))
                .map(DriftResult.Judged::id)
                .distinct()
                .toList();
        int all = drift.rules().size();
        var rules = (named.isEmpty() ? "" : named.size() + " of ") + all + " drift " + (all == 1 ? "rule" : "rules");
        return "RESULT " + drift.decision().name() + (drift.isWarning() ? " (a warning) " : " ") + rules
                + (named.isEmpty() ? "" : ": " + String.join(", ", named)) + "  exit " + exitCode;
    }

    Emphasis emphasis() {
        return switch (drift.decision()) {
            case PASS, BASELINE -> Emphasis.GOOD;
            case FAIL, INVALID, INCOMPARABLE -> Emphasis.BAD;
            case INCONCLUSIVE, CONTINUE -> Emphasis.WARNING;
        };
    }

    Map<String, Object> document() {
        var json = new LinkedHashMap<String, Object>();
        json.put("gate", drift.gate());
        json.put("gateSha256", drift.sha256());
        json.put("decision", drift.decision().name());
        json.put("rules", drift.rules().stream().map(DriftText::document).toList());
        return json;
    }

    private static Map<String, Object> document(DriftResult.Judged rule) {
        var change = change(rule);
        var json = new LinkedHashMap<String, Object>();
        json.put("id", rule.id());
        json.put("variant", rule.variant());
        json.put("outcome", rule.outcome().name());
        json.put("against", rule.rule().against());
        json.put("atMost", rule.rule().atMost());
        json.put("change", change.map(ChangeText::estimate));
        json.put("low", change.map(ChangeText::low).filter(Double::isFinite));
        json.put("high", change.map(ChangeText::high).filter(Double::isFinite));
        json.put("why", rule.why());
        return json;
    }

    /** @param name of the suite */
    JUnitXml.Suite suite(String name, String timestamp) {
        return new JUnitXml.Suite(
                name,
                timestamp,
                List.of(),
                drift.rules().stream().map(rule -> testCase(name, rule)).collect(Collectors.toList()));
    }

    private JUnitXml.Case testCase(String suite, DriftResult.Judged rule) {
        var status = CompareJUnit.status(rule.outcome(), drift.failsWhenUndecided());
        return new JUnitXml.Case(
                suite,
                "drift of " + id(rule),
                status,
                rule.outcome().words(),
                rule.why(),
                rule.rule().bounds());
    }
}
