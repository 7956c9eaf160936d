package dev.ralbench.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Pages of the manual, in the macros of {@code man(7)}, which every system's {@code man} reads. */
final class ManPages {
    private static final List<String> VARIABLES = List.of(
            "RALBENCH_PROFILE: the profile, as --profile",
            "RALBENCH_USERS: the users of a constant load, as --users",
            "RALBENCH_DURATION: how long it is held, as --duration",
            "RALBENCH_TIMEOUT: how long a user waits for a response, as --timeout",
            "RALBENCH_THINK: the pause of a user, as --think",
            "RALBENCH_STOP_AFTER: the hard end of the load, as --stop-after",
            "RALBENCH_EVENT_LOOPS: how many threads send, as --event-loops",
            "RALBENCH_RUNTIME: auto, docker or process, as --runtime",
            "RALBENCH_FAIR: true: ralbench is not served first on CPUs that it shares, as --fair",
            "RALBENCH_IMAGE_JAVA, RALBENCH_IMAGE_NODE: the image that built-in targets run in",
            "RALBENCH_NODE: the node for targets on Node.js",
            "RALBENCH_JAVA_HOME: the JDK to run on, 21 or newer",
            "RALBENCH_JAVA_OPTS: more flags for ralbench's JVM, such as -Xmx4g",
            "RALBENCH_CACHE: the cache directory (default: ~/.cache/ralbench)",
            "RALBENCH_PROGRESS_SECONDS: seconds between lines of progress without a terminal (default: 10)");

    private static final List<String> FILES = List.of(
            "results/TIME-SCENARIO.json: the result of a run, in the directory that ralbench is called in",
            "~/.cache/ralbench: servers, restored data, start-up caches and the generator's ceiling");

    private final CommandLine root;
    private final String version;

    ManPages(CommandLine root, String version) {
        this.root = root;
        this.version = version;
    }

    /** The pages of all visible commands, by their file names, such as {@code ralbench-gate-init.1}. */
    Map<String, String> all() {
        var pages = new LinkedHashMap<String, String>();
        add(pages, root);
        return pages;
    }

    private void add(Map<String, String> pages, CommandLine command) {
        pages.put(name(command.getCommandSpec()) + ".1", page(command));
        visible(command).forEach(below -> add(pages, below));
    }

    private static Stream<CommandLine> visible(CommandLine command) {
        return command.getSubcommands().values().stream()
                .filter(below -> !below.getCommandSpec().usageMessage().hidden());
    }

    private static String name(CommandSpec spec) {
        return spec.qualifiedName("-");
    }

    private String page(CommandLine command) {
        var spec = command.getCommandSpec();
        var usage = spec.usageMessage();
        var text = new StringBuilder();
        text.append(".TH \"%s\" \"1\" \"\" \"%s\" \"ralbench\"\n.nh\n.ad l\n"
                .formatted(name(spec).toUpperCase(Locale.ROOT), escaped(version)));
        section(text, "NAME", line(name(spec) + " - ") + line(FirstSentence.of(usage.description())));
        section(text, "SYNOPSIS", synopsis(spec));
        section(text, "DESCRIPTION", line(String.join(" ", usage.description())));
        section(
                text,
                "COMMANDS",
                visible(command)
                        .map(below -> item(
                                below.getCommandSpec().qualifiedName(" "),
                                FirstSentence.of(
                                        below.getCommandSpec().usageMessage().description())))
                        .collect(Collectors.joining()));
        section(
                text,
                "OPTIONS",
                Stream.concat(
                                spec.positionalParameters().stream()
                                        .map(operand -> item(operand.paramLabel(), described(operand))),
                                GroupedHelp.options(spec).entrySet().stream()
                                        .map(group -> subsection(group.getKey(), group.getValue())))
                        .collect(Collectors.joining()));
        section(
                text,
                "EXIT STATUS",
                usage.exitCodeList().entrySet().stream()
                        .map(code -> item(code.getKey().strip(), code.getValue()))
                        .collect(Collectors.joining()));
        section(text, "ENVIRONMENT", items(Stream.concat(VARIABLES.stream(), ofServers())));
        section(text, "FILES", items(FILES.stream()));
        section(text, "EXAMPLES", examples(usage.footer()));
        section(text, "SEE ALSO", line(seeAlso(command)));
        return text.toString();
    }

    private static Stream<String> ofServers() {
        return BuiltInKinds.ALL.servers().stream()
                .map(kind -> "RALBENCH_" + kind.name().toUpperCase(Locale.ROOT))
                .map(name -> name + ", " + name + "_URL, " + name.replace("RALBENCH_", "RALBENCH_IMAGE_")
                        + ": the program of that server, one that runs already, or its image");
    }

    private static void section(StringBuilder page, String heading, String content) {
        if (!content.isEmpty()) {
            page.append(".SH \"").append(heading).append("\"\n").append(content);
        }
    }

    private static String subsection(String heading, List<OptionSpec> options) {
        return (heading.isEmpty() ? "" : ".SS \"" + escaped(heading) + "\"\n")
                + options.stream()
                        .map(option -> item(String.join(", ", option.names()) + value(option), described(option)))
                        .collect(Collectors.joining());
    }

    private static String synopsis(CommandSpec spec) {
        var operands = spec.positionalParameters().stream()
                .map(operand -> {
                    var several = operand.arity().max() > 1 ? operand.paramLabel() + "..." : operand.paramLabel();
                    return operand.arity().min() == 0 ? "[" + several + "]" : several;
                })
                .collect(Collectors.joining(" "));
        var command = spec.subcommands().isEmpty() ? "" : " COMMAND";
        return ".B " + escaped(spec.qualifiedName(" ")) + "\n" + line(("[OPTIONS]" + command + " " + operands).strip());
    }

    private static String described(ArgSpec argument) {
        return String.join(" ", argument.description());
    }

    private static String value(OptionSpec option) {
        return option.arity().max() == 0
                ? ""
                : option.arity().min() == 0 ? "[=" + option.paramLabel() + "]" : "=" + option.paramLabel();
    }

    /** Items that say what they are before a colon. */
    private static String items(Stream<String> items) {
        return items.map(item -> item.split(":\\s*", 2))
                .map(parts -> item(parts[0], parts[1]))
                .collect(Collectors.joining());
    }

    private static String item(String term, String text) {
        return ".TP\n.B " + escaped(term) + "\n" + line(text);
    }

    /** Lines of a help's end, of which those with a command are examples. */
    private static String examples(String... footer) {
        var lines = Stream.of(footer)
                .map(line -> line.replaceFirst("^.*Examples?: *", "").strip())
                .filter(line -> line.startsWith("ralbench "))
                .map(ManPages::line)
                .collect(Collectors.joining());
        return lines.isEmpty() ? "" : ".nf\n" + lines + ".fi\n";
    }

    private static String seeAlso(CommandLine command) {
        var related = visible(command).map(below -> name(below.getCommandSpec()) + "(1)");
        var parent = command.getParent();
        return Stream.concat(
                        parent == null ? Stream.empty() : Stream.of(name(parent.getCommandSpec()) + "(1)"), related)
                .collect(Collectors.joining(", "));
    }

    /** Text in a line of its own, no sign of which is a command of roff. */
    private static String line(String text) {
        var escaped = escaped(text.strip());
        return escaped.isEmpty()
                ? ""
                : (escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" : "") + escaped + "\n";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replace('\n', ' ');
    }
}
