package dev.ralbench.trial;

import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.Workload;
import dev.ralbench.placement.Placement;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.service.TargetProbe;
import dev.ralbench.trial.watch.RequiredService;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A trial of which everything is up.
 *
 * @param workload that is sent; it holds the secrets
 * @param request the first of it, to look at the target with
 * @param dependencies servers that the target needs
 * @param probe the view into the target, if there is one
 * @param steps those around the load
 * @param placement the CPUs of each role
 * @param isLoadedAsItIs whether the load goes on although the target answers wrongly, or not at all
 */
record RunningTrial(
        Trial trial,
        TrialRecord trialRecord,
        Workload workload,
        RequestTemplate request,
        TrialDependencies dependencies,
        RunningTarget target,
        Optional<TargetProbe> probe,
        StartTimes times,
        LoadSteps steps,
        Placement placement,
        boolean isLoadedAsItIs)
        implements AutoCloseable {

    /** The services that must not end while a load is on. */
    List<RequiredService> requiredServices() {
        var requiredServices = new ArrayList<RequiredService>();
        requiredServices.addAll(dependencies.requiredServices()); // first: a target may end because of them
        requiredServices.add(RequiredService.of("the target", target));
        return requiredServices;
    }

    /** Sends the steps after the load, and ends all of it. */
    @Override
    public void close() {
        try (dependencies;
                target) {
            probe.ifPresent(TargetProbe::close);
            steps.after(workload.setup().given()).ifPresent(trialRecord::keepFailureAfterLoad);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            trialRecord.keepFailureAfterLoad("interrupted");
        }
    }
}
