package dev.ralbench.gate;

import dev.ralbench.yaml.ChoiceSyntax;
import dev.ralbench.yaml.Section;

/** Reads {@code decision}. */
final class DecisionReader {
    private static final double ALPHA = 0.01;
    /** A wrong pass costs less than a false alarm: the next change is measured against the same limits. */
    private static final double PASS_ALPHA = 0.05;

    private DecisionReader() {}

    static Gate.DecisionTerms read(Section decision) {
        double alpha = decision.get("alpha", new GateSyntax.AlphaForm(), ALPHA);
        double passAlpha = decision.get("pass_alpha", new GateSyntax.AlphaForm(), PASS_ALPHA);
        var failWhen = decision.get("fail_when", new ChoiceSyntax<>(FailWhen.class), FailWhen.SIGNIFICANT_AND_MATERIAL);
        var onInconclusive = decision.get(
                "on_inconclusive", new ChoiceSyntax<>(Gate.OnInconclusive.class), Gate.OnInconclusive.FAIL);
        return new Gate.DecisionTerms(alpha, passAlpha, failWhen, onInconclusive);
    }
}
