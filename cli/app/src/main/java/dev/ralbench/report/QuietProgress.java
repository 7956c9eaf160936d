package dev.ralbench.report;

import dev.ralbench.Printable;
import dev.ralbench.measurement.ProgressSnapshot;
import java.io.PrintStream;

/** No progress, only messages. */
record QuietProgress(PrintStream out) implements ProgressDisplay {
    @Override
    public void update(ProgressSnapshot snapshot) {}

    @Override
    public void note(String text) {}

    @Override
    public void message(String text) {
        out.println(Printable.lines(text));
    }

    @Override
    public void close() {
        out.flush();
    }
}
