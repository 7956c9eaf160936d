package dev.ralbench.need;

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
public record UpstreamNeed(Map<String, String> options) implements Need {
    public static final NeedKind KIND = new NeedKind("upstream", List.of("host", "port"), UpstreamNeed::read);

    public UpstreamNeed {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    @Override
    public NeedKind kind() {
        return KIND;
    }

    private static Need read(Section section, NeedKind.Files files) {
        if (section.has("latency")) {
            section.find("latency", DurationSyntax.ANY);
        } else {
            section.problem("latency", "is missing: how long the stub waits with an answer, such as 250ms");
        }
        return new UpstreamNeed(section.texts());
    }
}
