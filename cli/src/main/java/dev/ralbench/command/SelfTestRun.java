package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.Harm;
import dev.ralbench.report.ProgressDisplay;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.SelfTestResult.Decision;
import dev.ralbench.result.SelfTestResult.Run;
import dev.ralbench.runner.RunPlan;
import dev.ralbench.runner.Schedule;
import dev.ralbench.scenario.Build;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.selftest.SelfTestRuns.Planned;
import dev.ralbench.target.TargetCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes one run of a self-test, as the command {@code run --gate} would. */
final class SelfTestRun {
    private final Console console;
    private final ScenarioCatalog catalog;
    private final TargetCatalog targets;
    private final Clock clock;
    private final RuntimeOptions runtime;

    SelfTestRun(Console console, ScenarioCatalog catalog, TargetCatalog targets, Clock clock, RuntimeOptions runtime) {
        this.console = console;
        this.catalog = catalog;
        this.targets = targets;
        this.clock = clock;
        this.runtime = runtime;
    }

    /**
     * A run that has ended.
     *
     * @param gate that judged it
     * @param signal why it did not come to its end, where the user ended it
     */
    record Done(Run run, Gate gate, Optional<ExitCode> signal) {}

    /** What is material to each noisy rule, by its id, as a logarithm of a ratio. */
    static Map<String, Double> materials(Gate gate) {
        var materials = new HashMap<String, Double>();
        for (var rule : gate.relative()) {
            for (var level : rule.levels().of(gate.design().ownLevels())) {
                materials.put(rule.metric().key() + "@" + level, Harm.of(rule.metric(), rule.material()));
            }
        }
        return materials;
    }

    Done carryOut(Planned planned, long seed, Path folder, int number) {
        var scenario = scenario(planned);
        var gated = GatedRun.of(planned.setting().gate(), scenario, 1, clock);
        var started = clock.now();
        var path = folder.resolve(number + "-" + planned.head() + ".json");
        var plan = plan(scenario, gated, seed, path);
        var laboratory = new Laboratory(clock, ProgressDisplay.quiet(console.err()));
        RunResult result;
        try (laboratory) {
            result = laboratory.run(plan, console, runtime, scenario, targets).result();
        }
        double seconds = Duration.between(started, clock.now()).toMillis() / 1e3;
        var run = SelfTestRecord.of(planned, gated, result, seconds);
        boolean isOdd = !run.isAsExpected() || run.decision() == Decision.INVALID;
        if (!isOdd) {
            delete(path, plan.logFolder());
        }
        return new Done(isOdd ? run.keptIn(path.toString()) : run, gated.gate(), laboratory.signal());
    }

    private Scenario scenario(Planned planned) {
        var builds = List.of(Build.parse("base=base"), Build.parse("head=" + planned.head()));
        return catalog.find(planned.setting().scenario())
                .resolve(Overrides.none().withBuilds(builds))
                .scenario();
    }

    private RunPlan plan(Scenario scenario, GatedRun gated, long seed, Path path) {
        var design = gated.design();
        var now = clock.now();
        var names = RunNames.reserve(now, scenario.name(), Optional.of(path));
        return new RunPlan(
                scenario,
                design,
                Schedule.of(scenario.variants(), design.looks().getLast(), design.order(), seed),
                gated.rule(),
                seed,
                names.runId(),
                now,
                "ralbench " + Version.number(),
                List.of("ralbench", "selftest"),
                names.resultPath(),
                names.logFolder());
    }

    private static void delete(Path result, Path logs) {
        try {
            Files.deleteIfExists(result);
            if (Files.isDirectory(logs)) {
                try (var files = Files.walk(logs)) {
                    for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
