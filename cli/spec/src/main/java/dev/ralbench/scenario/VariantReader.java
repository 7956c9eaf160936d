package dev.ralbench.scenario;

import dev.ralbench.scenario.RequestReader.Request;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.util.Map;

/** Reads one entry of {@code variants}. */
final class VariantReader {
    private VariantReader() {}

    static Variant read(
            String name, Section variant, Request request, boolean isOneOfSeveral, ScenarioDirectory directory) {
        var target = TargetReader.read(variant, directory);
        var path = variant.find("path", RequestReader.PATH);
        if (!variant.has("path") && !request.hasPath()) {
            variant.problem("path", "is missing; write it here, or request.path for all variants");
        }
        if (variant.has("path") && isOneOfSeveral) {
            variant.keyProblem("path", "does not go with requests: each of these has its own");
        }
        var options = variant.section("with").texts();
        if (!(target.choice() instanceof TargetChoice.BuiltIn) && variant.has("with")) {
            variant.keyProblem("with", "sets options of a built-in target; a target of one's own has none");
        }
        var published = variant.find(VariantNames.PUBLISHED, TextSyntax.NAME);
        var expectFailures = variant.find("expectFailures", TextSyntax.NOT_BLANK);
        return new Variant(
                name,
                withOptions(target.choice(), options),
                request.at(path),
                target.limits(),
                published,
                expectFailures,
                variant.section("labels").texts());
    }

    private static TargetChoice withOptions(TargetChoice target, Map<String, String> options) {
        return target instanceof TargetChoice.BuiltIn builtIn
                ? new TargetChoice.BuiltIn(builtIn.name(), options, builtIn.jar())
                : target;
    }
}
