package dev.ralbench.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Injects faults into ralbench and prints its diagnoses; exits with 1 if one passes silently. */
@Command(
        name = "cli/benchmarks/faults",
        mixinStandardHelpOptions = true,
        description = "Runs ralbench with faults on the generator's side, one after the other, and prints whether it"
                + " doubts its result for the right reason; then without, and prints whether it does not. Needs two"
                + " CPUs, Linux and root. Some 15 s each.")
final class FaultSuite implements Callable<Integer> {
    private static final int CELL = 160;
    private static final String NONE = "none";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--only",
            split = ",",
            description = "Only these faults, by name; " + NONE + " for clean runs alone.")
    private List<String> only = List.of();

    @Option(names = "--clean", description = "Runs without a fault (default: 3).")
    private int clean = 3;

    @Option(names = "--rounds", description = "How often each fault is injected (default: 1).")
    private int rounds = 1;

    @Option(names = "--client-cpu", description = "The CPU of ralbench (default: 0).")
    private int clientCpu;

    @Option(names = "--target-cpu", description = "The target's CPU (default: 1).")
    private int targetCpu = 1;

    private final Path home;
    private final PrintStream out;

    private FaultSuite(Path home, PrintStream out) {
        this.home = home;
        this.out = out;
    }

    public static void main(String[] arguments) {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var home = Path.of(System.getProperty("ralbench.home"));
        System.exit(new CommandLine(new FaultSuite(home, out)).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var directory = Files.createTempDirectory("ralbench-faults");
        var bench = new FaultBench(home.resolve("ralbench").toAbsolutePath(), clientCpu, targetCpu);
        var table = new TextTable("fault", "verdict", "reason", "as expected");
        int wrong = 0;
        for (var fault : chosen(directory)) {
            for (int round = 1; round <= rounds; round++) {
                var outcome = bench.run(fault, Files.createDirectories(directory.resolve(fault.name() + "-" + round)));
                var said = fault.reason().matcher(outcome.reasons());
                boolean isRight = !outcome.isSilent() && said.find();
                wrong += isRight ? 0 : 1;
                add(
                        table,
                        List.of(
                                fault.name(),
                                outcome.verdict(),
                                cell(isRight ? outcome.reasons().substring(said.start()) : outcome.reasons()),
                                isRight ? "yes" : "NO"));
            }
        }
        int misjudged = 0;
        for (int run = 1; run <= clean; run++) {
            var outcome = bench.run(Faults.none(), Files.createDirectories(directory.resolve("clean-" + run)));
            boolean isRight = outcome.verdict().equals("valid");
            misjudged += isRight ? 0 : 1;
            add(table, List.of("none, run " + run, outcome.verdict(), cell(outcome.reasons()), isRight ? "yes" : "NO"));
        }
        out.println();
        table.lines().forEach(out::println);
        out.println();
        out.println(wrong + " faults not as expected, " + misjudged + " of " + clean
                + " clean runs doubted; all of it in " + directory);
        return wrong + misjudged == 0 ? 0 : 1;
    }

    private void add(TextTable table, List<String> row) {
        table.add(row);
        out.println(String.join(" | ", row));
    }

    private static String cell(String reasons) {
        var line = reasons.strip().replaceAll("\\s+", " ").replace("|", "/");
        return line.length() > CELL ? line.substring(0, CELL) + " ..." : line;
    }

    private List<Fault> chosen(Path directory) throws IOException, InterruptedException {
        var all = Faults.all(directory, clientCpu);
        var names = all.stream().map(Fault::name).toList();
        only.stream()
                .filter(name -> !names.contains(name) && !name.equals(NONE))
                .forEach(name -> {
                    throw new ParameterException(
                            spec.commandLine(),
                            "there is no fault '" + name + "'; there are " + String.join(", ", names) + ", and "
                                    + NONE);
                });
        return all.stream()
                .filter(fault -> only.isEmpty() || only.contains(fault.name()))
                .toList();
    }
}
