package dev.ralbench.report;

import dev.ralbench.measurement.ProgressSnapshot;
import java.io.PrintStream;

/**
 * Shows how a run goes on, on standard error. Has no thread and no clock: whoever runs the load calls {@link #update}
 * as often as it likes, always from one thread. May never fail a run: what cannot be printed is lost.
 */
public interface ProgressDisplay extends AutoCloseable {
    /** The newest state; most of them are not shown. */
    void update(ProgressSnapshot snapshot);

    /** A message that must not be lost between the redraws, such as a warning. */
    void message(String text);

    /** What is nice to know and goes with the display; nothing when it is quiet. */
    default void note(String text) {
        message(text);
    }

    /** Takes away what should not stay; nothing is shown afterwards. */
    @Override
    void close();

    /** Redraws a few lines in place: for a terminal that understands it. */
    static ProgressDisplay live(PrintStream out, Page page) {
        return new LiveProgress(out, page);
    }

    /** A line now and then: for a log. */
    static ProgressDisplay lines(PrintStream out, Signs signs) {
        return new LineProgress(out, signs);
    }

    /** Shows messages and nothing else. */
    static ProgressDisplay quiet(PrintStream out) {
        return new QuietProgress(out);
    }
}
