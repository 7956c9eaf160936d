package dev.ralbench.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.fusesource.jansi.internal.CLibrary;

/**
 * The devices behind standard output and standard error.
 *
 * @param width columns; {@link Page#WIDEST} if that is unknown
 */
public record Terminal(boolean outIsTerminal, boolean errIsTerminal, int width) {
    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    /** Device files of terminals: windows, consoles, serial lines and virtual machines. */
    private static final Pattern TERMINALS = Pattern.compile("/dev/(pts/|tty|console$|hvc).*");

    /** Whether one screen shows both streams. */
    public boolean isOne() {
        return outIsTerminal && errIsTerminal;
    }

    /** A pipe or file, as wide as tables get. */
    public static Terminal none() {
        return new Terminal(false, false, Page.WIDEST);
    }

    /**
     * The streams of this process. {@code COLUMNS} takes precedence over the terminal. If the kernel knows the type of
     * the streams, no native code is loaded: jansi would write a library to a file, which a killed ralbench leaves
     * behind.
     */
    public static Terminal ofThisProcess(Map<String, String> environment) {
        return Files.isDirectory(DESCRIPTORS) ? byName(environment, DESCRIPTORS) : byJansi(environment);
    }

    /** Asks the terminal, because {@code COLUMNS} may be outdated; empty if there is none. */
    public static Optional<Integer> columnsOfStandardError() {
        return TerminalWidth.of(STANDARD_ERROR);
    }

    /** @param descriptors with a link for each stream */
    static Terminal byName(Map<String, String> environment, Path descriptors) {
        boolean out = isTerminal(descriptors, STANDARD_OUTPUT);
        boolean err = isTerminal(descriptors, STANDARD_ERROR);
        int stream = out ? STANDARD_OUTPUT : STANDARD_ERROR;
        return new Terminal(
                out,
                err,
                columns(environment)
                        .or(() -> out || err ? TerminalWidth.of(stream) : Optional.empty())
                        .orElse(Page.WIDEST));
    }

    private static boolean isTerminal(Path descriptors, int stream) {
        try {
            var target = Files.readSymbolicLink(descriptors.resolve(String.valueOf(stream)));
            return TERMINALS.matcher(target.toString()).matches();
        } catch (IOException e) {
            return false; // closed
        }
    }

    private static Optional<Integer> columns(Map<String, String> environment) {
        return Optional.of(environment.getOrDefault("COLUMNS", ""))
                .filter(columns -> columns.matches("[1-9]\\d{0,4}"))
                .map(Integer::parseInt);
    }

    private static Terminal byJansi(Map<String, String> environment) {
        try {
            boolean out = CLibrary.isatty(STANDARD_OUTPUT) != 0;
            boolean err = CLibrary.isatty(STANDARD_ERROR) != 0;
            int stream = out ? STANDARD_OUTPUT : STANDARD_ERROR;
            int width = columns(environment).orElseGet(() -> out || err ? widthByJansi(stream) : Page.WIDEST);
            return new Terminal(out, err, width);
        } catch (LinkageError noNativeLibrary) {
            return none(); // plain output is right everywhere
        }
    }

    private static int widthByJansi(int stream) {
        var size = new CLibrary.WinSize();
        boolean known = CLibrary.ioctl(stream, CLibrary.TIOCGWINSZ, size) == 0 && size.ws_col > 0;
        return known ? size.ws_col : Page.WIDEST;
    }
}
