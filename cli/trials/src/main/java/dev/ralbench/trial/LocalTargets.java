package dev.ralbench.trial;

import dev.ralbench.Boxed;
import dev.ralbench.dependency.PreparedEnvironment;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.SchedulingGroup;
import dev.ralbench.result.TrialSetup.TargetResult;
import dev.ralbench.service.RunningTarget;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * Targets on this machine.
 *
 * @param names of the files with the output of all that is started
 * @param written how their paths are written in results
 */
record LocalTargets(
        RunResources resources,
        PreparedEnvironment environment,
        PreparedTargets targets,
        RunNames names,
        Function<Path, String> written)
        implements TrialTargets {
    /** For a result of this machine. */
    LocalTargets(RunResources resources, PreparedEnvironment environment, PreparedTargets targets, RunNames names) {
        this(resources, environment, targets, names, names::relative);
    }

    @Override
    public StartedTarget start(Trial trial, TrialRecord trialRecord, StartTimes times) throws InterruptedException {
        var dependencies = new TrialDependencies(environment.start(names.logDirectory(), names.prefix(trial)));
        boolean complete = false;
        try {
            trialRecord.keepServers(dependencies.describe(written));
            times.serversReady();
            var prepared = targets.of(trial.variant());
            var target =
                    resources.targets().start(prepared.definition(), dependencies.placeholders(), names.log(trial));
            try {
                trialRecord.keepTarget(describe(prepared, target));
                times.targetReady();
                var probe = resources.targets().probes().open(target);
                times.attached();
                complete = true;
                return new StartedTarget(dependencies, target, probe);
            } finally {
                if (!complete) {
                    target.close();
                }
            }
        } finally {
            if (!complete) {
                dependencies.close();
            }
        }
    }

    private TargetResult describe(PreparedTargets.PreparedTarget prepared, RunningTarget target) {
        var startup = Boxed.of(target.startupSeconds());
        return new TargetResult(
                prepared.definition().title(),
                target.shownUrl(),
                target.commandLine(),
                startup.map(seconds -> seconds * 1e3),
                target.log().map(written),
                prepared.calibrated(),
                prepared.subject(),
                Boxed.of(target.pid()).flatMap(pid -> SchedulingGroup.of(pid, ProcFs.ofThisMachine())),
                Optional.empty());
    }
}
