package dev.ralbench.yaml;

import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.NonPrintableStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;

/** Documents as text that {@link YamlTree} reads again. */
public final class YamlWriter {
    private YamlWriter() {}

    /** One text as a quoted scalar: even {@code null} or {@code 7} is read as text. */
    public static String quoted(String text) {
        var settings = DumpSettings.builder()
                .setDefaultScalarStyle(ScalarStyle.DOUBLE_QUOTED)
                .setNonPrintableStyle(NonPrintableStyle.ESCAPE)
                .setSplitLines(false)
                .build();
        return new Dump(settings).dumpToString(text);
    }

    /** The YAML text of plain maps, lists and scalars, in their order. */
    public static String of(Map<String, Object> document) {
        var settings = DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setSplitLines(false)
                // The other style writes binary tags, which the reader refuses.
                .setNonPrintableStyle(NonPrintableStyle.ESCAPE)
                .setDereferenceAliases(true)
                .build();
        return new Dump(settings).dumpToString(document);
    }
}
