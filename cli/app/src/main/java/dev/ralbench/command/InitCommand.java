package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.command.GroupedHelp.Group;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateDesign;
import dev.ralbench.gate.GateDraft;
import dev.ralbench.gate.GateFile;
import dev.ralbench.process.ShellWords;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.session.PlannedLevels;
import dev.ralbench.session.PlannedRun;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.trial.FinishedRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a gate file for a scenario. */
@Command(
        name = InitCommand.NAME,
        description = "Writes a gate file for a scenario: measures one variant against itself in a few pairs, keeps the"
                + " metrics that have data, and gives each rule the narrowest margin that its noise allows.",
        footer = {
            "",
            "Examples: ralbench gate init shop.yaml",
            "          ralbench gate init delay-200 --variant reactive -o gates/delay-200.yaml"
        })
final class InitCommand implements Callable<Integer> {
    static final String NAME = "init";

    private static final List<Group> GROUPS = List.of(
            new Group(
                    "What is measured",
                    List.of("--variant", "--profile", "--pairs", "--design"),
                    List.of("--directory", "--label", "--insecure")),
            GroupedHelp.MACHINE,
            new Group(
                    "Output",
                    List.of("--output", "--force", "--dry-run", "--quiet"),
                    List.of("--color", "--ascii", "--help", "--version")));

    private static final String PAIRS = "6";
    private static final int MOST_PAIRS = 1000;

    private final Console console;
    private final Session session;
    private final Clock clock;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "SCENARIO", description = "A built-in scenario (ralbench list), or a YAML file.")
    private String scenario = "";

    @Mixin
    private VariantOptions variants = new VariantOptions();

    @Option(names = "--profile", paramLabel = "NAME", description = "Use this profile of the scenario.")
    private Optional<String> profile = Optional.empty();

    @Option(
            names = "--pairs",
            paramLabel = "N",
            defaultValue = PAIRS,
            description = "Pairs to measure (default: ${DEFAULT-VALUE}). More of them allow narrower margins.")
    private int pairs;

    @Option(
            names = "--design",
            paramLabel = "NAME|FILE",
            description = "The gate whose design and decision are used, of shape alternating (default:"
                    + " ${DEFAULT-VALUE}).")
    private String like = "pr";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The gate file (default: SCENARIO-gate.yaml, next to the scenario's file).")
    private Optional<Path> output = Optional.empty();

    @Option(names = "--force", description = "Replace the file if there is one.")
    private boolean isForced;

    @Option(names = "--dry-run", description = "Print what would be measured and how long it takes; start nothing.")
    private boolean isDryRun;

    @Mixin
    private RuntimeOptions runtime = new RuntimeOptions();

    @Mixin
    private SenderOptions sender = new SenderOptions();

    @Mixin
    private CpuOptions cpus = new CpuOptions();

    @Mixin
    private DisplayOptions display = new DisplayOptions();

    /** The help, once the command has all its options. */
    static void addHelp(CommandLine command) {
        GroupedHelp.addTo(command, GROUPS);
    }

    InitCommand(Console console, Session session, Clock clock) {
        this.console = console;
        this.session = session;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        var request = request();
        var resolved = session.resolve(request).scenario();
        var gate = gate(resolved);
        var file = YamlOutput.of(output, scenario, resolved.name(), isForced);
        if (pairs < GateDraft.FEWEST_PAIRS || pairs > MOST_PAIRS) {
            throw Failure.usage(
                    "--pairs: must be from " + GateDraft.FEWEST_PAIRS + " to " + MOST_PAIRS + ", got " + pairs,
                    "",
                    "leave it out for " + PAIRS);
        }
        GateDraft.check(gate);
        file.checkName();
        var asGate = asGate(request, gate.design());
        if (isDryRun) {
            DryRun.lines(session.preview(asGate)).forEach(console::say);
            console.out().println("gate: " + file.path());
            return ExitCode.OK.code();
        }
        var planned = session.plan(asGate);
        file.checkPlace();
        return make(planned, gate, file).code();
    }

    private RunRequest request() {
        var request = variants.addTo(cpus.addTo(sender.addTo(runtime.addTo(RunRequest.of(scenario)))))
                .againstItself()
                .command(RunCommand.commandLine(spec));
        return profile.map(request::profile).orElse(request);
    }

    private Gate gate(Scenario resolved) {
        var gate = GateFile.find(like, List.of());
        if (gate.design().shape() != GateDesign.Shape.ALTERNATING) {
            throw Failure.usage(
                    "--design " + like + ": is a gate of shape " + gate.design().shape(),
                    "gate init measures short windows that take turns",
                    "name one of shape: alternating, such as pr");
        }
        PlannedLevels.checkClosed(resolved, "gate init");
        return gate.design().leavesLevels() ? gate.atLevels(PlannedLevels.lowestAndHighest(resolved)) : gate;
    }

    /** The windows of the gate, and as many pairs as requested. */
    private RunRequest asGate(RunRequest request, GateDesign gate) {
        var paired =
                gate.turns().map(request::turns).orElse(request).trials(pairs).rule(GateDrafting.WHILE_IT_IS_UP);
        return gate.startUpCache() ? paired.startUpCache() : paired;
    }

    private ExitCode make(PlannedRun planned, Gate gate, YamlOutput file) {
        ScenarioNotes.insecure(planned.scenario()).ifPresent(console::tell);
        ScenarioNotes.redacted(planned.scenario().requests()).forEach(console::tell);
        var ended = new ForegroundRun(session, planned, display.progress(console)).run();
        ended.troubles().forEach(new Failures(console)::print);
        return switch (ended) {
            case ForegroundRun.Stopped stopped -> {
                console.tell("no gate was written"
                        + stopped.measured()
                                .flatMap(FinishedRun::file)
                                .map(result -> "; what was measured is in " + result)
                                .orElse(""));
                yield stopped.signal();
            }
            case ForegroundRun.Complete complete -> {
                var run = complete.measured();
                run.file().ifPresent(result -> console.out().println("result: " + result));
                new GateDrafting(console, clock, session.noise()).write(wanted(planned, gate, file), run.result());
                yield complete.troubles().isEmpty() ? ExitCode.OK : ExitCode.ENVIRONMENT;
            }
        };
    }

    private GateDrafting.WantedGate wanted(PlannedRun planned, Gate gate, YamlOutput file) {
        var named = ShellWords.quoted(scenario)
                + profile.map(name -> " --profile " + name).orElse("");
        return new GateDrafting.WantedGate(
                named, planned.source(), planned.scenario(), planned.like(), variants.isGiven(), gate, file);
    }
}
