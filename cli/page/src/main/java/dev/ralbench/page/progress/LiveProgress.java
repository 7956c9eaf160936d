package dev.ralbench.page.progress;

import dev.ralbench.Printable;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Page;
import dev.ralbench.page.Style;
import dev.ralbench.page.TableCell;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.fusesource.jansi.Ansi;

/** A few lines at the bottom of a terminal, drawn over at most four times a second. */
final class LiveProgress implements ProgressDisplay {
    private static final double INTERVAL_SECONDS = 0.25;

    /** The end of a line that is erased may have so many: numbers lose a digit or a unit. */
    private static final int ERASED_COLUMNS = 8;

    private final PrintStream out;
    private final Glyphs signs;
    private final Style style;
    private final LiveWidth width;
    private final HeldBars bars = new HeldBars();
    /** By the number of the trial. */
    private final Map<Integer, LastMinute> minutes = new HashMap<>();

    private int block;
    /** Shown until the next update. */
    private List<ProgressLine> step = List.of();

    private double drawnAtSeconds = Double.NEGATIVE_INFINITY;
    /** Columns that each line took when it was drawn. */
    private List<Integer> drawn = List.of();

    LiveProgress(PrintStream out, Glyphs signs, Style style, LiveWidth width) {
        this.out = out;
        this.signs = signs;
        this.style = style;
        this.width = width;
    }

    @Override
    public synchronized void update(ProgressSnapshot now) {
        var minute = minuteOf(now);
        if (now.run().seconds() - drawnAtSeconds < INTERVAL_SECONDS) {
            return;
        }
        drawnAtSeconds = now.run().seconds();
        int columns = width.columns();
        int used = columns - 1; // a full line would wrap on some terminals and break the count of lines
        bars.follow(now);
        var lines = ProgressText.lines(now, minute, bars, used).stream()
                .map(line -> line.spelled(signs).fitted(signs, used))
                .toList();
        draw(lines, columns);
        step = List.of();
    }

    private void draw(List<ProgressLine> lines, int columns) {
        var ansi = overDrawn(columns);
        if (isMuchShorter(lines)) {
            eraseFromHere(ansi);
        }
        lines.forEach(
                line -> ansi.a(line.styled(style)).eraseLine(Ansi.Erase.FORWARD).newline());
        drawn = lines.stream().map(ProgressLine::width).toList();
        out.print(ansi);
        out.flush();
    }

    /** In the place of the state, which is over. */
    @Override
    public synchronized void step(String text) {
        step = Printable.lines(text)
                .lines()
                .map(line -> ProgressLine.of(new TableCell(line, Emphasis.FAINT)))
                .toList();
        drawStep();
    }

    private void drawStep() {
        int columns = width.columns();
        draw(
                step.stream()
                        .map(line -> line.spelled(signs).fitted(signs, columns - 1))
                        .toList(),
                columns);
        drawnAtSeconds = Double.NEGATIVE_INFINITY;
    }

    /** With the newest second. The trials of a block may take turns, so each has its own, up to the next block. */
    private LastMinute minuteOf(ProgressSnapshot now) {
        if (now.at().block() != block) {
            block = now.at().block();
            minutes.clear();
        }
        var minute = minutes.computeIfAbsent(now.at().trial(), first -> new LastMinute());
        minute.add(now.lastSecond());
        return minute;
    }

    @Override
    public synchronized void message(String text) {
        out.print(eraseFromHere(overDrawn(width.columns()))
                .a(String.join("\n", new Page(width.columns(), signs, Style.PLAIN).fitted(Printable.lines(text))))
                .newline());
        drawn = List.of();
        drawnAtSeconds = Double.NEGATIVE_INFINITY;
        drawStep(); // no update redraws it
    }

    @Override
    public synchronized void resized() {
        width.resized();
    }

    @Override
    public synchronized void close() {
        if (!drawn.isEmpty()) {
            out.print(eraseFromHere(overDrawn(width.columns())));
            drawn = List.of();
        }
        out.flush();
    }

    /**
     * Whether a line disappears, or loses so much that it matters at a resize: tmux takes the erased end of a line for
     * a part of it, and wraps it.
     */
    private boolean isMuchShorter(List<ProgressLine> lines) {
        return lines.size() < drawn.size()
                || IntStream.range(0, drawn.size())
                        .anyMatch(row -> lines.get(row).width() < drawn.get(row) - ERASED_COLUMNS);
    }

    /**
     * The cursor back to the first line that was drawn. A terminal that became narrower has wrapped lines into more
     * rows than there were, which are erased.
     */
    private Ansi overDrawn(int columns) {
        var ansi = Ansi.ansi();
        if (drawn.isEmpty()) {
            return ansi;
        }
        int rows = drawn.stream()
                .mapToInt(line -> Math.max(1, Math.ceilDiv(line, columns)))
                .sum();
        ansi.cursorUpLine(rows);
        return rows > drawn.size() ? eraseFromHere(ansi) : ansi;
    }

    /**
     * Erases the screen from the beginning of a line on. Its first column goes by another order: if all of the screen is
     * erased, tmux keeps it in its history, where the user would find each of these states.
     */
    private static Ansi eraseFromHere(Ansi ansi) {
        return ansi.eraseLine(Ansi.Erase.ALL)
                .cursorRight(1)
                .eraseScreen(Ansi.Erase.FORWARD)
                .cursorToColumn(1);
    }
}
