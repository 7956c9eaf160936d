package dev.ralbench;

import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/**
 * Text from outside as it may be printed or written to a report: names, values, output of targets, answers of servers. No
 * sign of it moves a cursor, changes a colour or a window's title, or lets later text read backwards. This is the one
 * place that says which signs can.
 */
public final class Printable {
    private static final char SUBSTITUTE = '?';
    /** A colour sequence in a program's output: it ends in {@code m} and only sets colour. */
    private static final Pattern COLOUR = Pattern.compile("\\x1b\\[[0-9;:]*m");

    private Printable() {}

    /** One line: of line breaks and tabs, too, only a question mark is left. */
    public static String line(String text) {
        return without(text, Printable::isHidden);
    }

    /** Several lines: line breaks and tabs stay. */
    public static String lines(String text) {
        return without(text.replace("\r\n", "\n"), sign -> isHidden(sign) && sign != '\n' && sign != '\t');
    }

    /** The output of a program, several lines: without its colours, and with overwritten text as a line of its own. */
    public static String output(String text) {
        var plain = COLOUR.matcher(text).replaceAll("");
        return lines(plain.replace("\r\n", "\n").replace('\r', '\n'));
    }

    /**
     * Whether a sign, a code point, is an order and no sign: the control characters of ASCII and of Latin-1, and those
     * that override the direction of writing.
     */
    public static boolean isHidden(int sign) {
        return Character.isISOControl(sign) || (sign >= 0x202a && sign <= 0x202e) || (sign >= 0x2066 && sign <= 0x2069);
    }

    private static String without(String text, IntPredicate signs) {
        if (text.codePoints().noneMatch(signs)) {
            return text;
        }
        var printable = new StringBuilder(text.length());
        text.codePoints().forEach(sign -> printable.appendCodePoint(signs.test(sign) ? SUBSTITUTE : sign));
        return printable.toString();
    }
}
