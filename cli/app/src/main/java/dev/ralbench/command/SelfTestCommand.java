package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.result.SelfTestFile;
import dev.ralbench.result.SelfTestResult;
import dev.ralbench.selftest.Injection;
import dev.ralbench.selftest.SelfTestRuns;
import dev.ralbench.selftest.SelfTestRuns.Planned;
import dev.ralbench.session.Session;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tries the gate on this machine. */
@Command(
        name = "selftest",
        description = "Shows what a gate is worth on this machine: compares a small service with itself, where no rule"
                + " may fail, and with a copy that is made worse in one way, where the rule for that has to"
                + " fail. Prints how noisy each metric is, and how often each rule finds a change of a known size.",
        footer = {
            "",
            "About a minute for each run. Example: ralbench selftest --runs 60 --injected 20",
            "Once more from the file: ralbench selftest --from results/20260211T091407Z-selftest.json",
            "Exits with 6 where a rule failed without a reason, or a regression was not found."
        })
final class SelfTestCommand implements Callable<Integer> {
    private static final Set<String> OF_RUNS = Set.of("--runs", "--injected", "--regression", "--seed", "--output");

    private final Console console;
    private final Session session;
    private final Clock clock;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description =
                    "Runs of equal variants (default: ${DEFAULT-VALUE}); after 299 without a false alarm their rate is below 1 %%.")
    private int runs = 3;

    @Option(
            names = "--injected",
            paramLabel = "N",
            description = "Runs of each regression (default: ${DEFAULT-VALUE}).")
    private int injected = 1;

    @Option(
            names = "--regression",
            paramLabel = "NAME",
            split = ",",
            description = "Only this regression; may be given several times (default: all).")
    private List<String> regressions = List.of();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the trial orders (default: random; stored in the result).")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where the findings are kept (default: results/<time>-selftest.json).")
    private Optional<Path> output = Optional.empty();

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "Prints the findings that a file holds, and starts nothing.")
    private Optional<Path> from = Optional.empty();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RuntimeOptions runtime = new RuntimeOptions();

    @Mixin
    private DisplayOptions display = new DisplayOptions();

    SelfTestCommand(Console console, Session session, Clock clock) {
        this.console = console;
        this.session = session;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        return from.isPresent() ? show(from.get()) : run();
    }

    private int show(Path file) {
        refuseOptionsOfRuns();
        var result = SelfTestFile.read(file);
        SelfTestFindings.report(result, file, display.page(console)).forEach(console.out()::println);
        return SelfTestFindings.exitCode(result).code();
    }

    private void refuseOptionsOfRuns() {
        var given = spec.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(OF_RUNS::contains)
                .toList();
        if (!given.isEmpty()) {
            throw Failure.usage(
                    "--from starts no runs, so " + String.join(" and ", given) + " would have no effect",
                    "",
                    "leave out --from, or the others");
        }
    }

    private int run() {
        if (runs < 0 || injected < 0 || runs + injected == 0) {
            throw Failure.usage(
                    "--runs " + runs + " and --injected " + injected + ": must not be negative, nor both 0",
                    "",
                    "give at least one of them a number above 0");
        }
        var planned = SelfTestRuns.of(runs, injected, chosen());
        var findings = SelfTestFindings.begin(output, clock);
        try {
            return make(planned, findings).code();
        } finally {
            // Also after a failure or a signal: the earlier runs may have taken hours.
            findings.lines(display.page(console)).forEach(console.out()::println);
            findings.close();
        }
    }

    /** Signals count between two runs as well; during a run its session listens to them. */
    private ExitCode make(List<Planned> planned, SelfTestFindings findings) {
        var maker = new SelfTestRun(console, session, clock, runtime);
        var seeds = new Random(seed.orElseGet(() -> RandomGenerator.getDefault().nextLong(1L << 32)));
        try (var signals = new Signals()) {
            signals.onSignal(() -> {});
            var signal = new SelfTestSeries(planned, findings, maker, signals::received)
                    .make(seeds, (number, run) -> say(number, planned.size(), run));
            signal.ifPresent(exit -> console.err().println("stopped by the user: the run under way is left out"));
            return signal.orElseGet(findings::exitCode);
        }
    }

    private List<Injection> chosen() {
        var known = Injection.ALL.stream().map(Injection::variant).toList();
        for (var name : regressions) {
            if (!known.contains(name)) {
                throw Failure.usage(
                        "--regression: there is no regression " + name,
                        NearestName.hint(name, known),
                        "give one of them");
            }
        }
        return Injection.ALL.stream()
                .filter(each -> regressions.isEmpty() || regressions.contains(each.variant()))
                .toList();
    }

    private void say(int number, int of, SelfTestResult.SelfTestedRun run) {
        if (display.isQuiet()) {
            return;
        }
        console.err()
                .printf(
                        "run %d of %d: %s: %s after %d blocks, %.0f s%s%n",
                        number,
                        of,
                        run.injected().orElse("equal variants"),
                        run.decision().word(),
                        run.blocks(),
                        run.seconds(),
                        run.isAsExpected() ? "" : "  <- not as expected");
    }
}
