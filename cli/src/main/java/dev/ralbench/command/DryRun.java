package dev.ralbench.command;

import dev.ralbench.load.Segment;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.runner.Schedule;
import dev.ralbench.runner.UserModel;
import dev.ralbench.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a run would do, and how long it would take. */
final class DryRun {
    private static final double SECONDS_AROUND_A_TRIAL = 4;

    private DryRun() {}

    static List<String> lines(Scenario scenario, Schedule schedule) {
        var timeline = scenario.load().timeline();
        var lines = new ArrayList<String>();
        lines.add(scenario.name() + ": " + scenario.title());
        lines.add(UserModel.sentence(scenario.load()));
        lines.add("");
        double at = 0;
        for (var segment : timeline.segments()) {
            lines.add(line(at, segment));
            at += segment.plannedSeconds().orElse(0);
        }
        lines.add("");
        timeline.userSeconds()
                .ifPresent(offered ->
                        lines.add(String.format(Locale.ROOT, "offered: %.0f user-seconds per variant", offered)));
        for (var block : schedule.names()) {
            lines.add("block: " + String.join(", ", block));
        }
        lines.add(duration(timeline, schedule.trials().size()));
        return lines;
    }

    private static String line(double from, Segment segment) {
        var what = switch (segment) {
            case Segment.Level level -> level.users() + " users";
            case Segment.Slope slope -> slope.usersFrom() + " -> " + slope.usersTo() + " users";
            case Segment.Counted counted -> counted.requests() + " requests by " + counted.users() + " users";
        };
        var length = segment.plannedSeconds();
        return length.isPresent()
                ? String.format(Locale.ROOT, "%7.1f s - %7.1f s  %s", from, from + length.getAsDouble(), what)
                : String.format(Locale.ROOT, "%7.1f s - until done  %s", from, what);
    }

    private static String duration(UserTimeline timeline, int trials) {
        var one = timeline.plannedSeconds();
        return one.isEmpty()
                ? "time: until " + trials + " x the requests are done"
                : String.format(
                        Locale.ROOT,
                        "time: about %.0f s (%d x %.0f s and about %.0f s around each)",
                        trials * (one.getAsDouble() + SECONDS_AROUND_A_TRIAL),
                        trials,
                        one.getAsDouble(),
                        SECONDS_AROUND_A_TRIAL);
    }
}
