package dev.ralbench.gate;

import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.SchemaFormat;
import java.util.List;

/** The keys of a gate file, as {@code gate.schema.json} has them, and the kinds of rules. */
final class GateFormat {
    /** The kinds of rules, in the order in which results list them. */
    static final List<RuleKind> RULES = List.of(RelativeRule.KIND, ExactRule.KIND, AbsoluteRule.KIND, DriftRule.KIND);

    static final Format GATE = SchemaFormat.read(GateFile.BUILT_IN + "gate.schema.json");

    private GateFormat() {}
}
