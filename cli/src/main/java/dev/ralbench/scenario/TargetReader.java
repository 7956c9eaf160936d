package dev.ralbench.scenario;

import dev.ralbench.yaml.NumberForm;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextForm;
import dev.ralbench.yaml.UrlForm;
import java.util.Map;
import java.util.OptionalLong;

/** Reads the {@code target} of a variant: the name of a built-in, or a service of one's own. */
final class TargetReader {
    private static final TargetChoice SUBSTITUTE = new TargetChoice.BuiltIn("target", Map.of());

    private TargetReader() {}

    static TargetChoice read(Section variant) {
        return variant.hasMapping("target") ? ownTarget(variant) : builtIn(variant);
    }

    private static TargetChoice builtIn(Section variant) {
        var name = variant.require("target", TextForm.NAME);
        return new TargetChoice.BuiltIn(name, Map.of());
    }

    private static TargetChoice ownTarget(Section variant) {
        var target = variant.section("target");
        if (target.has("url") == target.has("command")) {
            target.problem("needs either url, for something that runs already, or command, to start it");
            return SUBSTITUTE;
        }
        return target.has("url") ? url(target) : command(target);
    }

    private static TargetChoice url(Section target) {
        refuse(target, "belongs to command; ralbench does not start what it reaches by url", "ready", "env");
        var url = target.require("url", new UrlForm());
        var pid = target.find("pid", new NumberForm(1, Integer.MAX_VALUE));
        return new TargetChoice.Url(url, pid.map(OptionalLong::of).orElse(OptionalLong.empty()));
    }

    private static TargetChoice command(Section target) {
        refuse(target, "belongs to url; ralbench knows the process that it starts", "pid");
        var command = target.require("command", TextForm.NOT_BLANK);
        var ready = target.require("ready", TextForm.PATH);
        var environment = environment(target.section("env"));
        return new TargetChoice.Command(command, ready, environment);
    }

    private static Map<String, String> environment(Section section) {
        var environment = section.texts();
        for (var name : environment.keySet()) {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                section.keyProblem(name, "cannot be the name of a variable");
            }
        }
        return environment;
    }

    private static void refuse(Section target, String reason, String... keys) {
        for (var key : keys) {
            if (target.has(key)) {
                target.keyProblem(key, reason);
            }
        }
    }
}
