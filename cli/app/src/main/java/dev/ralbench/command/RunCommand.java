package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dashboard.Dashboard;
import dev.ralbench.placement.Placement;
import dev.ralbench.report.RunTable;
import dev.ralbench.result.Design;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.ResolvedScenario;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.scenario.ScenarioSecrets;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.trial.BlockRule;
import dev.ralbench.trial.Pace;
import dev.ralbench.trial.RunListener;
import dev.ralbench.trial.RunPlan;
import dev.ralbench.trial.Runner;
import dev.ralbench.trial.TargetDefinitions;
import dev.ralbench.trial.calibration.Calibration;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures the variants of a scenario. */
@Command(
        name = "run",
        description =
                "Runs a scenario: starts its targets, applies the load to each, measures them from inside, prints a"
                        + " table and writes a result file.",
        footer = {
            "",
            "Examples: ralbench run --scenario delay-200 --quick",
            "          ralbench run --all --quick",
            "          ralbench run http://127.0.0.1:8080/products/42 -u 50 -d 10s",
            "          ralbench run --scenario ./my.yaml --trials 3 -o today.json",
            "          ralbench run --scenario ./my.yaml --cpus generator=0 target=1-3",
            "          ralbench run --scenario ./my.yaml --trials 12 --order alternating --levels 256,1024"
        })
final class RunCommand implements Callable<Integer> {
    private final Console console;
    private final ScenarioCatalog catalog;
    private final TargetCatalog targets;
    private final Clock clock;
    private final Calibration calibration;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-s", "--scenario"},
            paramLabel = "NAME|FILE",
            description = "A built-in scenario (ralbench list), a YAML file, or the URL of a request; may be given"
                    + " several times.")
    private List<String> scenarios = List.of();

    @Parameters(paramLabel = "SCENARIO", arity = "0..*", description = "A scenario, as with --scenario.")
    private List<String> moreScenarios = List.of();

    @Option(
            names = "--all",
            description = "Every built-in scenario, and at the end one table of all. " + GroupedHelp.WITH_HELP)
    private boolean isAll;

    @Mixin
    private ScenarioOptions scenarioOptions = new ScenarioOptions();

    @Mixin
    private RunOptions options = new RunOptions();

    @Mixin
    private RuntimeOptions runtime = new RuntimeOptions();

    @Mixin
    private SenderOptions sender = new SenderOptions();

    @Mixin
    private CpuOptions cpus = new CpuOptions();

    @Option(names = "--dry-run", description = "Print the timeline and the time it takes; start nothing.")
    private boolean isDryRun;

    @Option(names = "--details", description = "Also print the view inside the targets.")
    private boolean isDetailed;

    @Mixin
    private DashboardOption dashboard = new DashboardOption();

    @Mixin
    private DisplayOptions display = new DisplayOptions();

    RunCommand(Console console, ScenarioCatalog catalog, TargetCatalog targets, Clock clock, Calibration calibration) {
        this.console = console;
        this.catalog = catalog;
        this.targets = targets;
        this.clock = clock;
        this.calibration = calibration;
    }

    /** A run that searches for capacity. */
    static RunCommand searching(
            Console console, ScenarioCatalog catalog, TargetCatalog targets, Clock clock, Calibration calibration) {
        var run = new RunCommand(console, catalog, targets, clock, calibration);
        run.options.searchAlways();
        return run;
    }

    @Override
    public Integer call() {
        var placed = resolve();
        var resolved = placed.stream().map(ResolvedScenario::scenario).toList();
        resolved.forEach(sender::check);
        resolved.forEach(this::check); // errors show before anything is started
        var definitions = new TargetDefinitions(targets);
        resolved.forEach(this::placement);
        Consumer<Scenario> check = isDryRun ? definitions::checkUse : definitions::check;
        placed.forEach(each -> each.placing(() -> check.accept(each.scenario())));
        if (!isDryRun) {
            resolved.forEach(scenario -> ScenarioSecrets.read(scenario, console.environment()));
        }
        return isDryRun ? showPlans(resolved) : run(resolved);
    }

    private int showPlans(List<Scenario> scenarios) {
        scenarios.forEach(this::showPlan);
        return ExitCode.OK.code();
    }

    private int run(List<Scenario> resolved) {
        var opened =
                dashboard.open(console, resolved.stream().map(Scenario::name).toList());
        try {
            return run(resolved, opened);
        } finally {
            opened.ifPresent(Dashboard::close);
        }
    }

    /** Runs the scenarios one after the other. If one fails, the others are measured nevertheless. */
    private int run(List<Scenario> resolved, Optional<Dashboard> opened) {
        var runs = new ArrayList<RunEnd>();
        var asked = Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
        for (var scenario : resolved) {
            if (resolved.size() > 1) {
                display.notes(console)
                        .accept("scenario %d of %d: %s".formatted(runs.size() + 1, resolved.size(), scenario.name()));
            }
            opened.ifPresent(Dashboard::scenarioBegins);
            var run = attempt(scenario, asked, opened);
            asked = clock.now();
            runs.add(run);
            if (run.exit().isSignal()) {
                break;
            }
        }
        if (resolved.size() > 1 && !display.isVerdictOnly()) {
            RunSummary.lines(runs, display.page(console)).forEach(console.out()::println);
        }
        return runs.stream()
                .map(RunEnd::exit)
                .reduce(ExitCode.OK, ExitCode::worse)
                .code();
    }

    private RunEnd attempt(Scenario scenario, Instant asked, Optional<Dashboard> opened) {
        try {
            return run(scenario, asked, opened);
        } catch (Failure failure) {
            opened.ifPresent(shown -> shown.scenarioFails(scenario.name() + ": " + failure.what()));
            new Failures(console).print(failure);
            return new RunEnd(ExitCode.of(failure.kind()), scenario.name(), Optional.empty());
        }
    }

    private void check(Scenario scenario) {
        var gate = options.gate(scenario, clock);
        PlannedLevels.checkLimits(scenario, design(scenario, gate));
        if (gate.isEmpty()) {
            options.outputs().checkReports(scenario);
        }
    }

    private List<ResolvedScenario> resolve() {
        var names = names();
        options.check(names.size(), scenarioOptions.ofShape());
        dashboard.check();
        if (dashboard.isGiven()) {
            options.outputs().checkPage();
        }
        return names.stream().map(this::resolve).toList();
    }

    private List<String> names() {
        var given = Stream.concat(scenarios.stream(), moreScenarios.stream()).toList();
        if (isAll && !given.isEmpty()) {
            throw Failure.usage("--all and " + given.getFirst() + " exclude each other", "", "leave one of them out");
        }
        if (!isAll && given.isEmpty()) {
            throw Failure.usage("no scenario given", "", "ralbench run --scenario NAME; ralbench list shows the names");
        }
        return isAll ? catalog.builtIns().stream().map(ParsedScenario::name).toList() : given;
    }

    private ResolvedScenario resolve(String name) {
        var environment = console.environment();
        var scenario = scenarioOptions.resolve(catalog, name, environment, options.control());
        options.checkLoad(scenarioOptions.ofLoad(), () -> scenarioOptions.isOpenByItself(catalog, name, environment));
        return scenario;
    }

    private void showPlan(Scenario scenario) {
        var gate = options.gate(scenario, clock);
        var design = design(scenario, gate);
        int usual = gate.map(GatedRun::usualBlocks).orElse(design.looks().getLast());
        var schedule = options.schedule(scenario, design);
        DryRun.lines(scenario, design, schedule, usual, placement(scenario), pace(scenario, gate))
                .forEach(console::say);
        if (options.startUpCache(gate)) {
            console.say("before it: each build under load for its start-up cache, one to two minutes for all"
                    + " of them, and once per build");
        }
    }

    private RunEnd run(Scenario scenario, Instant asked, Optional<Dashboard> opened) {
        var gate = options.gate(scenario, clock);
        var placement = placement(scenario);
        var senders = sender.factory(scenario, placement, clock);
        InsecureNote.of(scenario).ifPresent(console::tell);
        RedactedNote.lines(scenario).forEach(console::tell);
        SameVariantsNote.lines(scenario).forEach(console::tell);
        var plan = plan(scenario, gate, asked, opened);
        var session = new RunSession(
                clock,
                senders,
                calibration,
                placement,
                display.progress(console),
                console.terminal().isOne() && isTablePrinted(gate.isPresent()),
                opened.<UnaryOperator<RunListener>>map(shown -> shown::following)
                        .orElse(UnaryOperator.identity()));
        var ended = session.make(plan, console, runtime, targets);
        return switch (ended) {
            case RunSession.Stopped stopped -> {
                stopped.measured().ifPresent(measured -> print(measured, gate.isPresent()));
                stopped.troubles().forEach(new Failures(console)::print);
                stopped.measured().flatMap(Runner.Finished::file).ifPresent(this::tellReports);
                gate.flatMap(undecided -> stopped.measured())
                        .flatMap(Runner.Finished::file)
                        .ifPresent(this::tellUndecided);
                stopped.measured()
                        .filter(measured -> opened.isPresent())
                        .ifPresent(
                                measured -> new RunConclusion(console, display, List.of(), page(measured, plan), opened)
                                        .tellStopped(measured.result(), scenario));
                yield new RunEnd(
                        stopped.signal(), scenario.name(), stopped.measured().map(Runner.Finished::result));
            }
            case RunSession.Complete complete -> {
                print(complete.measured(), gate.isPresent());
                complete.troubles().forEach(new Failures(console)::print);
                var page = page(complete.measured(), plan);
                var exit = new RunConclusion(console, display, options.outputs().reports(), page, opened)
                        .tell(complete.measured().result(), scenario, gate, clock.now());
                yield new RunEnd(
                        complete.troubles().isEmpty() ? exit : ExitCode.ENVIRONMENT,
                        scenario.name(),
                        Optional.of(complete.measured().result()));
            }
        };
    }

    /**
     * The page of a run that browsers follow, if no other is named. None next to a result that had to go elsewhere: that
     * one is kept from other users.
     */
    private Optional<Path> page(Runner.Finished measured, RunPlan plan) {
        return measured.file()
                .filter(file -> dashboard.isGiven() && file.equals(plan.names().resultPath()))
                .flatMap(options.outputs()::pageOf);
    }

    /** Of a run that was stopped, the user decides whether reports are wanted. */
    private void tellReports(Path file) {
        options.outputs()
                .reportsOfARun(file)
                .ifPresent(command -> console.tell(
                        "stopped before the reports were written; of what was measured, " + command + " writes them"));
    }

    private void tellUndecided(Path file) {
        var gate = spec.commandLine().getParseResult().matchedOptionValue("--gate", Optional.<String>empty());
        console.tell("stopped before the gate decided; of whole blocks, ralbench compare " + file + " --gate "
                + gate.orElse("") + " says what is known");
    }

    private Placement placement(Scenario scenario) {
        return cpus.placement(scenario, runtime.sources(console.environment()));
    }

    private Design design(Scenario scenario, Optional<GatedRun> gate) {
        return gate.map(GatedRun::design).orElseGet(() -> options.design(scenario));
    }

    private RunPlan plan(Scenario scenario, Optional<GatedRun> gate, Instant asked, Optional<Dashboard> opened) {
        var command = StoredCommand.of(spec.commandLine().getParseResult());
        var rule = gate.map(decides -> opened.map(shown -> decides.rule(new GateDisplay(shown)))
                        .orElseGet(decides::rule))
                .orElse(BlockRule.ALL);
        return options.plan(
                scenario,
                design(scenario, gate),
                rule,
                options.startUpCache(gate),
                pace(scenario, gate),
                asked,
                clock.now(),
                command);
    }

    private Pace pace(Scenario scenario, Optional<GatedRun> gate) {
        var bank = NoiseBank.in(SessionResources.cache(console).root());
        return Pace.of(scenario, bank, scenario.variants().size(), options.startUpCache(gate));
    }

    private boolean isTablePrinted(boolean isGated) {
        return !display.isVerdictOnly() && (!isGated || isDetailed);
    }

    /** A gate's run is read in the comparison that follows; its own table is a detail. */
    private void print(Runner.Finished run, boolean isGated) {
        var file = run.file();
        if (display.isVerdictOnly()) {
            QuietSummary.lines(run.result(), file).forEach(console.out()::println);
            return;
        }
        if (!isTablePrinted(isGated)) {
            file.ifPresent(path -> console.out().println("result: " + path));
            return;
        }
        var detail = isDetailed ? RunTable.Detail.FULL : RunTable.Detail.SHORT;
        new RunTable(run.result(), detail).render(display.page(console), file).forEach(console.out()::println);
    }
}
