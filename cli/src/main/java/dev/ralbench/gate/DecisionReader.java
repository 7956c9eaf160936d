package dev.ralbench.gate;

import dev.ralbench.gate.GateForms.WordForm;
import dev.ralbench.yaml.ChoiceForm;
import dev.ralbench.yaml.Section;
import java.util.Map;

/** Reads {@code decision}. */
final class DecisionReader {
    private static final double ALPHA = 0.01;
    private static final WordForm<String> CORRECTION = new WordForm<>(Map.of("holm", "holm"), Map.of());
    private static final WordForm<String> CONFIRM = new WordForm<>(
            Map.of("none", "none"),
            Map.of(
                    "same-job", "a failed gate is not measured again by itself; run it once more",
                    "fresh-job", "a failed gate is not measured again by itself; start a second job"));

    private DecisionReader() {}

    static Gate.Decision read(Section decision) {
        double alpha = decision.get("alpha", new GateForms.AlphaForm(), ALPHA);
        decision.get("correction", CORRECTION, "holm");
        var failWhen = decision.get(
                "fail_when", new ChoiceForm<>(Gate.FailWhen.class), Gate.FailWhen.SIGNIFICANT_AND_MATERIAL);
        var onInconclusive =
                decision.get("on_inconclusive", new ChoiceForm<>(Gate.OnInconclusive.class), Gate.OnInconclusive.FAIL);
        decision.get("confirm", CONFIRM, "none");
        return new Gate.Decision(alpha, failWhen, onInconclusive);
    }
}
