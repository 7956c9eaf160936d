package dev.ralbench.report;

import dev.ralbench.Printable;
import dev.ralbench.measurement.ProgressSnapshot;
import java.io.PrintStream;
import org.fusesource.jansi.Ansi;

/** A few lines at the bottom of a terminal, drawn over at most four times a second. */
final class LiveProgress implements ProgressDisplay {
    private static final double INTERVAL_SECONDS = 0.25;

    private final PrintStream out;
    private final Page page;
    private double drawnAtSeconds = Double.NEGATIVE_INFINITY;
    private int linesDrawn;

    LiveProgress(PrintStream out, Page page) {
        this.out = out;
        this.page = page;
    }

    @Override
    public void update(ProgressSnapshot now) {
        if (now.runSeconds() - drawnAtSeconds < INTERVAL_SECONDS) {
            return;
        }
        drawnAtSeconds = now.runSeconds();
        var ansi = overDrawn();
        var lines = ProgressText.lines(now);
        lines.forEach(line -> ansi.a(fitted(line)).eraseLine(Ansi.Erase.FORWARD).newline());
        linesDrawn = lines.size();
        out.print(ansi);
        out.flush();
    }

    @Override
    public void message(String text) {
        out.print(overDrawn()
                .eraseScreen(Ansi.Erase.FORWARD)
                .a(Printable.lines(text))
                .newline());
        linesDrawn = 0;
        drawnAtSeconds = Double.NEGATIVE_INFINITY;
        out.flush();
    }

    @Override
    public void close() {
        if (linesDrawn > 0) {
            out.print(overDrawn().eraseScreen(Ansi.Erase.FORWARD));
            linesDrawn = 0;
        }
        out.flush();
    }

    /** The cursor back to the first line that was drawn. */
    private Ansi overDrawn() {
        var ansi = Ansi.ansi();
        return linesDrawn == 0 ? ansi : ansi.cursorUpLine(linesDrawn);
    }

    /** One column is left free: a full line would wrap on some terminals and break the count of lines. */
    private String fitted(String line) {
        return page.signs().fitted(page.signs().spelled(line), page.width() - 1);
    }
}
