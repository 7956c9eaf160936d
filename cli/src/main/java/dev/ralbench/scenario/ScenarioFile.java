package dev.ralbench.scenario;

import java.nio.file.Path;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.NonPrintableStyle;

/** Scenario documents as YAML files. */
public final class ScenarioFile {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private ScenarioFile() {}

    /** Reads a file, or says everything that is wrong with it. */
    public static ScenarioSource read(Path path) {
        return parse(path.toString(), SourceText.read(path), Beside.Folder.of(path));
    }

    /**
     * Reads a scenario's text, such as one that {@link #write} gave; files that it names are those of the built-ins.
     *
     * @param source what messages call it
     */
    public static ScenarioSource parse(String source, String text) {
        return parse(source, text, new Beside.BuiltIn());
    }

    private static ScenarioSource parse(String source, String text, Beside beside) {
        var withoutMark = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        return ScenarioSource.of(source, withoutMark, beside);
    }

    /** The YAML text of a canonical document; reading it gives an equal scenario. */
    public static String write(Map<String, Object> document) {
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
