package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.environment.PreparedEnvironment;
import dev.ralbench.environment.ServerSources;
import dev.ralbench.load.net.NettySenderFactory;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.process.Guard;
import dev.ralbench.process.Mark;
import dev.ralbench.process.Owner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStarter;
import dev.ralbench.process.Program;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.report.ProgressDisplay;
import dev.ralbench.result.TrialResult;
import dev.ralbench.runner.RunControl;
import dev.ralbench.runner.RunListener;
import dev.ralbench.runner.RunPlan;
import dev.ralbench.runner.Runner;
import dev.ralbench.runner.Services;
import dev.ralbench.runner.TargetDefinitions;
import dev.ralbench.runner.Trial;
import dev.ralbench.target.TargetCatalog;
import dev.ralbench.target.TargetLauncher;
import dev.ralbench.target.TargetProbes;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Puts the parts of a run together and makes sure that nothing that was started outlives the process. */
final class Laboratory implements AutoCloseable {
    private final ServiceStarter starter;
    private final Guard guard;
    private final ProgressDisplay display;
    private final Signals signals = new Signals();
    private final RunControl control = new RunControl();
    private final Runner runner;
    private final Thread cleanUp;

    Laboratory(TargetCatalog targets, Clock clock, ProgressDisplay display) {
        var proc = ProcFs.ofThisMachine();
        var mark = new Mark(Owner.self(proc));
        this.guard = new Guard(mark, proc);
        this.starter = new ProcessStarter(Map.of(Program.JAVA, java()), mark, guard, clock);
        this.display = display;
        this.cleanUp = new Thread(starter::close, "clean-up");
        this.runner = new Runner(
                new Services(
                        "process",
                        new TargetDefinitions(targets),
                        new TargetLauncher(starter, clock),
                        (needs, sources) -> PreparedEnvironment.none(),
                        ServerSources.none(),
                        new TargetProbes(clock)),
                NettySenderFactory.forThisMachine(Runtime.getRuntime().availableProcessors(), clock),
                clock,
                listener());
    }

    /** The JVM for targets is the one that ralbench runs on. */
    private static Path java() {
        return Path.of(System.getProperty("java.home", ""), "bin", "java");
    }

    Runner.Finished run(RunPlan plan) {
        Runtime.getRuntime().addShutdownHook(cleanUp);
        signals.onSignal(control::interrupt);
        return runner.run(plan, control);
    }

    /** The exit code that a signal asks for, if one came. */
    Optional<ExitCode> signal() {
        return signals.received();
    }

    private RunListener listener() {
        return new RunListener() {
            private boolean toldOfStop;

            @Override
            public void trialStarting(Trial trial) {
                display.note("block " + trial.block() + ": starting "
                        + trial.variant().name());
            }

            @Override
            public void progress(ProgressSnapshot snapshot) {
                if (control.isStopping() && !toldOfStop) {
                    toldOfStop = true;
                    display.message("stopping: waiting for the requests in flight; a second signal stops at once");
                }
                display.update(snapshot);
            }

            @Override
            public void trialEnded(TrialResult result) {
                result.failure().ifPresent(text -> display.message(result.variant() + ": " + text));
            }
        };
    }

    @Override
    public void close() {
        display.close();
        starter.close();
        guard.close();
        signals.close();
        removeCleanUp();
    }

    private void removeCleanUp() {
        try {
            Runtime.getRuntime().removeShutdownHook(cleanUp);
        } catch (IllegalStateException e) {
            // The JVM is already going down, and the hook with it.
        }
    }
}
