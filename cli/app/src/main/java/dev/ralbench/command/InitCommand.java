package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.command.GroupedHelp.Group;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateDesign;
import dev.ralbench.gate.GateDraft;
import dev.ralbench.gate.GateFile;
import dev.ralbench.process.ShellWords;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.scenario.EnvironmentOverrides;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.ResolvedScenario;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.scenario.ScenarioSecrets;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.trial.Pace;
import dev.ralbench.trial.Runner;
import dev.ralbench.trial.TargetDefinitions;
import dev.ralbench.trial.calibration.Calibration;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
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
    private final ScenarioCatalog catalog;
    private final TargetCatalog targets;
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

    InitCommand(Console console, ScenarioCatalog catalog, TargetCatalog targets, Clock clock) {
        this.console = console;
        this.catalog = catalog;
        this.targets = targets;
        this.clock = clock;
    }

    /**
     * A measurement, and its gate file.
     *
     * @param source of the scenario, with its own variants
     * @param placed with one of them, or a build, as base and as head
     * @param variant of the source
     * @param gate whose design is used, with levels
     */
    private record Task(ParsedScenario source, ResolvedScenario placed, String variant, Gate gate, GateOutput file) {
        Scenario scenario() {
            return placed.scenario();
        }

        GateDesign design() {
            return gate.design();
        }
    }

    @Override
    public Integer call() {
        var task = task();
        check(task);
        return (isDryRun ? showPlan(task) : make(task)).code();
    }

    private Task task() {
        var source = catalog.find(scenario);
        var given = variants.over(Overrides.none());
        var options = EnvironmentOverrides.read(console.environment())
                .under(profile.map(given::withProfile).orElse(given));
        var twice = OneBuildTwice.of(source, options);
        var placed = source.resolve(twice.overrides());
        var resolved = placed.scenario();
        return new Task(
                source,
                placed,
                twice.like(),
                gate(resolved),
                GateOutput.of(output, scenario, resolved.name(), isForced));
    }

    private Gate gate(Scenario resolved) {
        var gate = GateFile.find(like, List.of());
        if (gate.design().shape() != GateDesign.Shape.ALTERNATING) {
            throw Failure.usage(
                    "--design " + like + ": is a gate of shape " + gate.design().shape(),
                    "gate init measures short windows that take turns",
                    "name one of shape: alternating, such as pr");
        }
        TurnOptions.checkClosed(resolved, "gate init");
        return gate.design().leavesLevels() ? gate.atLevels(TurnOptions.lowestAndHighest(resolved)) : gate;
    }

    /** Reports errors before anything is started. */
    private void check(Task task) {
        if (pairs < GateDraft.FEWEST_PAIRS || pairs > MOST_PAIRS) {
            throw Failure.usage(
                    "--pairs: must be from " + GateDraft.FEWEST_PAIRS + " to " + MOST_PAIRS + ", got " + pairs,
                    "",
                    "leave it out for " + PAIRS);
        }
        GateDraft.check(task.gate());
        task.file().checkName();
        sender.check(task.scenario());
        PlannedLevels.checkLimits(task.scenario(), IdenticalRun.design(task.design(), pairs));
        var definitions = new TargetDefinitions(targets);
        if (isDryRun) {
            task.placed().placing(() -> definitions.checkUse(task.scenario()));
        } else {
            task.placed().placing(() -> definitions.check(task.scenario()));
            var unused = ScenarioSecrets.read(task.scenario(), console.environment());
            task.file().checkPlace();
        }
    }

    private ExitCode showPlan(Task task) {
        var design = IdenticalRun.design(task.design(), pairs);
        var schedule = new RunOptions().schedule(task.scenario(), design);
        var placement = cpus.placement(task.scenario(), runtime.sources(console.environment()));
        DryRun.lines(task.scenario(), design, schedule, pairs, placement, pace(task))
                .forEach(console::say);
        console.out().println("gate: " + task.file().path());
        return ExitCode.OK;
    }

    private ExitCode make(Task task) {
        var measured = task.scenario();
        var placement = cpus.placement(measured, runtime.sources(console.environment()));
        var senders = sender.factory(measured, placement, clock);
        InsecureNote.of(measured).ifPresent(console::tell);
        RedactedNote.lines(measured).forEach(console::tell);
        var plan = new RunOptions()
                .plan(
                        measured,
                        IdenticalRun.design(task.design(), pairs),
                        IdenticalRun.WHILE_IT_IS_UP,
                        task.design().startUpCache(),
                        pace(task),
                        clock.now(),
                        clock.now(),
                        command());
        var session = new RunSession(
                clock,
                senders,
                Calibration.measured(clock),
                placement,
                display.progress(console),
                false,
                UnaryOperator.identity());
        var ended = session.make(plan, console, runtime, targets);
        ended.troubles().forEach(new Failures(console)::print);
        return switch (ended) {
            case RunSession.Stopped stopped -> {
                console.tell("no gate was written"
                        + stopped.measured()
                                .flatMap(Runner.Finished::file)
                                .map(file -> "; what was measured is in " + file)
                                .orElse(""));
                yield stopped.signal();
            }
            case RunSession.Complete complete -> {
                var run = complete.measured();
                run.file().ifPresent(file -> console.out().println("result: " + file));
                new GateDrafting(console, clock, bank())
                        .write(wanted(task), IdenticalRun.compared(run.result(), task.design()));
                yield complete.troubles().isEmpty() ? ExitCode.OK : ExitCode.ENVIRONMENT;
            }
        };
    }

    private GateDrafting.WantedGate wanted(Task task) {
        return new GateDrafting.WantedGate(task.scenario(), task.variant(), task.gate(), task.file(), next(task));
    }

    private List<String> next(Task task) {
        return GateUse.lines(
                ShellWords.quoted(scenario)
                        + profile.map(name -> " --profile " + name).orElse(""),
                task.source(),
                task.scenario().variants().getFirst(),
                task.variant(),
                variants.isGiven(),
                task.file().path());
    }

    private List<String> command() {
        return StoredCommand.of(spec.commandLine().getParseResult());
    }

    private Pace pace(Task task) {
        int variants = task.scenario().variants().size();
        return Pace.of(task.scenario(), bank(), variants, task.design().startUpCache());
    }

    private NoiseBank bank() {
        return NoiseBank.in(SessionResources.cache(console).root());
    }
}
