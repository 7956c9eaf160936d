package dev.ralbench.page.progress;

import dev.ralbench.Printable;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.page.Glyphs;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Now and then a line on the events since the last one: little enough for a CI log. */
final class LineProgress implements ProgressDisplay {
    /** Shorter stretches have no figures. */
    private static final double SHORTEST_SECONDS = 1;

    private final PrintStream out;
    private final Glyphs signs;
    private final double intervalSeconds;
    /** The latest totals by the number of the trial, because the trials of a block may take turns. */
    private final Map<Integer, LoadTotals> now = new HashMap<>();

    private final Map<Integer, LoadTotals> atLastLine = new HashMap<>();
    private int block;
    private OptionalDouble lastLineSeconds = OptionalDouble.empty();

    /** @param intervalSeconds between two lines; 0 for all there is */
    LineProgress(PrintStream out, Glyphs signs, double intervalSeconds) {
        this.out = out;
        this.signs = signs;
        this.intervalSeconds = intervalSeconds;
    }

    @Override
    public synchronized void update(ProgressSnapshot snapshot) {
        if (lastLineSeconds.isEmpty()) {
            lastLineSeconds = OptionalDouble.of(snapshot.run().seconds());
        }
        keep(snapshot);
        if (snapshot.run().seconds() - lastLineSeconds.getAsDouble() < intervalSeconds) {
            return;
        }
        var before = atLastLine.get(snapshot.at().trial());
        var news = before == null
                ? snapshot.lastSecond().soFar()
                : snapshot.lastSecond().soFar().since(before);
        if (news.seconds() < Math.min(SHORTEST_SECONDS, intervalSeconds)) {
            return;
        }
        out.println(signs.spelled(ProgressText.oneLine(snapshot, news)));
        lastLineSeconds = OptionalDouble.of(snapshot.run().seconds());
        atLastLine.putAll(now);
    }

    /** Forgets finished trials, and the findings of a block that is measured again. */
    private void keep(ProgressSnapshot snapshot) {
        var known = now.get(snapshot.at().trial());
        boolean isOver = snapshot.at().turns() ? snapshot.at().block() != block : known == null;
        boolean beginsAgain = known != null && snapshot.lastSecond().soFar().seconds() < known.seconds();
        if (isOver || beginsAgain) {
            now.clear();
            atLastLine.clear();
        }
        block = snapshot.at().block();
        now.put(snapshot.at().trial(), snapshot.lastSecond().soFar());
    }

    @Override
    public synchronized void message(String text) {
        out.println(Printable.lines(text));
    }

    @Override
    public synchronized void close() {
        out.flush();
    }
}
