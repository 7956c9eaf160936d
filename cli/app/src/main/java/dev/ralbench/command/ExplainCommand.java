package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.command.GroupedHelp.Group;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateExplanation;
import dev.ralbench.gate.GateExplanation.Load;
import dev.ralbench.gate.GateFile;
import dev.ralbench.gate.GatePower;
import dev.ralbench.gate.NoiseRecord;
import dev.ralbench.gate.RelativeRule;
import dev.ralbench.load.Level;
import dev.ralbench.report.GatePowerTable;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.result.SelfTestFile;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.session.GatedRun;
import dev.ralbench.session.PlannedLevels;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.trial.Pace;
import dev.ralbench.trial.TimeEstimate;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = ExplainCommand.NAME,
        description = "Reads a gate and says how many rules share the false alarms, what changes they will find,"
                + " and how long that takes.",
        footer = {"", "Example: ralbench gate explain pr --scenario delay-200"})
final class ExplainCommand implements Callable<Integer> {
    static final String NAME = "explain";

    private static final List<Group> GROUPS = List.of(
            new Group("What is shown", List.of("--scenario", "--no-base", "--noise", "--power"), List.of()),
            new Group("Output", List.of("--quiet"), List.of("--color", "--ascii", "--help", "--version")));

    private final Console console;
    private final Session session;

    @Parameters(paramLabel = "NAME|FILE", description = "A gate that comes with ralbench, or a gate file.")
    private String file = "";

    @Option(
            names = {"-s", "--scenario"},
            paramLabel = "NAME|FILE",
            description = "The scenario that the gate is for: gives its levels and time. Two builds of a service are"
                    + " assumed; --variant says otherwise.")
    private Optional<String> scenario = Optional.empty();

    @Option(
            names = "--no-base",
            description = "There is no base yet: what run --no-base judges, and how long it takes.")
    private boolean hasNoBase;

    @Option(
            names = "--noise",
            paramLabel = "KEY|FILE",
            description =
                    "Also shows the noise of earlier runs: of the machine with this host key (needs --scenario), of a"
                            + " file of a noise bank (.jsonl), or of the findings of ralbench selftest (.json).")
    private Optional<String> noise = Optional.empty();

    @Option(
            names = "--power",
            description =
                    "How often the whole gate fails and passes for true changes of several sizes, with that noise.")
    private boolean showsPower;

    @Mixin
    private DisplayOptions display = new DisplayOptions();

    @Mixin
    private ScenarioOptions options = new ScenarioOptions();

    /** The help, once the command has all its options. */
    static void addHelp(CommandLine command) {
        GroupedHelp.addTo(command, GROUPS, "Changes to the scenario");
    }

    ExplainCommand(Console console, Session session) {
        this.console = console;
        this.session = session;
    }

    @Override
    public Integer call() {
        GateFile.find(file, List.of()); // reports a wrong gate first
        var resolved = scenario.map(name -> session.resolve(request(name)).scenario());
        var levels = resolved.map(PlannedLevels::of).orElse(List.of());
        var gate = resolved.map(known -> GatedRun.gate(file, known)).orElseGet(() -> GateFile.find(file, List.of()));
        var load = load(gate, resolved, levels);
        checkPower(gate);
        var bank = bank(gate, resolved);
        var lines = hasNoBase ? withoutBase(gate, load, resolved) : GateExplanation.lines(gate, load, bank);
        lines.forEach(console::say);
        if (showsPower) {
            var power = GatePower.of(gate, load.levels(), load.variants()).table(bank);
            console.say("");
            GatePowerTable.render(power, display.page(console)).forEach(console::say);
        }
        return ExitCode.OK.code();
    }

    private RunRequest request(String name) {
        var request = options.addTo(RunRequest.of(name)).gate(file);
        return hasNoBase ? request.withoutBase() : request;
    }

    /** Refuses whatever a run would refuse. */
    private List<String> withoutBase(Gate gate, Load load, Optional<Scenario> scenario) {
        scenario.filter(known -> options.hasVariants()).ifPresent(GatedRun::checkAlone);
        GatedRun.checkLimits(gate);
        return GateExplanation.withoutBase(gate, load);
    }

    private Load load(Gate gate, Optional<Scenario> scenario, List<Level> levels) {
        int compared = options.hasVariants()
                ? scenario.map(given -> compared(gate, given)).orElse(1)
                : 1;
        int variants = hasNoBase ? 1 : variants(gate, compared);
        return load(
                gate,
                scenario,
                levels,
                compared,
                variants,
                scenario.map(known -> pace(known, variants, gate.design().startUpCache()))
                        .orElseGet(Pace::unknown));
    }

    /** How many variants a block has: the baseline, those that are compared with it, and the control. */
    static int variants(Gate gate, int compared) {
        return 1 + compared + (gate.design().control() ? 1 : 0);
    }

    /**
     * The load of a gate's run, as known in advance.
     *
     * @param compared variants in addition to the baseline and the control
     * @param variants of a block
     */
    static Load load(
            Gate gate, Optional<Scenario> scenario, List<Level> levels, int compared, int variants, Pace pace) {
        var estimate = gate.design()
                .turns()
                .filter(turns -> !turns.levels().isEmpty()) // left to a scenario that is not named
                .map(turns -> TimeEstimate.of(turns, variants, pace))
                .or(() -> scenario.map(given -> TimeEstimate.of(given.load(), variants, pace)));
        return new Load(
                levels,
                compared,
                estimate.map(TimeEstimate::blockSeconds).orElseGet(OptionalDouble::empty),
                gate.design().turns().map(turns -> pace.basis()).orElse(""));
    }

    /** The first variant is the baseline, and the control is judged by no rule. */
    private static int compared(Gate gate, Scenario scenario) {
        long compared = scenario.variants().stream()
                .skip(1)
                .filter(variant -> !gate.design().controlName().equals(Optional.of(variant.name())))
                .count();
        return Math.max(1, (int) compared);
    }

    /** Two builds of one service may be like any of the variants. */
    private Pace pace(Scenario scenario, int variants, boolean startUpCache) {
        var pace = Pace.of(scenario, session.noise(), variants, startUpCache);
        return options.hasVariants() ? pace : pace.quickest();
    }

    private void checkPower(Gate gate) {
        if (showsPower && (hasNoBase || gate.rules(RelativeRule.class).isEmpty())) {
            throw Failure.usage(
                    "--power: there is nothing to simulate",
                    hasNoBase
                            ? "without a base nothing is compared"
                            : "the gate " + gate.name() + " has no relative rule",
                    "leave it out" + (hasNoBase ? ", or leave --no-base out" : ""));
        }
    }

    private List<NoiseBank.NoiseEntry> bank(Gate gate, Optional<Scenario> resolved) {
        var named = noise.orElse("");
        if (named.endsWith(".json")) {
            return NoiseRecord.of(SelfTestFile.read(Path.of(named)), gate);
        }
        if (named.endsWith(".jsonl")) {
            return NoiseBank.readFile(Path.of(named));
        }
        return resolved.filter(known -> !named.isEmpty())
                .map(known -> session.noise().read(named, known.name()))
                .orElse(List.of());
    }
}
