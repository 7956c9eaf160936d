package dev.ralbench.page.progress;

import dev.ralbench.Printable;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Page;
import dev.ralbench.page.Style;
import java.io.PrintStream;
import java.util.List;
import org.fusesource.jansi.Ansi;

/** A few lines at the bottom of a terminal, drawn over at most four times a second. */
final class LiveProgress implements ProgressDisplay {
    private static final double INTERVAL_SECONDS = 0.25;

    private final PrintStream out;
    private final Glyphs signs;
    private final Style style;
    private final LiveWidth width;
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
    public void update(ProgressSnapshot now) {
        if (now.run().seconds() - drawnAtSeconds < INTERVAL_SECONDS) {
            return;
        }
        drawnAtSeconds = now.run().seconds();
        int columns = width.columns();
        int used = columns - 1; // a full line would wrap on some terminals and break the count of lines
        var lines = ProgressText.lines(now, used).stream()
                .map(line -> line.spelled(signs).fitted(signs, used))
                .toList();
        var ansi = overDrawn(columns);
        lines.forEach(
                line -> ansi.a(line.styled(style)).eraseLine(Ansi.Erase.FORWARD).newline());
        drawn = lines.stream().map(ProgressLine::width).toList();
        out.print(ansi);
        out.flush();
    }

    @Override
    public void message(String text) {
        out.print(overDrawn(width.columns())
                .eraseScreen(Ansi.Erase.FORWARD)
                .a(String.join("\n", new Page(width.columns(), signs, Style.PLAIN).fitted(Printable.lines(text))))
                .newline());
        drawn = List.of();
        drawnAtSeconds = Double.NEGATIVE_INFINITY;
        out.flush();
    }

    @Override
    public void resized() {
        width.resized();
    }

    @Override
    public void close() {
        if (!drawn.isEmpty()) {
            out.print(overDrawn(width.columns()).eraseScreen(Ansi.Erase.FORWARD));
            drawn = List.of();
        }
        out.flush();
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
        return rows > drawn.size() ? ansi.eraseScreen(Ansi.Erase.FORWARD) : ansi;
    }
}
