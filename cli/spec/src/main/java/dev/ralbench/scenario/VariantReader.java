package dev.ralbench.scenario;

import dev.ralbench.scenario.RequestReader.Request;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.util.Map;
import java.util.Optional;

/** Reads one entry of {@code variants}. */
final class VariantReader {
    private VariantReader() {}

    /** @param whyNoPath why it cannot have a path of its own; empty if it can */
    static Variant read(
            String name, Section variant, Request request, Optional<String> whyNoPath, ScenarioDirectory directory) {
        var target = TargetReader.read(variant, directory);
        var path = variant.find("path", RequestReader.PATH);
        if (!variant.has("path") && !request.hasPath()) {
            variant.problem("path", "is missing; write it here, or request.path for all variants");
        }
        if (variant.has("path")) {
            whyNoPath.ifPresent(why -> variant.keyProblem("path", why));
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
