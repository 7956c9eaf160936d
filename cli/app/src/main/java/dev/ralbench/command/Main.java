package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.report.Terminal;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.trial.Calibration;
import dev.ralbench.trial.Exhaustion;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;

/** Entry point, and the one place where the parts are put together. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        run(Calibration.measured(Clock.system()), args);
    }

    /** The whole program, to its end. */
    static void run(Calibration calibration, String... args) {
        LibraryLogs.silence();
        var out = utf8(FileDescriptor.out);
        var err = utf8(FileDescriptor.err);
        var console = new Console(out, err, Terminal.ofThisProcess(System.getenv()), System.getenv());
        int exit = execute(console, calibration, args);
        out.flush();
        err.flush();
        System.exit(exit); // threads of libraries must not keep the process alive
    }

    /** Runs one command line. */
    static int execute(Console console, String... args) {
        return execute(console, Calibration.measured(Clock.system()), args);
    }

    /** Runs one command line, and what it measures by that calibration. */
    static int execute(Console console, Calibration calibration, String... args) {
        try {
            var commandLine = commandLine(console, calibration);
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
     * All commands.
     *
     * @param calibration of runs
     */
    static CommandLine commandLine(Console console, Calibration calibration) {
        var scenarios = ScenarioCatalog.standard();
        var home = Path.of(System.getProperty("ralbench.home", "."));
        var targets = new TargetCatalog(home);
        var root = new CommandLine(new RalbenchCommand())
                .addSubcommand(new RunCommand(console, scenarios, targets, Clock.system(), calibration))
                .addSubcommand(CapacityCommand.of(console, scenarios, targets, Clock.system(), calibration))
                .addSubcommand(new CompareCommand(console, Clock.system()))
                .addSubcommand(new ReportCommand(console))
                .addSubcommand(new ClaimsCommand(console, home, Clock.system()))
                .addSubcommand(new UpCommand(console, scenarios, targets, Clock.system()))
                .addSubcommand(new SelfTestCommand(console, scenarios, targets, Clock.system()))
                .addSubcommand(new DoctorCommand(console, targets, Clock.system()))
                .addSubcommand(new ListCommand(console, scenarios, targets))
                .addSubcommand(new ShowCommand(console, scenarios))
                .addSubcommand(new ValidateCommand(console, targets))
                .addSubcommand(new CommandLine(new GateCommand())
                        .addSubcommand(new InitCommand(console, scenarios, targets, Clock.system()))
                        .addSubcommand(new ExplainCommand(console, scenarios)))
                .addSubcommand(new TrainCommand(console, Clock.system()))
                .addSubcommand(new HelpCommand());
        root.getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> Set.of("run", "compare").contains(command.name()))
                .forEach(NeutralExit::addTo);
        configure(root, console);
        root.getSubcommands().values().stream()
                .filter(command -> command.getCommandName().equals("run"))
                .forEach(command -> GroupedHelp.addTo(command, GroupedHelp.OF_RUN));
        root.getSubcommands().values().stream()
                .filter(command -> command.getCommandName().equals("capacity"))
                .forEach(CapacityCommand::addHelp);
        return root;
    }

    private static void configure(CommandLine root, Console console) {
        var failures = new Failures(console);
        root.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false) // a file of --mysql-url @FILE holds a URL, and no options
                .setUsageHelpWidth(Math.min(100, Math.max(80, console.terminal().width())));
        registerNumbers(root);
        describe(root.getCommandSpec());
        describeAllBelow(root);
    }

    /** The library's own would speak of an int. */
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

    /** What all commands have: help, version, and the exit codes at the end of the help. */
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

    private static PrintStream utf8(FileDescriptor stream) {
        return new PrintStream(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
    }

    /** The root: nothing but its subcommands. */
    @Command(
            name = "ralbench",
            description = "Load-tests HTTP services, measures them from inside, and reports which one is better.",
            footer = {"", "Example: ralbench run --scenario delay-200 --quick"})
    private static final class RalbenchCommand {}
}
