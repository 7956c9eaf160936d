package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Page;
import dev.ralbench.page.Style;
import dev.ralbench.page.Terminal;
import dev.ralbench.page.progress.LiveWidth;
import dev.ralbench.page.progress.ProgressDisplay;
import dev.ralbench.result.ReadProgress;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** How results and progress look. */
final class DisplayOptions {
    /** Seconds between two lines of progress in a log. */
    private static final String INTERVAL = "RALBENCH_PROGRESS_SECONDS";

    private static final double USUAL_INTERVAL_SECONDS = 10;

    @Option(
            names = {"-q", "--quiet"},
            description = "No progress; twice (-qq): only whether the result is valid, or the gate's decision.")
    private boolean[] quiet = {};

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            description = "Colour: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}, on a terminal only).")
    private ColorOption color = ColorOption.AUTO;

    @Option(
            names = "--ascii",
            description = "Nothing but ASCII in tables; the default where the locale is not of UTF-8.")
    private boolean isAscii;

    boolean isQuiet() {
        return quiet.length > 0;
    }

    boolean isVerdictOnly() {
        return quiet.length > 1;
    }

    private Glyphs signs(Console console) {
        return isAscii || !console.showsUnicode() ? Glyphs.ASCII : Glyphs.UNICODE;
    }

    /** Prints hints on standard error, or drops them if ralbench is to be quiet. */
    Consumer<String> notes(Console console) {
        return isQuiet() ? text -> {} : console::tell;
    }

    /**
     * Says now and then how far a long file has been read; of a short one nothing, however slow the machine is. Many files
     * are counted on a terminal. Nothing at all if ralbench is to be quiet.
     */
    ReadProgress reading(Console console, Clock clock) {
        return isQuiet()
                ? ReadProgress.NONE
                : new ReadingNotes(
                        console.err(), isRedrawn(console) ? Optional.of(progress(console)) : Optional.empty(), clock);
    }

    private static final class ReadingNotes implements ReadProgress {
        private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);
        private static final long REDRAWN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
        private static final double MEBI = 1024 * 1024;

        private final PrintStream err;
        private final Optional<ProgressDisplay> terminal;
        private final Clock clock;
        private long nextNanos;
        private long nextRedrawnNanos;

        /** @param terminal empty if it is none */
        ReadingNotes(PrintStream err, Optional<ProgressDisplay> terminal, Clock clock) {
            this.err = err;
            this.terminal = terminal;
            this.clock = clock;
            this.nextNanos = clock.nanoTime() + PAUSE_NANOS;
            this.nextRedrawnNanos = clock.nanoTime() + REDRAWN_NANOS;
        }

        @Override
        public synchronized void at(Path file, long bytes, long of) {
            long now = clock.nanoTime();
            if (of >= MEBI && now >= nextNanos) {
                nextNanos = now + PAUSE_NANOS;
                var note = String.format(Locale.ROOT, "reading %s: %.0f of %.0f MiB", file, bytes / MEBI, of / MEBI);
                terminal.ifPresentOrElse(display -> display.message(note), () -> err.println(note));
            }
        }

        @Override
        public synchronized void read(int files, int of) {
            long now = clock.nanoTime();
            if (now >= nextRedrawnNanos) {
                nextRedrawnNanos = now + REDRAWN_NANOS;
                terminal.ifPresent(display -> display.step("reading results: " + files + " of " + of + " files"));
            }
        }

        @Override
        public synchronized void close() {
            terminal.ifPresent(ProgressDisplay::close);
        }
    }

    /** The page that tables are set on: standard output. */
    Page page(Console console) {
        boolean colored = isColored(console, console.terminal().outIsTerminal());
        return new Page(console.terminal().width(), signs(console), colored ? Style.COLOUR : Style.PLAIN);
    }

    /** Redraws on a terminal; a line now and then in a log or if the terminal cannot move its cursor. */
    ProgressDisplay progress(Console console) {
        if (quiet.length > 0) {
            return ProgressDisplay.quiet(console.err());
        }
        if (!isRedrawn(console)) {
            return ProgressDisplay.lines(console.err(), signs(console), intervalSeconds(console.environment()));
        }
        boolean colored = isColored(console, true);
        return ProgressDisplay.live(
                console.drawing(),
                signs(console),
                colored ? Style.COLOUR : Style.PLAIN,
                new LiveWidth(console.terminal().width(), Terminal::columnsOfStandardError));
    }

    /** Whether progress is redrawn in its place. */
    private static boolean isRedrawn(Console console) {
        var environment = console.environment();
        boolean isDumb = "dumb".equals(environment.get("TERM")) || environment.containsKey("CI");
        return console.terminal().errIsTerminal() && !isDumb;
    }

    private static double intervalSeconds(Map<String, String> environment) {
        var text = environment.getOrDefault(INTERVAL, "").strip();
        if (text.isEmpty()) {
            return USUAL_INTERVAL_SECONDS;
        }
        if (!text.matches("[0-9]{1,5}")) {
            throw Failure.usage(
                    INTERVAL + ": needs whole seconds, got " + text, "", "write " + INTERVAL + "=60, or leave it out");
        }
        return Integer.parseInt(text);
    }

    private boolean isColored(Console console, boolean isTerminal) {
        return switch (color) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> console.isColored(isTerminal);
        };
    }

    private enum ColorOption {
        AUTO,
        ALWAYS,
        NEVER;

        /** The name in lower case, as users type it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
