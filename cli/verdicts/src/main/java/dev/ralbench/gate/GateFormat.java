package dev.ralbench.gate;

import dev.ralbench.yaml.Format;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of a gate file as data; {@code gate.schema.json} is compared with it. */
final class GateFormat {
    /** The kinds of rules, in the order in which results list them. */
    static final List<Rule.Kind> RULES = List.of(RelativeRule.KIND, ExactRule.KIND, AbsoluteRule.KIND);

    static final Format ACCEPT = values("metric", "until", "reason", "new_material");

    static final Format GATE = new Format.Keys(gate());

    private GateFormat() {}

    private static Map<String, Format> gate() {
        var keys = keys(
                "version",
                new Format.Value(),
                "gate",
                new Format.Value(),
                "design",
                new Format.Keys(keys(
                        "shape",
                        new Format.Value(),
                        "pairs",
                        values("looks"),
                        "windows",
                        values("per_level", "length", "lead_in"),
                        "levels",
                        new Format.Value(),
                        "warmup",
                        values("requests", "limit"),
                        "vary",
                        new Format.Value(),
                        "control",
                        new Format.Value())),
                "decision",
                values("alpha", "pass_alpha", "correction", "fail_when", "on_inconclusive", "confirm"));
        RULES.forEach(kind -> keys.put(kind.key(), new Format.Parts(kind.format())));
        keys.put("accept", new Format.Parts(ACCEPT));
        return keys;
    }

    static Format values(String... names) {
        var keys = new LinkedHashMap<String, Format>();
        for (var name : names) {
            keys.put(name, new Format.Value());
        }
        return new Format.Keys(keys);
    }

    private static Map<String, Format> keys(Object... namesAndFormats) {
        var keys = new LinkedHashMap<String, Format>();
        for (int i = 0; i < namesAndFormats.length; i += 2) {
            keys.put((String) namesAndFormats[i], (Format) namesAndFormats[i + 1]);
        }
        return keys;
    }
}
