package dev.ralbench.report;

import dev.ralbench.Printable;
import dev.ralbench.measurement.ProgressSnapshot;
import java.io.PrintStream;

/** One line when something begins and one every ten seconds in between: what a CI log can hold. */
final class LineProgress implements ProgressDisplay {
    private static final double INTERVAL_SECONDS = 10;

    private final PrintStream out;
    private final Signs signs;
    private String shownPart = "";
    private double shownAtSeconds;

    LineProgress(PrintStream out, Signs signs) {
        this.out = out;
        this.signs = signs;
    }

    @Override
    public void update(ProgressSnapshot now) {
        // A turn takes seconds: only levels are told of.
        var part = now.turns() ? now.block() + " " + now.usersWanted() : now.trial() + " " + now.level();
        if (part.equals(shownPart) && now.runSeconds() - shownAtSeconds < INTERVAL_SECONDS) {
            return;
        }
        shownPart = part;
        shownAtSeconds = now.runSeconds();
        out.println(signs.spelled(ProgressText.oneLine(now)));
    }

    @Override
    public void message(String text) {
        out.println(Printable.lines(text));
    }

    @Override
    public void close() {
        out.flush();
    }
}
