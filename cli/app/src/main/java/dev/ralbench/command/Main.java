package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.page.Terminal;
import dev.ralbench.prediction.StudyPredictions;
import dev.ralbench.process.UserLocale;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.session.Session;
import dev.ralbench.session.Surroundings;
import dev.ralbench.trial.calibration.Calibration;
import dev.ralbench.trial.watch.Exhaustion;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** Entry point; wires the object graph. */
public final class Main {
    private static final String RUN = "run";
    private static final String UP = "up";
    private static final String GATE = "gate";
    private static final Set<String> VERSION = Set.of("--version", "-V");

    private Main() {}

    public static void main(String[] args) {
        run(environment -> Calibration.remembering(Surroundings.cache(environment), Clock.system()), args);
    }

    /**
     * The whole program, to its end.
     *
     * @param calibration of runs, by the variables of the environment
     */
    static void run(Function<Map<String, String>, Calibration> calibration, String... args) {
        LibraryLogs.silence();
        var written = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        var out = utf8(written);
        var err = utf8(new FileOutputStream(FileDescriptor.err));
        var environment = UserLocale.restored(System.getenv());
        var console = new Console(out, err, Terminal.ofThisProcess(environment), environment);
        int exit = execute(console, calibration.apply(environment), args);
        out.flush();
        written.loss().ifPresent(new Failures(console)::print);
        err.flush();
        Optional.ofNullable(System.getProperty("ralbench.startUpCacheBy")).ifPresent(Main::makeStartUpCache);
        // Libraries clean up at the end, and print stack traces if the Docker engine has gone: ours has told it by
        // then.
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {});
        System.exit(BisectCommand.exitCode(
                List.of(args), written.exitCode(exit))); // threads of libraries must not keep the process alive
    }

    /** In the background, for the next start; nothing is lost without it. */
    private static void makeStartUpCache(String launcher) {
        try {
            var unused = new ProcessBuilder("/bin/sh", launcher, "make-start-up-cache")
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // no shell, or no memory left for one
        }
    }

    static int execute(Console console, String... args) {
        return execute(console, Calibration.measured(Clock.system()), args);
    }

    /** Runs one command line; measurements use the given calibration. */
    static int execute(Console console, Calibration calibration, String... args) {
        return BisectCommand.exitCode(List.of(args), executed(console, calibration, args));
    }

    private static int executed(Console console, Calibration calibration, String... args) {
        if (args.length == 1 && VERSION.contains(args[0])) {
            new Version().lines().forEach(console.out()::println); // a command line takes a third of the time to load
            return ExitCode.OK.code();
        }
        try {
            var commandLine = commandLine(console, calibration, List.of(args));
            var wrong = WrongCommandLine.beforeParsing(List.of(args), commandLine);
            if (wrong.isPresent()) {
                new Failures(console).print(wrong.get());
                return ExitCode.USAGE.code();
            }
            int exit = commandLine.execute(args);
            return Optional.ofNullable(commandLine.getParseResult()) // none if the command line is wrong
                    .map(parsed -> NeutralExit.of(parsed, exit))
                    .orElse(exit);
        } catch (OutOfMemoryError e) {
            var failure = Exhaustion.in(e).orElseThrow();
            new Failures(console).print(failure);
            return ExitCode.of(failure.kind()).code();
        }
    }

    /**
     * The command line with all commands.
     *
     * @param calibration of runs
     */
    static CommandLine commandLine(Console console, Calibration calibration) {
        return commandLine(console, commands(console, calibration));
    }

    /** Creates only the needed commands: creating all takes longer than most commands run. */
    private static CommandLine commandLine(Console console, Calibration calibration, List<String> args) {
        var first = args.isEmpty() ? "" : args.getFirst();
        if (VERSION.contains(first)) {
            return commandLine(console, List.of());
        }
        var all = commands(console, calibration);
        var named = all.stream().filter(command -> command.isCalled(first)).toList();
        return commandLine(console, named.isEmpty() ? all : named);
    }

    private static CommandLine commandLine(Console console, List<NamedCommand> commands) {
        var root = new CommandLine(new RalbenchCommand());
        commands.forEach(command -> root.addSubcommand(command.make().get()));
        root.addSubcommand(new HelpCommand());
        configure(root, console);
        // Help in groups needs all options to be there.
        find(root, RUN).ifPresent(command -> GroupedHelp.addTo(command, GroupedHelp.OF_RUN));
        find(root, CapacityCommand.NAME).ifPresent(CapacityCommand::addHelp);
        find(root, UP).ifPresent(UpCommand::addHelp);
        find(root, GATE, InitCommand.NAME).ifPresent(InitCommand::addHelp);
        find(root, GATE, ExplainCommand.NAME).ifPresent(ExplainCommand::addHelp);
        find(root, GATE, BisectCommand.NAME).ifPresent(BisectCommand::addHelp);
        HelpWidth.fit(root, console.terminal());
        return root;
    }

    private static Optional<CommandLine> find(CommandLine root, String... names) {
        var found = Optional.of(root);
        for (var name : names) {
            found = found.map(command -> command.getSubcommands().get(name));
        }
        return found;
    }

    private static List<NamedCommand> commands(Console console, Calibration calibration) {
        var clock = Clock.system();
        var scenarios = ScenarioCatalog.standard();
        var home = Path.of(System.getProperty("ralbench.home", "."));
        var targets = new TargetCatalog(home);
        var session = new Session(new Surroundings(
                console.environment(),
                scenarios,
                targets,
                BuiltInKinds.ALL,
                clock,
                calibration,
                StudyPredictions::added,
                Version.tool()));
        var builds = new GitBuilds(Path.of(""), console.environment(), session.cache(), clock);
        return List.of(
                new NamedCommand(
                        RUN,
                        () -> NeutralExit.addTo(new CommandLine(new RunCommand(console, scenarios, session, clock)))),
                new NamedCommand(CapacityCommand.NAME, () -> CapacityCommand.of(console, scenarios, session, clock)),
                new NamedCommand(
                        "compare", () -> NeutralExit.addTo(new CommandLine(new CompareCommand(console, clock)))),
                new NamedCommand("report", () -> new CommandLine(new ReportCommand(console))),
                new NamedCommand(MergeCommand.NAME, () -> new CommandLine(new MergeCommand(console))),
                new NamedCommand("claims", () -> new CommandLine(new ClaimsCommand(console, home, clock))),
                new NamedCommand(UP, () -> new CommandLine(new UpCommand(console, session))),
                new NamedCommand(
                        AgentCommand.NAME, () -> new CommandLine(new AgentCommand(console, session, scenarios, clock))),
                new NamedCommand(
                        AgentsCommand.NAME,
                        () -> new CommandLine(new AgentsCommand())
                                .addSubcommand(
                                        KubernetesCommand.of(console, () -> commandLine(console, calibration), clock))),
                new NamedCommand("selftest", () -> new CommandLine(new SelfTestCommand(console, session, clock))),
                new NamedCommand(
                        "doctor", () -> new CommandLine(new DoctorCommand(console, session.cache(), targets, clock))),
                new NamedCommand("list", () -> new CommandLine(new ListCommand(console, scenarios, targets))),
                new NamedCommand("show", () -> new CommandLine(new ShowCommand(console, session))),
                new NamedCommand(
                        ScenarioInitCommand.NAME,
                        () -> new CommandLine(new ScenarioInitCommand(console, scenarios, session))),
                new NamedCommand("validate", () -> new CommandLine(new ValidateCommand(console, scenarios, targets))),
                new NamedCommand(
                        GATE,
                        () -> new CommandLine(new GateCommand())
                                .addSubcommand(new InitCommand(console, session, clock))
                                .addSubcommand(new ExplainCommand(console, session))
                                .addSubcommand(new BisectCommand(console, session, builds, clock))
                                .addSubcommand(new AnchorCommand(console, builds))),
                new NamedCommand(
                        CompletionCommand.NAME,
                        () -> new CommandLine(
                                new CompletionCommand(console, scenarios, () -> commandLine(console, calibration)))),
                new NamedCommand(
                        ManCommand.NAME,
                        () -> new CommandLine(new ManCommand(console, () -> commandLine(console, calibration)))),
                new NamedCommand("train", () -> new CommandLine(new TrainCommand(console, session))));
    }

    /** A command by the name that it has on the command line. */
    private record NamedCommand(String name, Supplier<CommandLine> make) {
        boolean isCalled(String word) {
            return name.equals(word);
        }
    }

    private static void configure(CommandLine root, Console console) {
        var failures = new Failures(console);
        root.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false) // a file of --mysql-url @FILE holds a URL, and no options
                .setUsageHelpWidth(HelpWidth.ofPicocli(console.terminal()))
                .setColorScheme(CommandLine.Help.defaultColorScheme(HelpWidth.ansi(console)));
        registerNumbers(root);
        describe(root.getCommandSpec());
        describeAllBelow(root);
    }

    /** picocli's own converters would report that a value "is not an int". */
    private static void registerNumbers(CommandLine root) {
        root.registerConverter(Integer.class, text -> wholeNumber(text, Integer::valueOf))
                .registerConverter(int.class, text -> wholeNumber(text, Integer::valueOf))
                .registerConverter(Long.class, text -> wholeNumber(text, Long::valueOf));
    }

    private static <N extends Number> N wholeNumber(String text, Function<String, N> parser) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            throw new CommandLine.TypeConversionException("needs a whole number, got \"" + text + "\"");
        }
    }

    private static void describeAllBelow(CommandLine command) {
        for (var sub : command.getSubcommands().values()) {
            describe(sub.getCommandSpec());
            describeAllBelow(sub);
        }
    }

    /** Adds to each command help, version, and the exit codes at the end of the help. */
    private static void describe(CommandSpec spec) {
        spec.mixinStandardHelpOptions(true).versionProvider(new Version());
        spec.usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(exitCodes())
                .sortOptions(false)
                .abbreviateSynopsis(true);
    }

    private static Map<String, String> exitCodes() {
        return CommandLine.Model.UsageMessageSpec.keyValuesMap(ExitCode.help());
    }

    private static PrintStream utf8(OutputStream stream) {
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }

    /** The root: nothing but its subcommands. */
    @Command(
            name = "ralbench",
            description = "Load-tests HTTP services, measures them from inside, and reports which one is better.",
            footer = {"", "Example: ralbench run --scenario delay-200 --quick"})
    private static final class RalbenchCommand {}
}
