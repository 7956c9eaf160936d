package dev.ralbench.command;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_PARAMETER_LIST;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The help of a command with many options, under headings. One screen of common options, a sentence each, unless
 * {@code --all} asks for everything.
 */
final class GroupedHelp implements IHelpSectionRenderer {
    private static final String ALL = "--all";
    /** The text next to {@code --help}. */
    static final String WITH_HELP = "With --help: every option, and the exit codes.";

    private final List<Group> groups;

    private GroupedHelp(List<Group> groups) {
        this.groups = List.copyOf(groups);
    }

    /**
     * Options that belong together, each by one of its names.
     *
     * @param usual those of the one screen
     * @param more those that {@code --all} adds
     */
    record Group(String heading, List<String> usual, List<String> more) {
        Group {
            usual = List.copyOf(usual);
            more = List.copyOf(more);
        }

        Stream<String> all() {
            return Stream.concat(usual.stream(), more.stream());
        }
    }

    static final Group MACHINE = new Group(
            "Machine, dependencies",
            List.of("--cpus", "--runtime"),
            Stream.of(
                            Stream.of("--fair"),
                            ServerOptions.names().stream(),
                            Stream.of("--event-loops", "--transport", "--sender", "--calibrate"))
                    .flatMap(names -> names)
                    .toList());

    static final Group AGENTS = new Group(
            "Other machines that send the load, or have the targets",
            List.of(),
            List.of("--agents", "--target-agent", "--fleet-key", "--agent-command", "--wait-for-agents"));

    static final Group OUTPUT = new Group(
            "Output",
            List.of("--output", "--dashboard", "--metrics", "--details", "--dry-run", "--quiet"),
            List.of("--otlp", "--color", "--ascii", "--help", "--version"));

    /** The groups of {@code run}. */
    static final List<Group> OF_RUN = List.of(
            new Group(
                    "What is measured",
                    List.of(
                            "--scenario",
                            "--all",
                            "--variant",
                            "--quick",
                            "--method",
                            "--header",
                            "--body",
                            "--status",
                            "--follow",
                            "--pid"),
                    List.of("--profile", "--directory", "--label", "--ca", "--insecure", "--keep-going")),
            new Group(
                    "Load",
                    List.of("--users", "--rate", "--requests", "--duration"),
                    List.of(
                            "--steps",
                            "--hold",
                            "--trace",
                            "--speed",
                            "--think",
                            "--timeout",
                            "--stop-after",
                            "--abort-when",
                            "--warm-up")),
            new Group(
                    "Trials",
                    List.of("--trials"),
                    List.of(
                            "--order",
                            "--levels",
                            "--windows",
                            "--window-length",
                            "--lead-in",
                            "--warm-up-limit",
                            "--start-up-cache",
                            "--seed")),
            new Group("Gate", List.of("--gate"), List.of("--no-base", "--attempt", "--neutral-exit")),
            new Group("Search for capacity", List.of("--find-capacity", "--slo"), List.of("--capacity-hold")),
            MACHINE,
            AGENTS,
            OUTPUT);

    /**
     * Gives a command such a help.
     *
     * @param others heading of all options without a group, which only {@code --all} shows
     */
    static void addTo(CommandLine command, List<Group> groups, String others) {
        addTo(
                command,
                Stream.concat(
                                groups.stream(),
                                Stream.of(new Group(others, List.of(), ungrouped(command.getCommandSpec(), groups))))
                        .toList());
    }

    /** Gives a command such a help. */
    static void addTo(CommandLine command, List<Group> groups) {
        var spec = command.getCommandSpec();
        checkThatEachHasAGroup(spec, groups);
        if (spec.findOption(ALL) == null) { // some have one of their own, which says both
            spec.addOption(OptionSpec.builder(ALL)
                    .type(boolean.class)
                    .description(WITH_HELP)
                    .build());
        }
        var help = new GroupedHelp(groups);
        var sections = spec.usageMessage().sectionMap();
        sections.put(SECTION_KEY_OPTION_LIST, help);
        for (var section :
                List.of(SECTION_KEY_EXIT_CODE_LIST_HEADING, SECTION_KEY_EXIT_CODE_LIST, SECTION_KEY_PARAMETER_LIST)) {
            sections.computeIfPresent(
                    section, (key, usual) -> whole -> isFull(whole.commandSpec()) ? usual.render(whole) : "");
        }
    }

    /** An option that is in no group would be in no help. */
    private static void checkThatEachHasAGroup(CommandSpec spec, List<Group> groups) {
        var others = ungrouped(spec, groups);
        if (!others.isEmpty() || groups.stream().flatMap(Group::all).anyMatch(name -> spec.findOption(name) == null)) {
            throw new IllegalStateException("options without a group in the help of " + spec.name() + ": " + others);
        }
    }

    private static List<String> ungrouped(CommandSpec spec, List<Group> groups) {
        var grouped = groups.stream().flatMap(Group::all).map(spec::findOption).toList();
        return visible(spec)
                .filter(option -> !grouped.contains(option))
                .map(OptionSpec::longestName)
                .toList();
    }

    private static boolean isFull(CommandSpec spec) {
        return Boolean.TRUE.equals(spec.findOption(ALL).getValue());
    }

    /**
     * All visible options of a command by their headings, in the order of its help; those without a group, such as
     * {@code --all}, with the last one. All under an empty heading if it has no such help.
     */
    static SequencedMap<String, List<OptionSpec>> options(CommandSpec spec) {
        var all = new LinkedHashMap<String, List<OptionSpec>>();
        if (!(spec.usageMessage().sectionMap().get(SECTION_KEY_OPTION_LIST) instanceof GroupedHelp help)) {
            all.put("", visible(spec).toList());
            return all;
        }
        help.groups.forEach(group ->
                all.put(group.heading(), group.all().map(spec::findOption).collect(Collectors.toList())));
        ungrouped(spec, help.groups).forEach(name -> all.lastEntry().getValue().add(spec.findOption(name)));
        return all;
    }

    private static Stream<OptionSpec> visible(CommandSpec spec) {
        return spec.options().stream().filter(option -> !option.hidden());
    }

    @Override
    public String render(Help help) {
        var spec = help.commandSpec();
        var text = new StringBuilder();
        for (var group : groups) {
            if (group.usual().isEmpty() && !isFull(spec)) {
                continue;
            }
            text.append('\n').append(group.heading()).append(":\n").append(options(help, spec, group));
        }
        if (!isFull(spec)) {
            text.append("\nEvery option, and the exit codes: ")
                    .append(spec.qualifiedName())
                    .append(" --help --all\n");
        }
        return text.toString();
    }

    private static String options(Help help, CommandSpec spec, Group group) {
        var shown = new ArrayList<OptionSpec>();
        if (isFull(spec)) {
            group.all().map(spec::findOption).forEach(shown::add);
        } else {
            group.usual().stream()
                    .map(name -> withOneSentence(spec.findOption(name)))
                    .forEach(shown::add);
        }
        var layout = help.createDefaultLayout();
        shown.forEach(option -> layout.addOption(option, help.parameterLabelRenderer()));
        return layout.toString();
    }

    private static OptionSpec withOneSentence(OptionSpec option) {
        var text = String.join(" ", option.description());
        int end = text.indexOf(". ");
        return end < 0
                ? option
                : OptionSpec.builder(option)
                        .description(
                                text.substring(0, end + 1).replace("%", "%%")) // the result has no escapes any more
                        .build();
    }
}
