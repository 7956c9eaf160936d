package dev.ralbench.command;

import dev.ralbench.load.Segment;
import dev.ralbench.runner.Schedule;
import dev.ralbench.runner.UserModel;
import dev.ralbench.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a run would do, and how long it would take. */
final class DryRun {
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
        var seconds = schedule.estimatedSeconds(timeline);
        lines.add(
                seconds.isPresent()
                        ? String.format(Locale.ROOT, "time: about %.0f s", seconds.getAsDouble())
                        : "time: until the requests of all trials are done");
        return lines;
    }

    private static String line(double from, Segment segment) {
        var length = segment.plannedSeconds();
        return length.isPresent()
                ? String.format(Locale.ROOT, "%7.1f s - %7.1f s  %s", from, from + length.getAsDouble(), what(segment))
                : String.format(Locale.ROOT, "%7.1f s - until done  %s", from, what(segment));
    }

    private static String what(Segment segment) {
        return segment instanceof Segment.Slope slope
                ? slope.usersFrom() + " -> " + slope.usersTo() + " users"
                : segment.description();
    }
}
