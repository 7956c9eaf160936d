package dev.ralbench.report;

import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.MetricUnit;
import dev.ralbench.measurement.ProgressSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A snapshot in words. */
final class ProgressText {
    private static final int LABEL_WIDTH = 6;
    /** A shorter one says nothing. */
    private static final int SHORTEST_BAR = 6;

    private ProgressText() {}

    /** The lines of the live display, each with all that matters within 80 columns; bars fill the columns. */
    static List<ProgressLine> lines(ProgressSnapshot now, int columns) {
        var trial = times(now.trialSeconds(), now.trialSecondsPlanned(), "");
        var run = times(now.runSeconds(), now.runSecondsPlanned(), atMost(now));
        int bar = columns - LABEL_WIDTH - 1 - Math.max(Glyphs.width(trial), Glyphs.width(run));
        return List.of(
                ProgressLine.of(new Cell(now.scenario(), Emphasis.TITLE), Cell.of(" · " + place(now))),
                load(now),
                ProgressLine.of(new Cell(target(now), Emphasis.FAINT)),
                bar(now.turns() ? "block" : "trial", now.trialSeconds(), now.trialSecondsPlanned(), bar, trial),
                bar("run", now.runSeconds(), now.runSecondsPlanned(), bar, run));
    }

    /** @param news what happened since the line before */
    static String oneLine(ProgressSnapshot now, LoadTotals news) {
        return String.join(
                " · ",
                clock(now.runSeconds()),
                now.scenario(),
                place(now),
                users(now),
                "last " + Math.round(news.seconds()) + " s: "
                        + Numbers.of(MetricUnit.PER_SECOND, news.responsesPerSecond()) + ", p50 "
                        + millis(news.percentileMillis(50)) + ", p99 " + millis(news.percentileMillis(99)) + ", errors "
                        + Numbers.count((double) news.failures()),
                target(now),
                left(now.runSeconds(), now.runSecondsPlanned(), atMost(now)).orElse("time left not known yet"));
    }

    private static String place(ProgressSnapshot now) {
        var block = "block " + now.block() + "/" + now.blocks();
        var trial = now.turns() ? block : "trial " + now.trial() + "/" + now.trials() + " (" + block + ")";
        return trial + " · " + now.variant() + " · " + now.level();
    }

    private static String users(ProgressSnapshot now) {
        return (now.open() ? "connections " : "users ") + now.usersNow() + "/" + now.usersWanted();
    }

    private static ProgressLine load(ProgressSnapshot now) {
        return ProgressLine.of(
                Cell.of(users(now) + " · " + Numbers.of(MetricUnit.PER_SECOND, now.requestsPerSecond()) + " · p50 "
                        + millis(now.p50Millis()) + " · p99 " + millis(now.p99Millis()) + " · "),
                new Cell(
                        "errors " + Numbers.count((double) now.errors()),
                        now.errors() > 0 ? Emphasis.BAD : Emphasis.NONE));
    }

    private static String target(ProgressSnapshot now) {
        var parts = new ArrayList<String>();
        now.targetThreads().ifPresent(threads -> parts.add(threads + " OS threads"));
        now.targetResidentBytes().ifPresent(bytes -> parts.add(Numbers.bytes((double) bytes) + " resident"));
        now.targetCores().ifPresent(cores -> parts.add(Numbers.significant(cores) + " cores"));
        return "target " + (parts.isEmpty() ? "–" : String.join(", ", parts));
    }

    private static ProgressLine bar(String name, double seconds, OptionalDouble planned, int width, String times) {
        var label = name + " ".repeat(Math.max(0, LABEL_WIDTH - name.length()));
        if (planned.isEmpty() || width < SHORTEST_BAR) {
            return ProgressLine.of(Cell.of(label + times));
        }
        int full = (int) (Math.clamp(seconds / planned.getAsDouble(), 0, 1) * width);
        return ProgressLine.of(
                Cell.of(label),
                new Cell("█".repeat(full), Emphasis.GOOD),
                new Cell("░".repeat(width - full), Emphasis.FAINT),
                Cell.of(" " + times));
    }

    /** {@code 1:00 of 2:00, 1:00 left}; only the first if the rest is not known. */
    private static String times(double seconds, OptionalDouble planned, String atMost) {
        return clock(seconds)
                + left(seconds, planned, atMost)
                        .map(left -> " of " + clock(planned.orElseThrow()) + ", " + left)
                        .orElse("");
    }

    private static Optional<String> left(double seconds, OptionalDouble planned, String atMost) {
        return planned.isEmpty()
                ? Optional.empty()
                : Optional.of(atMost + clock(Math.max(0, planned.getAsDouble() - seconds)) + " left");
    }

    private static String atMost(ProgressSnapshot now) {
        return now.mayEndSooner() ? "at most " : "";
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
