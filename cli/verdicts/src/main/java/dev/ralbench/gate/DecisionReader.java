package dev.ralbench.gate;

import dev.ralbench.gate.GateSyntax.WordForm;
import dev.ralbench.yaml.ChoiceSyntax;
import dev.ralbench.yaml.Section;
import java.util.Map;

/** Reads {@code decision}. */
final class DecisionReader {
    private static final double ALPHA = 0.01;
    /** A wrong pass costs less than a false alarm: the next change is measured against the same limits. */
    private static final double PASS_ALPHA = 0.05;

    private static final WordForm<String> CORRECTION = new WordForm<>(Map.of("holm", "holm"), Map.of());
    private static final WordForm<String> CONFIRM = new WordForm<>(
            Map.of("none", "none"),
            Map.of(
                    "same-job", "a failed gate is not measured again by itself; run it once more",
                    "fresh-job", "a failed gate is not measured again by itself; start a second job"));

    private DecisionReader() {}

    static Gate.Decision read(Section decision) {
        double alpha = decision.get("alpha", new GateSyntax.AlphaForm(), ALPHA);
        double passAlpha = decision.get("pass_alpha", new GateSyntax.AlphaForm(), PASS_ALPHA);
        decision.get("correction", CORRECTION, "holm");
        var failWhen = decision.get("fail_when", new ChoiceSyntax<>(FailWhen.class), FailWhen.SIGNIFICANT_AND_MATERIAL);
        var onInconclusive = decision.get(
                "on_inconclusive", new ChoiceSyntax<>(Gate.OnInconclusive.class), Gate.OnInconclusive.FAIL);
        decision.get("confirm", CONFIRM, "none");
        return new Gate.Decision(alpha, passAlpha, failWhen, onInconclusive);
    }
}
