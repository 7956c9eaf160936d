package dev.ralbench.page.progress;

import dev.ralbench.Printable;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Style;
import java.io.PrintStream;

/**
 * Shows the progress of a run on standard error. Has no thread and no clock: the load's thread calls {@link #update} as
 * often as it likes. Any thread may call it, as services that start together tell of themselves at once. Never fails a run: text that cannot be printed is lost.
 */
public interface ProgressDisplay extends AutoCloseable {
    /** The newest state; most of them are not shown. */
    void update(ProgressSnapshot snapshot);

    /** A message that must not be lost between the redraws, such as a warning. */
    void message(String text);

    /**
     * What is being done until the next state or step. A display that redraws shows it for as long; nothing when it is
     * quiet.
     */
    default void step(String text) {
        message(text);
    }

    /** The terminal has another size than before. */
    default void resized() {}

    /** Clears temporary output; nothing is shown afterwards. */
    @Override
    void close();

    /** Redraws a few lines in place: for a terminal that understands it. */
    static ProgressDisplay live(PrintStream out, Glyphs signs, Style style, LiveWidth width) {
        return new LiveProgress(out, signs, style, width);
    }

    /**
     * A line now and then, of the time since the line before: for a log.
     *
     * @param intervalSeconds between two lines; 0 for all there is
     */
    static ProgressDisplay lines(PrintStream out, Glyphs signs, double intervalSeconds) {
        return new LineProgress(out, signs, intervalSeconds);
    }

    /** Shows messages and nothing else. */
    static ProgressDisplay quiet(PrintStream out) {
        return new QuietProgress(out);
    }

    /** No progress, only messages. */
    record QuietProgress(PrintStream out) implements ProgressDisplay {
        @Override
        public void update(ProgressSnapshot snapshot) {}

        @Override
        public void step(String text) {}

        @Override
        public void message(String text) {
            out.println(Printable.lines(text));
        }

        @Override
        public void close() {
            out.flush();
        }
    }
}
