package dev.ralbench.scenario;

import dev.ralbench.NearestName;
import dev.ralbench.yaml.ChoiceSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads {@code work}. */
final class WorkReader {
    private static final ChoiceSyntax<WorkRule.Same> SAME = new ChoiceSyntax<>(WorkRule.Same.class);

    private WorkReader() {}

    static WorkRule read(Section root, Collection<String> variants) {
        var work = root.section("work");
        return new WorkRule(work.get("same", SAME, WorkRule.Same.BYTES), reasons(work.section("differs"), variants));
    }

    private static Map<String, String> reasons(Section differs, Collection<String> variants) {
        var reasons = new LinkedHashMap<String, String>();
        for (var name : differs.keys()) {
            if (!variants.contains(name)) {
                differs.keyProblem(name, "there is no such variant; " + NearestName.hint(name, variants));
            }
            differs.find(name, TextSyntax.NOT_BLANK).ifPresent(reason -> reasons.put(name, reason));
        }
        return reasons;
    }
}
