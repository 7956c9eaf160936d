package dev.ralbench.completion;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The shells for which there is a script. */
public enum CompletionShell {
    BASH,
    ZSH,
    FISH;

    /** Marks where a template goes on with what is known only when a script is printed. */
    private static final String MARK = "@";

    /** Its name as users type it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The script that completes a command line. It starts no process of ralbench: a JVM takes several tenths of a second,
     * which is too long for a key. So commands, options and built-in names are written into it, and the shell itself looks
     * for files.
     *
     * @param root the program, with all of its commands
     */
    public String script(CompletedCommand root, BuiltInNames builtIns) {
        var template = template();
        return switch (this) {
            case BASH ->
                filled(template, "commands", new BashTable(root).text()).transform(text -> names(text, builtIns));
            case ZSH ->
                filled(template, "commands", new ZshFunctions(root).text()).transform(text -> names(text, builtIns));
            case FISH ->
                filled(filled(template, "commands", new FishRules(root).text()), "groups", FishRules.groups(root))
                        .transform(text -> names(text, builtIns));
        };
    }

    private String names(String text, BuiltInNames builtIns) {
        var scenarios =
                builtIns.scenarios().stream().map(BuiltInNames.Scenario::name).collect(Collectors.joining(" "));
        return filled(
                filled(filled(text, "scenarios", scenarios), "gates", String.join(" ", builtIns.gates())),
                "names",
                cases(builtIns, "variants", BuiltInNames.Scenario::variants)
                        + cases(builtIns, "profiles", BuiltInNames.Scenario::profiles));
    }

    private String cases(BuiltInNames builtIns, String kind, Function<BuiltInNames.Scenario, List<String>> chosen) {
        return builtIns.scenarios().stream()
                .filter(scenario -> !chosen.apply(scenario).isEmpty())
                .map(scenario -> line(kind + " " + scenario.name(), String.join(" ", chosen.apply(scenario))))
                .collect(Collectors.joining());
    }

    private String line(String key, String words) {
        return this == FISH
                ? "        case '" + key + "'\n            string split ' ' '" + words + "'\n"
                : "        '" + key + "') echo '" + words + "' ;;\n";
    }

    private static String filled(String text, String mark, String content) {
        var place = MARK + mark + MARK;
        if (!text.contains(place)) {
            throw new IllegalStateException("a template of completion has no " + place);
        }
        return text.replace(place, content.stripTrailing());
    }

    private String template() {
        var name = "ralbench." + this;
        try (var stream = CompletionShell.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is not packaged: the build is broken");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
