package dev.ralbench.report;

import dev.ralbench.measurement.InsideView.Processes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What figures of a target with several processes lack, because ralbench cannot see it. */
final class ProcessNotes {
    private static final String FOR_CPU =
            "ralbench counts it as root, or under systemd-run --user --scope, where nothing"
                    + " above limits memory or CPU";
    private static final String FOR_MEMORY = "ralbench tells them apart as root, or as the user of the processes";

    private ProcessNotes() {}

    static List<String> of(RunView view) {
        var notes = new ArrayList<String>();
        for (var variant : view.variants()) {
            processes(view, variant).ifPresent(processes -> {
                processes
                        .stranger()
                        .ifPresent(
                                stranger -> notes.add(variant + ": " + stranger + " listens on the target's port, but"
                                        + " the target's command did not start it: threads, RSS and cpu/req are those of that"
                                        + " process, and it may outlive the run. Start the server itself, without a process"
                                        + " manager in between"));
                if (processes.unwaited() > 0) {
                    notes.add(variant + ": at least " + processes.unwaited() + " processes of the target ended and no"
                            + " process waited for them: their CPU time is not in cpu/req. " + FOR_CPU);
                }
                if (processes.isSharedCounted()) {
                    notes.add(variant + ": RSS is the sum over " + processes.peak() + " processes; pages that they"
                            + " share count once for each. " + FOR_MEMORY);
                }
            });
        }
        return notes;
    }

    private static Optional<Processes> processes(RunView view, String variant) {
        return view.run().trials().stream()
                .filter(trial -> trial.id().variant().equals(variant))
                .flatMap(trial -> trial.measurement().stream())
                .flatMap(measurement -> measurement.wholeRun().views().inside().stream())
                .flatMap(inside -> inside.processes().stream())
                .reduce(Processes::plus);
    }
}
