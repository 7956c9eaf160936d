package dev.ralbench.page;

import java.util.regex.Pattern;
import org.fusesource.jansi.Ansi;

/** How emphasis is shown: by colours on a terminal, not at all anywhere else. */
public enum Style {
    PLAIN,
    COLOUR;

    /** Everything that is sent to a terminal for it: bold, faint, green, magenta, red, and the end of each. */
    public static final Pattern SEQUENCE = Pattern.compile("\\x1b\\[(?:[012]|3[125])?m");

    public String apply(Emphasis emphasis, String text) {
        if (this == PLAIN || emphasis == Emphasis.NONE) {
            return text;
        }
        return start(emphasis).a(text).reset().toString();
    }

    private static Ansi start(Emphasis emphasis) {
        var ansi = Ansi.ansi();
        return switch (emphasis) {
            case NONE -> ansi;
            case TITLE -> ansi.bold();
            case FAINT -> ansi.a(Ansi.Attribute.INTENSITY_FAINT);
            case GOOD -> ansi.fgGreen();
            case WARNING -> ansi.fgMagenta(); // yellow can hardly be read on white
            case BAD -> ansi.fgRed();
        };
    }
}
