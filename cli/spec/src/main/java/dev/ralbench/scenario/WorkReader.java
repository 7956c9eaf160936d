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
        return new WorkRule(work.find("same", SAME), reasons(work.section("differs"), variants));
    }

    /**
     * The only variant of a scenario may stand for builds, whose names are known where they are run: for it, only a name
     * that looks like its own is a mistake.
     */
    private static Map<String, String> reasons(Section differs, Collection<String> variants) {
        var reasons = new LinkedHashMap<String, String>();
        for (var name : differs.keys()) {
            boolean mayBeBuild =
                    variants.size() == 1 && NearestName.to(name, variants).isEmpty();
            if (!variants.contains(name) && !mayBeBuild) {
                differs.keyProblem(name, "there is no such variant; " + NearestName.hint(name, variants));
            }
            differs.find(name, TextSyntax.NOT_BLANK).ifPresent(reason -> reasons.put(name, reason));
        }
        return reasons;
    }
}
