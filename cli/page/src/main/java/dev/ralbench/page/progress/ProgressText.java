package dev.ralbench.page.progress;

import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.TableCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** A snapshot in words. */
final class ProgressText {
    private static final int LABEL_WIDTH = 6;
    /** Of {@code 125 000/s}. */
    private static final int VALUE_WIDTH = 9;
    /** A shorter one says nothing. */
    private static final int SHORTEST_BAR = 6;

    private ProgressText() {}

    /**
     * The lines of the live display. What matters least is left out of a line that does not fit; bars fill the columns.
     *
     * @param minute of the load that the snapshot is of
     */
    static List<ProgressLine> lines(ProgressSnapshot now, LastMinute minute, HeldBars bars, int columns) {
        var lines = new ArrayList<ProgressLine>();
        lines.add(title(now, columns));
        lines.add(load(now, minute, columns));
        lines.add(course(
                "rate",
                perSecond(rate(minute)),
                count -> minute.newest(count, second -> OptionalDouble.of(second.responsesPerSecond())),
                columns));
        lines.add(responseTimes(now.lastSecond(), minute, columns));
        now.target().ifPresent(target -> lines.add(fitting(target(target), columns)));
        now.generator().ifPresent(generator -> lines.add(fitting(generator(generator), columns)));
        lines.addAll(bars(now, bars, columns));
        return lines;
    }

    /** Of the newest second; unknown before the first has gone by. */
    private static OptionalDouble rate(LastMinute minute) {
        return minute.newest(1, second -> OptionalDouble.of(second.responsesPerSecond())).stream()
                .findFirst()
                .orElse(OptionalDouble.empty());
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
                targetInWords(now),
                left(now.run(), atMost(now.run())).orElse("time left not known yet"));
    }

    private static String position(ProgressSnapshot now) {
        var at = now.at();
        var block = "block " + at.block() + "/" + at.blocks();
        var trial = at.turns() ? block : "trial " + at.trial() + "/" + at.trials() + " (" + block + ")";
        return trial + " · " + at.variant() + " · " + now.load().level();
    }

    /** With all that there is room for: the scenario is the same all the time, the level changes most. */
    private static ProgressLine title(ProgressSnapshot now, int columns) {
        var at = now.at();
        var block = "block " + at.block() + "/" + at.blocks() + (at.attempt() > 1 ? " again" : "");
        var trial = "trial " + at.trial() + "/" + at.trials();
        boolean isAlone = at.trials() == 1 && at.attempt() == 1;
        var place = isAlone ? "" : (at.turns() ? block : trial + " (" + block + ")") + " · ";
        var shortPlace = isAlone ? "" : (at.turns() || at.attempt() > 1 ? block : trial) + " · ";
        var rest = at.variant() + " · " + now.load().level();
        return Stream.of(
                        ProgressLine.of(
                                new TableCell(now.scenario(), Emphasis.TITLE), TableCell.of(" · " + place + rest)),
                        ProgressLine.of(TableCell.of(place + rest)),
                        ProgressLine.of(TableCell.of(shortPlace + rest)))
                .filter(line -> line.width() <= columns)
                .findFirst()
                .orElseGet(() -> ProgressLine.of(TableCell.of(rest)));
    }

    private static String users(ProgressSnapshot.Load load) {
        return (load.open() ? "connections " : "users ") + load.usersNow() + "/" + load.usersWanted();
    }

    private static ProgressLine load(ProgressSnapshot now, LastMinute minute, int columns) {
        var second = now.lastSecond();
        long errors = second.failuresSoFar();
        var parts = new ArrayList<TableCell>();
        parts.add(TableCell.of(users(now.load())));
        parts.add(new TableCell("errors " + Numbers.count((double) errors), errors > 0 ? Emphasis.BAD : Emphasis.NONE));
        if (minute.hasP99()) {
            parts.add(TableCell.of("p50 " + millis(second.p50Millis())));
        }
        return fitting(parts, columns);
    }

    /** Of a slow target the median: few seconds have responses enough for a p99. */
    private static ProgressLine responseTimes(LoadRecording.Second last, LastMinute minute, int columns) {
        return minute.hasP99()
                ? course(
                        "p99",
                        millis(last.p99Millis()),
                        count -> minute.newest(count, LastMinute.Sample::p99Millis),
                        columns)
                : course(
                        "p50",
                        millis(last.p50Millis()),
                        count -> minute.newest(count, LastMinute.Sample::p50Millis),
                        columns);
    }

    /** A figure of the last second, and how it came to that. */
    private static ProgressLine course(
            String name, String value, IntFunction<List<OptionalDouble>> newest, int columns) {
        var figure = label(name) + " ".repeat(Math.max(0, VALUE_WIDTH - Glyphs.width(value))) + value + " ";
        int room = columns - Glyphs.width(figure);
        if (room < SHORTEST_BAR) {
            return ProgressLine.of(TableCell.of(figure.stripTrailing()));
        }
        int each = Math.max(1, room / LastMinute.SECONDS);
        return ProgressLine.of(TableCell.of(figure + Sparkline.of(newest.apply(room / each), each)));
    }

    private static List<TableCell> target(ProgressSnapshot.TargetGlance target) {
        var parts = new ArrayList<TableCell>();
        parts.add(faint("target " + target.threads() + " OS threads"));
        parts.add(faint(Numbers.significant(target.cpuCores()) + " cores"));
        target.heapBytes().ifPresent(bytes -> parts.add(faint("heap " + Numbers.bytes((double) bytes))));
        parts.add(faint(Numbers.bytes((double) target.residentBytes()) + " resident"));
        return parts;
    }

    private static List<TableCell> generator(ProgressSnapshot.GeneratorHealth generator) {
        var parts = new ArrayList<TableCell>();
        var second = generator.lastSecond();
        parts.add(faint("generator " + percent(second.cores() / second.processors()) + " of "
                + Numbers.counted(second.processors(), "core")));
        generator.doubt().ifPresent(why -> parts.add(new TableCell("in doubt: " + why, Emphasis.WARNING)));
        second.machineBusyShare().ifPresent(share -> parts.add(faint("machine " + percent(share) + " busy")));
        return parts;
    }

    private static String percent(double share) {
        return Math.round(share * 100) + " %";
    }

    private static TableCell faint(String text) {
        return new TableCell(text, Emphasis.FAINT);
    }

    /** The first parts, as many as there is room for. */
    private static ProgressLine fitting(List<TableCell> parts, int columns) {
        var line = ProgressLine.of(parts.getFirst());
        for (var part : parts.subList(1, parts.size())) {
            var longer = line.plus(faint(" · ")).plus(part);
            if (longer.width() > columns) {
                break;
            }
            line = longer;
        }
        return line;
    }

    private static String targetInWords(ProgressSnapshot now) {
        return "target "
                + now.target()
                        .map(target -> target.threads() + " OS threads, "
                                + Numbers.bytes((double) target.residentBytes()) + " resident, "
                                + Numbers.significant(target.cpuCores()) + " cores")
                        .orElse("–");
    }

    /** Of trial and run, below each other and equally long. */
    private static List<ProgressLine> bars(ProgressSnapshot now, HeldBars shares, int columns) {
        var trial = times(now.trial(), "");
        var run = times(now.run(), atMost(now.run()));
        if (barWidth(trial, run, columns) < SHORTEST_BAR) {
            trial = left(now.trial(), "").orElse(trial);
            run = left(now.run(), atMost(now.run())).orElse(run);
        }
        int width = barWidth(trial, run, columns);
        return List.of(
                bar(now.at().turns() ? "block" : "trial", now.trial(), shares.trial(), width, trial),
                bar("run", now.run(), shares.run(), width, run));
    }

    private static int barWidth(String trial, String run, int columns) {
        return columns - LABEL_WIDTH - 1 - Math.max(Glyphs.width(trial), Glyphs.width(run));
    }

    private static ProgressLine bar(
            String name, ProgressSnapshot.Length length, double share, int width, String times) {
        if (length.planned().isEmpty() || width < SHORTEST_BAR) {
            return ProgressLine.of(TableCell.of(label(name) + times));
        }
        int full = (int) (share * width);
        return ProgressLine.of(
                TableCell.of(label(name)),
                new TableCell("█".repeat(full), Emphasis.GOOD),
                new TableCell("░".repeat(width - full), Emphasis.FAINT),
                TableCell.of(" " + times));
    }

    private static String label(String name) {
        return name + " ".repeat(Math.max(0, LABEL_WIDTH - name.length()));
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

    private static String perSecond(OptionalDouble rate) {
        return rate.isPresent() ? Numbers.of(MetricUnit.PER_SECOND, rate.getAsDouble()) : "–";
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
