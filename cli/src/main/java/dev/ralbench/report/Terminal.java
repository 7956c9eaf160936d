package dev.ralbench.report;

import java.util.Map;
import org.fusesource.jansi.internal.CLibrary;

/**
 * What standard output and standard error are connected to.
 *
 * @param width columns; {@link Page#WIDEST} where that cannot be known
 */
public record Terminal(boolean outIsTerminal, boolean errIsTerminal, int width) {
    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;

    /** A pipe or file, as wide as tables get. */
    public static Terminal none() {
        return new Terminal(false, false, Page.WIDEST);
    }

    /** The streams of this process. {@code COLUMNS} is believed before the terminal is asked. */
    public static Terminal ofThisProcess(Map<String, String> environment) {
        try {
            boolean out = CLibrary.isatty(STANDARD_OUTPUT) != 0;
            boolean err = CLibrary.isatty(STANDARD_ERROR) != 0;
            return new Terminal(out, err, width(environment, out ? STANDARD_OUTPUT : STANDARD_ERROR, out || err));
        } catch (LinkageError noNativeLibrary) {
            return new Terminal(false, false, Page.WIDEST); // plain output is right everywhere
        }
    }

    private static int width(Map<String, String> environment, int stream, boolean isTerminal) {
        var columns = environment.getOrDefault("COLUMNS", "");
        if (columns.matches("[1-9]\\d{0,4}")) {
            return Integer.parseInt(columns);
        }
        if (!isTerminal) {
            return Page.WIDEST;
        }
        var size = new CLibrary.WinSize();
        boolean known = CLibrary.ioctl(stream, CLibrary.TIOCGWINSZ, size) == 0 && size.ws_col > 0;
        return known ? size.ws_col : Page.WIDEST;
    }
}
