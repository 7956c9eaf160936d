package dev.ralbench.dependency.declared;

import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.util.Map;
import java.util.OptionalInt;

/** The keys that targets and dependencies of one's own have in common, read from the mapping that describes one. */
public final class ServiceKeys {
    /** Where a command is started, by its path from the directory that ralbench was started in. */
    public static final String DIRECTORY = "directory";

    private static final NumberSyntax PORT = new NumberSyntax(1, 65535);
    private static final TextSyntax VARIABLE_NAME =
            TextSyntax.matching("[A-Za-z_][A-Za-z0-9_]*", "cannot be the name of a variable", "NAME");

    private ServiceKeys() {}

    /** The port that an image listens on, from 1 to 65535; empty if the key is absent or wrong. */
    public static OptionalInt port(Section service) {
        return service.find("port", PORT)
                .map(number -> OptionalInt.of(Math.toIntExact(number)))
                .orElse(OptionalInt.empty());
    }

    /** The variables of {@code env} by name. */
    public static Map<String, String> environment(Section service) {
        var section = service.section("env");
        var environment = section.texts();
        environment.keySet().stream()
                .filter(variable -> !VARIABLE_NAME.fits().test(variable))
                .forEach(variable -> section.keyProblem(variable, VARIABLE_NAME.rule()));
        return environment;
    }
}
