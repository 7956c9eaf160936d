package dev.ralbench.page.progress;

import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.TableCell;
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
        var trial = times(now.trial(), "");
        var run = times(now.run(), atMost(now.run()));
        int bar = columns - LABEL_WIDTH - 1 - Math.max(Glyphs.width(trial), Glyphs.width(run));
        return List.of(
                ProgressLine.of(new TableCell(now.scenario(), Emphasis.TITLE), TableCell.of(" · " + position(now))),
                load(now),
                ProgressLine.of(new TableCell(target(now), Emphasis.FAINT)),
                bar(now.at().turns() ? "block" : "trial", now.trial(), bar, trial),
                bar("run", now.run(), bar, run));
    }

    /** @param news totals since the line before */
    static String oneLine(ProgressSnapshot now, LoadTotals news) {
        return String.join(
                " · ",
                clock(now.run().seconds()),
                now.scenario(),
                position(now),
                users(now.load()),
                "last " + Math.round(news.seconds()) + " s: "
                        + Numbers.of(MetricUnit.PER_SECOND, news.responsesPerSecond()) + ", p50 "
                        + millis(news.percentileMillis(50)) + ", p99 " + millis(news.percentileMillis(99)) + ", errors "
                        + Numbers.count((double) news.failures()),
                target(now),
                left(now.run(), atMost(now.run())).orElse("time left not known yet"));
    }

    private static String position(ProgressSnapshot now) {
        var at = now.at();
        var block = "block " + at.block() + "/" + at.blocks();
        var trial = at.turns() ? block : "trial " + at.trial() + "/" + at.trials() + " (" + block + ")";
        return trial + " · " + at.variant() + " · " + now.load().level();
    }

    private static String users(ProgressSnapshot.Load load) {
        return (load.open() ? "connections " : "users ") + load.usersNow() + "/" + load.usersWanted();
    }

    private static ProgressLine load(ProgressSnapshot now) {
        var second = now.lastSecond();
        long errors = second.failuresSoFar();
        return ProgressLine.of(
                TableCell.of(users(now.load()) + " · " + Numbers.of(MetricUnit.PER_SECOND, (double) second.responses())
                        + " · p50 " + millis(second.p50Millis()) + " · p99 " + millis(second.p99Millis()) + " · "),
                new TableCell("errors " + Numbers.count((double) errors), errors > 0 ? Emphasis.BAD : Emphasis.NONE));
    }

    private static String target(ProgressSnapshot now) {
        return "target "
                + now.target()
                        .map(target -> target.threads() + " OS threads, "
                                + Numbers.bytes((double) target.residentBytes()) + " resident, "
                                + Numbers.significant(target.cpuCores()) + " cores")
                        .orElse("–");
    }

    private static ProgressLine bar(String name, ProgressSnapshot.Length length, int width, String times) {
        var label = name + " ".repeat(Math.max(0, LABEL_WIDTH - name.length()));
        if (length.planned().isEmpty() || width < SHORTEST_BAR) {
            return ProgressLine.of(TableCell.of(label + times));
        }
        int full = (int) (Math.clamp(length.seconds() / length.planned().getAsDouble(), 0, 1) * width);
        return ProgressLine.of(
                TableCell.of(label),
                new TableCell("█".repeat(full), Emphasis.GOOD),
                new TableCell("░".repeat(width - full), Emphasis.FAINT),
                TableCell.of(" " + times));
    }

    /** {@code 1:00 of 2:00, 1:00 left}; only the first if the rest is not known. */
    private static String times(ProgressSnapshot.Length length, String atMost) {
        return clock(length.seconds())
                + left(length, atMost)
                        .map(left -> " of " + clock(length.planned().orElseThrow()) + ", " + left)
                        .orElse("");
    }

    /** Never that nothing is left: it still goes on. */
    private static Optional<String> left(ProgressSnapshot.Length length, String atMost) {
        if (length.planned().isEmpty()) {
            return Optional.empty();
        }
        double left = length.planned().getAsDouble() - length.seconds();
        return Optional.of(left < -1 ? "longer than foretold" : atMost + clock(Math.max(1, left)) + " left");
    }

    private static String atMost(ProgressSnapshot.Length length) {
        return length.mayEndSooner() ? "at most " : "";
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
