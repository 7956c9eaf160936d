package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.command.GroupedHelp.Group;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code ralbench capacity}: a run that searches, without the options that make no sense for one. */
final class CapacityCommand {
    /** Names of the search's options here. */
    static final String RANGE = "--range";

    static final String HOLD = "--hold";

    static final String NAME = "capacity";

    private static final List<String> OF_OTHER_RUNS = List.of(
            "--all",
            "--quick",
            "--users",
            "--rate",
            "--requests",
            "--duration",
            "--steps",
            "--hold",
            "--trace",
            "--speed",
            "--stop-after",
            "--abort-when",
            "--gate",
            "--no-base",
            "--attempt",
            "--order",
            "--levels",
            "--windows",
            "--window-length",
            "--lead-in",
            "--warm-up-limit",
            "--start-up-cache");

    /** The groups of its help. */
    private static final List<Group> GROUPS = List.of(
            new Group(
                    "What is measured",
                    List.of("--scenario", "--variant", "--method", "--header", "--body"),
                    List.of(
                            "--profile",
                            "--directory",
                            "--label",
                            "--status",
                            "--follow",
                            "--pid",
                            "--ca",
                            "--insecure",
                            "--keep-going")),
            new Group(
                    "Search",
                    List.of("--slo", "--range", "--hold", "--trials"),
                    List.of("--think", "--timeout", "--warm-up", "--seed")),
            GroupedHelp.MACHINE,
            GroupedHelp.AGENTS,
            GroupedHelp.OUTPUT);

    private CapacityCommand() {}

    static CommandLine of(Console console, ScenarioCatalog catalog, Session session, Clock clock) {
        var command = new CommandLine(RunCommand.searching(console, catalog, session, clock));
        var spec = command.getCommandSpec().name(NAME);
        spec.usageMessage()
                .description(
                        "Finds how many users each variant of a scenario can take: adds users until the variant misses"
                                + " an objective at two levels in a row, then looks closer between the levels met and"
                                + " missed. ralbench compare tells two searches apart.")
                .footer(
                        "",
                        "Examples: ralbench capacity delay-200 --slo p99=300ms",
                        "          ralbench capacity http://127.0.0.1:8080/products/42 --slo p99=50ms --slo errors=0.1%%");
        OF_OTHER_RUNS.forEach(name -> spec.remove(spec.findOption(name)));
        // The names of these options in {@code run} still work.
        replace(
                spec,
                List.of(RANGE, "--find-capacity"),
                "With how many users the search begins and ends; it adds 26 %% at a time, and 6 %% near the knee"
                        + " (default: "
                        + RunRequest.CAPACITY_RANGE + ").");
        replace(
                spec,
                List.of(HOLD, "--capacity-hold"),
                "Length of a level (default: " + RunRequest.CAPACITY_HOLD + ").");
        replace(
                spec,
                List.of("--slo"),
                "The objective, such as p99=200ms or errors=1%%. May be given several times (default: the"
                        + " scenario's expect).");
        return command;
    }

    /** Gives it its help, once all its options are there. */
    static void addHelp(CommandLine command) {
        GroupedHelp.addTo(command, GROUPS);
    }

    /** Gives an option of a run the names and the description that it has in a search; the last name is that of the run. */
    private static void replace(CommandSpec spec, List<String> names, String description) {
        var option = spec.findOption(names.getLast());
        spec.remove(option);
        spec.addOption(OptionSpec.builder(option)
                .names(names.toArray(String[]::new))
                .description(description)
                .build());
    }
}
