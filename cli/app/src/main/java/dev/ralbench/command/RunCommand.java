package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dashboard.Dashboard;
import dev.ralbench.fleet.FleetGenerators;
import dev.ralbench.fleet.FleetTargets;
import dev.ralbench.monitoring.Monitoring;
import dev.ralbench.report.RunTable;
import dev.ralbench.report.SummaryTable;
import dev.ralbench.result.RunResult;
import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.session.PlannedRun;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.trial.FinishedRun;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
    private final Session session;
    private final Clock clock;

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

    @Mixin
    private AgentOptions agents = new AgentOptions();

    @Option(names = "--dry-run", description = "Print the timeline and the time it takes; start nothing.")
    private boolean isDryRun;

    @Option(names = "--details", description = "Also print the view inside the targets.")
    private boolean isDetailed;

    @Mixin
    private DashboardOption dashboard = new DashboardOption();

    @Mixin
    private MonitoringOptions monitoring = new MonitoringOptions();

    @Mixin
    private DisplayOptions display = new DisplayOptions();

    RunCommand(Console console, ScenarioCatalog catalog, Session session, Clock clock) {
        this.console = console;
        this.catalog = catalog;
        this.session = session;
        this.clock = clock;
    }

    /** A run that searches for capacity. */
    static RunCommand searching(Console console, ScenarioCatalog catalog, Session session, Clock clock) {
        var run = new RunCommand(console, catalog, session, clock);
        run.options.searchAlways();
        return run;
    }

    /** Runs them one after the other. If one fails, the others are measured nevertheless. */
    @Override
    public Integer call() {
        agents.check();
        var planned = plans(); // errors show before anything is started
        if (isDryRun) {
            planned.forEach(this::showPlan);
            return ExitCode.OK.code();
        }
        var targets = agents.joinTargets(clock);
        try {
            return sent(planned.stream()
                    .map(plan -> targets.map(plan::withTargetsOn).orElse(plan))
                    .toList());
        } finally {
            targets.ifPresent(FleetTargets::close);
        }
    }

    private int sent(List<PlannedRun> planned) {
        var joined = agents.join(clock);
        try (var monitored = monitoring.open(console, clock)) {
            return call(
                    joined.map(fleet -> planned.stream()
                                    .map(plan -> plan.sentBy(fleet))
                                    .toList())
                            .orElse(planned),
                    monitored);
        } finally {
            joined.ifPresent(FleetGenerators::close);
        }
    }

    private int call(List<PlannedRun> planned, Monitoring monitored) {
        var opened = dashboard.open(
                console, planned.stream().map(plan -> plan.scenario().name()).toList());
        try {
            var runs = new ArrayList<RunEnd>();
            var asked =
                    Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
            for (var plan : planned) {
                var scenario = plan.scenario().name();
                if (planned.size() > 1) {
                    display.notes(console)
                            .accept("scenario %d of %d: %s".formatted(runs.size() + 1, planned.size(), scenario));
                }
                opened.ifPresent(Dashboard::scenarioBegins);
                try {
                    runs.add(run(plan.askedAt(asked), opened, monitored));
                } catch (Failure failure) {
                    opened.ifPresent(shown -> shown.scenarioFails(scenario + ": " + failure.what()));
                    new Failures(console).print(failure);
                    runs.add(new RunEnd(ExitCode.of(failure.kind()), scenario, Optional.empty()));
                }
                asked = clock.now();
                if (runs.getLast().exit().isSignal()) {
                    break;
                }
            }
            if (planned.size() > 1 && !display.isVerdictOnly()) {
                summary(runs).forEach(console.out()::println);
            }
            return runs.stream()
                    .map(RunEnd::exit)
                    .reduce(ExitCode.OK, ExitCode::worse)
                    .code();
        } finally {
            opened.ifPresent(Dashboard::close);
        }
    }

    private List<PlannedRun> plans() {
        var names = names();
        options.check(names.size());
        dashboard.check();
        monitoring.check(console);
        if (dashboard.isGiven()) {
            options.outputs().checkPage();
        }
        var requests = names.stream().map(this::request).toList();
        return isDryRun ? session.preview(requests) : session.plan(requests);
    }

    private RunRequest request(String name) {
        return agents.addTo(scenarioOptions.addTo(
                        cpus.addTo(sender.addTo(runtime.addTo(options.addTo(RunRequest.of(name)))))))
                .command(commandLine(spec));
    }

    /** What was typed. */
    static List<String> commandLine(CommandSpec spec) {
        var typed = spec.commandLine().getParseResult().originalArgs();
        return Stream.concat(Stream.of("ralbench"), typed.stream()).toList();
    }

    private void showPlan(PlannedRun planned) {
        DryRun.lines(planned).forEach(console::say);
        if (planned.startUpCache()) {
            console.say("before it: each build under load for its start-up cache, one to two minutes for all"
                    + " of them, and once per build");
        }
    }

    /**
     * A run that has ended, one of several.
     *
     * @param result empty if nothing was measured
     */
    private record RunEnd(ExitCode exit, String scenario, Optional<RunResult> result) {}

    /** The findings of all runs in one table, and what was not measured. */
    private List<String> summary(List<RunEnd> runs) {
        var page = display.page(console);
        var results = runs.stream().flatMap(run -> run.result().stream()).toList();
        var lines = new ArrayList<>(List.of(""));
        if (!results.isEmpty()) {
            lines.addAll(SummaryTable.render(results, page));
        }
        var missing = runs.stream()
                .filter(run -> run.result().isEmpty())
                .map(RunEnd::scenario)
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            lines.addAll(page.fitted("not measured: " + missing + "; the reasons are above"));
        }
        return lines;
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

    private RunEnd run(PlannedRun asked, Optional<Dashboard> opened, Monitoring monitored) {
        var scenario = asked.scenario();
        var gate = asked.gate();
        ScenarioNotes.beforeRun(scenario).forEach(console::tell);
        var planned =
                opened.map(shown -> asked.watchedBy(new GateDisplay(shown))).orElse(asked);
        var ended = new ForegroundRun(session, planned, display.progress(console))
                .run(
                        console.terminal().isOne() && isTablePrinted(gate.isPresent()),
                        listener -> monitored.following(
                                opened.map(shown -> shown.following(listener)).orElse(listener)));
        return switch (ended) {
            case ForegroundRun.Stopped stopped -> {
                stopped.measured().ifPresent(measured -> print(measured, gate.isPresent()));
                stopped.troubles().forEach(new Failures(console)::print);
                stopped.measured().flatMap(FinishedRun::file).ifPresent(this::tellReports);
                gate.flatMap(undecided -> stopped.measured())
                        .flatMap(FinishedRun::file)
                        .ifPresent(this::tellUndecided);
                stopped.measured()
                        .filter(measured -> opened.isPresent())
                        .ifPresent(measured -> new RunConclusion(
                                        console, session.noise(), display, List.of(), page(measured), opened)
                                .tellStopped(measured.result(), scenario));
                yield new RunEnd(
                        stopped.signal(), scenario.name(), stopped.measured().map(FinishedRun::result));
            }
            case ForegroundRun.Complete complete -> {
                print(complete.measured(), gate.isPresent());
                complete.troubles().forEach(new Failures(console)::print);
                var page = page(complete.measured());
                var exit = new RunConclusion(
                                console,
                                session.noise(),
                                display,
                                options.outputs().reports(),
                                page,
                                opened)
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
    private Optional<Path> page(FinishedRun measured) {
        return measured.file()
                .filter(file ->
                        dashboard.isGiven() && file.equals(measured.names().resultPath()))
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

    private boolean isTablePrinted(boolean isGated) {
        return !display.isVerdictOnly() && (!isGated || isDetailed);
    }

    /** A gate's run is read in the comparison that follows; its own table is a detail. */
    private void print(FinishedRun run, boolean isGated) {
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
