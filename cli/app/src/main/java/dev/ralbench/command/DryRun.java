package dev.ralbench.command;

import dev.ralbench.Printable;
import dev.ralbench.load.Level;
import dev.ralbench.load.Phase;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.ScenarioWorkload;
import dev.ralbench.session.PlannedRun;
import dev.ralbench.trial.TimeEstimate;
import dev.ralbench.trial.UserModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The plan of a run, and its expected duration. */
final class DryRun {
    private DryRun() {}

    static List<String> lines(PlannedRun planned) {
        var scenario = planned.scenario();
        var design = planned.design();
        var placement = planned.placement();
        var load = planned.load();
        var timeline = load.timeline();
        var lines = new ArrayList<String>();
        lines.add(Printable.line(scenario.name() + ": " + scenario.title()));
        lines.add(UserModel.sentence(load, scenario.workload(), scenario.setup()));
        if (!placement.sentence().isEmpty()) {
            lines.add(placement.sentence());
        }
        lines.add("");
        lines.addAll(design.turns().map(DryRun::turns).orElseGet(() -> phases(timeline)));
        lines.add("");
        design.capacity()
                .ifPresent(search -> lines.add(
                        "until two levels in a row miss: " + search.objective().words()));
        timeline.userSeconds()
                .ifPresent(offered ->
                        lines.add(String.format(Locale.ROOT, "offered: %.0f user-seconds per variant", offered)));
        if (timeline.open().findAny().isPresent()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "offered: %.0f %s at a rate per variant",
                    timeline.open().mapToDouble(Phase.Open::dueArrivals).sum(),
                    scenario.workload().filter(ScenarioWorkload::hasJourneys).isPresent() ? "journeys" : "requests"));
        }
        for (var block : planned.schedule().names()) {
            lines.add("block: " + String.join(", ", block));
        }
        lines.add("time: "
                + time(
                        planned.schedule().estimate(load, design, planned.pace()),
                        planned.usualBlocks(),
                        design.looks().getLast()));
        return lines;
    }

    private static String time(TimeEstimate estimate, int usual, int most) {
        var all = estimate.runSeconds(most);
        if (all.isEmpty()) {
            return "until the requests of all trials are done";
        }
        var first = usual < most
                ? String.format(
                        Locale.ROOT,
                        "about %.0f s if %d blocks decide it, ",
                        estimate.runSeconds(usual).orElse(0),
                        usual)
                : "";
        return first
                + String.format(Locale.ROOT, "about %.0f s", all.getAsDouble())
                + (usual < most ? " if it needs all " + most : "")
                + basis(estimate);
    }

    private static String basis(TimeEstimate estimate) {
        if (estimate.turns().isPresent()) {
            return ", " + estimate.pace().basis();
        }
        // A number of requests takes as long as the target wants.
        if (!estimate.timeline().usersOfRounds().isEmpty()) {
            return String.format(Locale.ROOT, ", if a target is compiled after %.0f s", estimate.compilingSeconds());
        }
        return estimate.timeline().firstMeasured() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", if a target answers its warm-up at %.0f requests/s",
                        TimeEstimate.WARM_UP_PER_SECOND);
    }

    private static List<String> phases(UserTimeline timeline) {
        var lines = new ArrayList<String>();
        double at = 0;
        for (var phase : timeline.phases()) {
            lines.add(line(at, phase));
            at += phase.plannedSeconds().orElse(0);
        }
        return lines;
    }

    private static List<String> turns(Design.Turns turns) {
        var lines = new ArrayList<String>();
        lines.add(String.format(
                Locale.ROOT,
                "warm-up: %d requests to each variant at least, and at each level until all compilers rest, %.0f s at most",
                turns.warmUpRequests(),
                turns.warmUpLimitMillis() / 1e3));
        for (int users : turns.highestFirst()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%d users: %d windows of %.2f s per variant, each after at least %.2f s of lead-in",
                    users,
                    turns.perLevel(),
                    turns.lengthMillis() / 1e3,
                    turns.leadInMillis() / 1e3));
        }
        return lines;
    }

    private static String line(double from, Phase phase) {
        var length = phase.plannedSeconds();
        return length.isPresent()
                ? String.format(Locale.ROOT, "%7.1f s - %7.1f s  %s", from, from + length.getAsDouble(), what(phase))
                : String.format(Locale.ROOT, "%7.1f s - until done  %s", from, what(phase));
    }

    private static String what(Phase phase) {
        return phase instanceof Phase.Slope slope
                ? slope.usersFrom() + " -> " + slope.usersTo() + " users"
                : openRamp(phase).orElseGet(phase::description);
    }

    private static Optional<String> openRamp(Phase phase) {
        return phase instanceof Phase.Open open && !open.isLevel()
                ? Optional.of(Level.perSecond(open.rate().from()) + " -> " + Level.perSecond(open.rateTo()))
                : Optional.empty();
    }
}
