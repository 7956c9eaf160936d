package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.command.SelfTestSeries.Complete;
import dev.ralbench.command.SelfTestSeries.Stopped;
import dev.ralbench.page.progress.ProgressDisplay;
import dev.ralbench.result.SelfTestResult.SelfTestDecision;
import dev.ralbench.selftest.SelfTestRuns.Planned;
import dev.ralbench.session.GatedRun;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.trial.FinishedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** Makes one run of a self-test, as the command {@code run --gate} would. */
final class SelfTestRun implements SelfTestSeries.RunMaker {
    private final Console console;
    private final Session session;
    private final Clock clock;
    private final RuntimeOptions runtime;

    SelfTestRun(Console console, Session session, Clock clock, RuntimeOptions runtime) {
        this.console = console;
        this.session = session;
        this.clock = clock;
        this.runtime = runtime;
    }

    @Override
    public SelfTestSeries.Made make(Planned planned, long seed, Path file) {
        var request = runtime.addTo(RunRequest.of(planned.setting().scenario()))
                .variants("base=base", "head=" + planned.head())
                .ignoringEnvironment()
                .gate(planned.setting().gate())
                .seed(seed)
                .output(file)
                .keepGoing()
                .command(List.of("ralbench", "selftest"));
        var plan = session.plan(request);
        var started = clock.now();
        return switch (new ForegroundRun(session, plan, ProgressDisplay.quiet(console.err())).run()) {
            case ForegroundRun.Stopped stopped -> {
                stopped.troubles().forEach(new Failures(console)::print);
                stopped.measured().ifPresent(SelfTestRun::delete);
                yield new Stopped(stopped.signal());
            }
            case ForegroundRun.Complete complete ->
                complete(planned, plan.gate().orElseThrow(), complete.measured(), secondsSince(started));
        };
    }

    private double secondsSince(Instant started) {
        return Duration.between(started, clock.now()).toMillis() / 1e3;
    }

    /** Keeps the run's own result only if there is something to look into. */
    private static Complete complete(Planned planned, GatedRun gated, FinishedRun finished, double seconds) {
        var run = SelfTestRecord.of(planned, gated, finished.result(), seconds);
        boolean isOdd = !run.isAsExpected() || run.decision() == SelfTestDecision.INVALID;
        if (!isOdd) {
            delete(finished);
        }
        var kept = isOdd ? run.keptIn(finished.names().resultPath().toString()) : run;
        return new Complete(kept, gated.gate(), finished.troubles().stream().findFirst());
    }

    private static void delete(FinishedRun run) {
        try {
            Files.deleteIfExists(run.names().resultPath());
            if (Files.isDirectory(run.names().logDirectory())) {
                try (var files = Files.walk(run.names().logDirectory())) {
                    for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        } catch (IOException e) {
            // A log that stays behind is no reason to end hours of runs.
        }
    }
}
