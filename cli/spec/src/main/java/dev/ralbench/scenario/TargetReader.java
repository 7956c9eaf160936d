package dev.ralbench.scenario;

import dev.ralbench.ResourceLimits;
import dev.ralbench.dependency.declared.ServiceKeys;
import dev.ralbench.tls.TlsSettings;
import dev.ralbench.yaml.ChoiceSyntax;
import dev.ralbench.yaml.DecimalSyntax;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.ImageName;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.SizeSyntax;
import dev.ralbench.yaml.TextSyntax;
import dev.ralbench.yaml.UrlSyntax;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the {@code target} of a variant: the name of a built-in, or a service of one's own. */
final class TargetReader {
    /** How a jar is started by default. */
    static final String JAR_COMMAND = "${java} ${jvmFlags} -jar ${jar} --server.port=${port}";

    static final String JAR_WORD = "${jar}";

    private static final String COUNTERS = "counters";

    private static final TargetChoice SUBSTITUTE = new TargetChoice.BuiltIn("target", Map.of());
    private static final TextSyntax JAR =
            TextSyntax.matching("(?s).*\\S.*\\.jar", "must be the path of a .jar file", "x.jar");

    private static final NumberSyntax COUNT = new NumberSyntax(1, 1_000_000);
    private static final SizeSyntax MEMORY = new SizeSyntax(1 << 20);
    /** The shortest time on the CPU that the kernel takes is 1 of 100 ms. */
    private static final DecimalSyntax CPUS = new DecimalSyntax(0.01, 1024, false);

    private TargetReader() {}

    /**
     * A target, and its limits.
     *
     * @param limits for services that ralbench starts; none for one that runs already
     */
    record Target(TargetChoice choice, ResourceLimits limits) {}

    static Target read(Section variant, ScenarioDirectory directory) {
        if (!variant.hasMapping("target")) {
            var name = variant.require("target", TextSyntax.NAME);
            return new Target(new TargetChoice.BuiltIn(name, Map.of()), ResourceLimits.none());
        }
        var target = variant.section("target");
        var choice = choice(target, directory);
        return new Target(choice, limits(target));
    }

    private static ResourceLimits limits(Section target) {
        var limits = target.section("limits");
        return new ResourceLimits(
                limits.find("threads", COUNT).map(Math::toIntExact),
                limits.find("openFiles", COUNT).map(Math::toIntExact),
                limits.find("memory", MEMORY),
                limits.find("cpus", CPUS));
    }

    private static TargetChoice choice(Section target, ScenarioDirectory directory) {
        if (target.has("url")) {
            return url(target, directory);
        }
        if (target.has("image")) {
            return image(target, directory);
        }
        if (target.has("builtIn")) {
            return namedBuiltIn(target);
        }
        if (target.has("command") || target.has("jar")) {
            return command(target, directory);
        }
        target.problem("needs url, for something that runs already, or one of command, jar and image, to start it");
        return SUBSTITUTE;
    }

    private static TargetChoice url(Section target, ScenarioDirectory directory) {
        refuse(
                target,
                "does not go with url; ralbench does not start what it reaches by url",
                "builtIn",
                "jar",
                "image",
                "command",
                ServiceKeys.DIRECTORY,
                "ready",
                "readyWithin",
                COUNTERS,
                "scheme",
                "port",
                "env",
                "limits");
        var url = target.require("url", UrlSyntax.SERVICE);
        var pid = target.find("pid", new NumberSyntax(1, Integer.MAX_VALUE));
        var tls = TlsReader.read(target, url.scheme().equals("https"), directory);
        return new TargetChoice.Url(url, pid.map(OptionalLong::of).orElse(OptionalLong.empty()), tls);
    }

    private static TargetChoice namedBuiltIn(Section target) {
        refuse(
                target,
                "does not go with builtIn; a built-in target's target.yaml says how it is started",
                "pid",
                "command",
                ServiceKeys.DIRECTORY,
                "ready",
                "readyWithin",
                COUNTERS,
                "scheme",
                "tls",
                "port",
                "env");
        var name = target.require("builtIn", TextSyntax.NAME);
        return new TargetChoice.BuiltIn(name, Map.of(), target.find("jar", JAR));
    }

    private static TargetChoice command(Section target, ScenarioDirectory directory) {
        refuse(target, "belongs to url; ralbench knows the process that it starts", "pid");
        refuse(target, "belongs to image; ralbench passes a command a free port by ${port}", "port");
        var jar = target.find("jar", JAR);
        var command = target.has("jar")
                ? target.get("command", TextSyntax.NOT_BLANK, JAR_COMMAND)
                : target.require("command", TextSyntax.NOT_BLANK);
        if (target.has("jar") && !command.contains(JAR_WORD)) {
            target.problem("command", "has no " + JAR_WORD + ", though the target has a jar");
        }
        var ready = target.require("ready", TextSyntax.PATH);
        var tls = ownTls(target, directory);
        var within = target.find("readyWithin", DurationSyntax.POSITIVE);
        var in = target.find(ServiceKeys.DIRECTORY, TextSyntax.NOT_BLANK);
        var counters = target.find(COUNTERS, TextSyntax.PATH);
        return new TargetChoice.Command(
                command, ready, ServiceKeys.environment(target), jar, tls, within, in, counters);
    }

    private static TargetChoice image(Section target, ScenarioDirectory directory) {
        refuse(target, "belongs to url; ralbench knows the process that it starts", "pid");
        refuse(
                target,
                "does not go with image; what it starts is in the image",
                "builtIn",
                "jar",
                ServiceKeys.DIRECTORY);
        var image = target.require("image", ImageName.FORM);
        var command = target.find("command", TextSyntax.NOT_BLANK);
        var ready = target.require("ready", TextSyntax.PATH);
        var port = ServiceKeys.port(target);
        var tls = ownTls(target, directory);
        var within = target.find("readyWithin", DurationSyntax.POSITIVE);
        var counters = target.find(COUNTERS, TextSyntax.PATH);
        return new TargetChoice.Container(
                image, command, ready, ServiceKeys.environment(target), port, tls, within, counters);
    }

    /** The TLS of a service that ralbench starts, which is reached by http unless it says otherwise. */
    private static Optional<TlsSettings> ownTls(Section target, ScenarioDirectory directory) {
        var scheme = target.get("scheme", new ChoiceSyntax<>(Scheme.class), Scheme.HTTP);
        return TlsReader.read(target, scheme == Scheme.HTTPS, directory);
    }

    private enum Scheme {
        HTTP,
        HTTPS,
    }

    private static void refuse(Section target, String reason, String... keys) {
        for (var key : keys) {
            if (target.has(key)) {
                target.keyProblem(key, reason);
            }
        }
    }
}
