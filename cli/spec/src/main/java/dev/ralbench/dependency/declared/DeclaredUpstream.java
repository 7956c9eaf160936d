package dev.ralbench.dependency.declared;

import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.Section;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The stub of a slow remote service.
 *
 * @param options of the built-in target {@code upstream}
 */
public record DeclaredUpstream(Map<String, String> options) implements DeclaredDependency {
    public static final DeclaredKind KIND =
            new DeclaredKind("upstream", List.of("host", "port"), DeclaredUpstream::read);

    public DeclaredUpstream {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    @Override
    public DeclaredKind kind() {
        return KIND;
    }

    private static DeclaredDependency read(Section section, DeclaredKind.Files files) {
        if (section.has("latency")) {
            section.find("latency", DurationSyntax.ANY);
        } else {
            section.problem("latency", "is missing: how long the stub waits with an answer, such as 250ms");
        }
        return new DeclaredUpstream(section.texts());
    }
}
