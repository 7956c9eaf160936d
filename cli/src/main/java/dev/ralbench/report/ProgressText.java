package dev.ralbench.report;

import dev.ralbench.measurement.MetricUnit;
import dev.ralbench.measurement.ProgressSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** A snapshot in words. */
final class ProgressText {
    private static final int BAR_WIDTH = 24;

    private ProgressText() {}

    /** The lines of the live display, each with all that matters within 80 columns. */
    static List<String> lines(ProgressSnapshot now) {
        var lines = new ArrayList<String>();
        lines.add(where(now));
        lines.add(load(now));
        lines.add(target(now));
        lines.add(bar(now.turns() ? "block" : "trial", now.trialSeconds(), now.trialSecondsPlanned()));
        lines.add(bar("run", now.runSeconds(), now.runSecondsPlanned()));
        return lines;
    }

    static String oneLine(ProgressSnapshot now) {
        return "%s · %s · %s · %s"
                .formatted(clock(now.runSeconds()), where(now), load(now), target(now))
                .strip();
    }

    private static String where(ProgressSnapshot now) {
        var block = "block " + now.block() + "/" + now.blocks();
        var trial = now.turns() ? block : "trial " + now.trial() + "/" + now.trials() + " (" + block + ")";
        return now.scenario() + " · " + trial + " · " + now.variant() + " · " + now.level();
    }

    private static String load(ProgressSnapshot now) {
        return (now.open() ? "connections " : "users ") + now.usersNow() + "/" + now.usersWanted() + " · "
                + Numbers.of(MetricUnit.PER_SECOND, now.requestsPerSecond()) + " · p50 " + millis(now.p50Millis())
                + " · p99 " + millis(now.p99Millis()) + " · errors " + Numbers.count((double) now.errors());
    }

    private static String target(ProgressSnapshot now) {
        var parts = new ArrayList<String>();
        now.targetThreads().ifPresent(threads -> parts.add(threads + " threads"));
        now.targetResidentBytes().ifPresent(bytes -> parts.add(Numbers.bytes((double) bytes) + " resident"));
        now.targetCores().ifPresent(cores -> parts.add(Numbers.significant(cores) + " cores"));
        return "target " + (parts.isEmpty() ? "–" : String.join(", ", parts));
    }

    private static String bar(String name, double seconds, OptionalDouble planned) {
        var label = name + " ".repeat(Math.max(0, 6 - name.length()));
        if (planned.isEmpty() || planned.getAsDouble() <= 0) {
            return label + clock(seconds);
        }
        double share = Math.clamp(seconds / planned.getAsDouble(), 0, 1);
        int full = (int) (share * BAR_WIDTH);
        return label + "█".repeat(full) + "░".repeat(BAR_WIDTH - full) + " " + clock(seconds) + " of "
                + clock(planned.getAsDouble()) + ", " + clock(Math.max(0, planned.getAsDouble() - seconds)) + " left";
    }

    private static String millis(OptionalDouble millis) {
        return millis.isPresent() ? Numbers.millis(millis.getAsDouble()) : "–";
    }

    /** {@code 1:05}, {@code 1:02:03}. */
    static String clock(double seconds) {
        long whole = Math.round(seconds);
        long hours = whole / 3600;
        var minutes = Long.toString(whole / 60 % 60);
        var rest = twoDigits(whole % 60);
        return hours == 0 ? minutes + ":" + rest : hours + ":" + twoDigits(whole / 60 % 60) + ":" + rest;
    }

    private static String twoDigits(long number) {
        return number < 10 ? "0" + number : Long.toString(number);
    }
}
