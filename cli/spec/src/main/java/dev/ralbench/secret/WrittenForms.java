package dev.ralbench.secret;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Regular expressions, for letters of either case, of all forms in which a program may write a text: each sign as it is
 * or escaped in the way of URLs, forms, JSON, the common languages, HTML or XML; and Base64 of the text or of a longer
 * one that holds it. The signs are taken one by one because programs disagree about which of them they escape: in a
 * path, {@code /} stays while {@code =} does not.
 */
final class WrittenForms {
    private static final int LAST_ASCII = 127;
    private static final int LAST_LATIN = 255;
    private static final int BITS_OF_BYTE = 8;
    private static final int BITS_OF_DIGIT = 6;
    /** Digits of Base64 that two texts hardly have in common by chance. */
    private static final int FEWEST_DIGITS = 8;

    /** What {@code \\s} matches, without line breaks. */
    private static final String BLANKS = " \t\u000b\f";

    /** One backslash, or more of it: JSON may be in a string of JSON. */
    private static final String BACKSLASHES = "\\\\{1,4}+";

    private WrittenForms() {}

    /** The regular expressions, without groups that capture; each takes a time that grows with the text alone. */
    static Stream<String> of(String text) {
        return Stream.concat(Stream.of(signBySign(text)), inBase64(text));
    }

    private static String signBySign(String text) {
        var runs = new StringBuilder();
        var signs = text.codePoints().toArray();
        int from = 0;
        while (from < signs.length) {
            int to = from + 1;
            while (to < signs.length && isOfRun(signs[to], signs[from])) {
                to++;
            }
            runs.append(run(signs, from, to));
            from = to;
        }
        return runs.toString();
    }

    /** The blanks that a line begins with are of the break before it, which may have others in their place. */
    private static boolean isOfRun(int sign, int first) {
        return Run.of(sign) == Run.of(first) || (Run.of(first) == Run.LINE_BREAK && BLANKS.indexOf(sign) >= 0);
    }

    /** Signs that a form takes together: one by one, the ways to match a row of them would multiply. */
    private enum Run {
        PLAIN,
        BACKSLASH,
        LINE_BREAK,
        ESCAPED,
        LOSSY;

        static Run of(int sign) {
            if (sign == '\\') {
                return BACKSLASH;
            }
            if (sign == '\n' || sign == '\r') {
                return LINE_BREAK;
            }
            if (sign > LAST_ASCII || Character.isISOControl(sign)) {
                return LOSSY;
            }
            return Character.isLetterOrDigit(sign) ? PLAIN : ESCAPED;
        }
    }

    private static String run(int[] signs, int from, int to) {
        int length = to - from;
        var oneByOne = IntStream.range(from, to).mapToObj(at -> sign(signs[at])).collect(Collectors.joining());
        return switch (Run.of(signs[from])) {
            case PLAIN, ESCAPED -> oneByOne;
            case BACKSLASH -> "(?:\\\\{" + length + "," + 4 * length + "}+|" + oneByOne + ")";
            // written as they are, the lines after the first may be indented, and empty ones left out
            case LINE_BREAK -> {
                var each = ("\r\n" + BLANKS)
                        .chars()
                        .mapToObj(WrittenForms::escapes)
                        .collect(Collectors.joining("|"));
                // of a form, where a blank is a plus sign; as few as will do, for one may be the text's own
                yield "(?:(?:\\s|" + each + ")++\\+{0," + length + "}?|[ /?]{1,3}+)";
            }
            // of an alphabet that lacks the sign, or as bytes that were read as Latin-1
            case LOSSY -> "(?:" + oneByOne + "|[?\\uFFFD]{" + length + "," + 4 * length + "}+)";
        };
    }

    private static String sign(int sign) {
        var itself = quoted(sign);
        if (Run.of(sign) == Run.PLAIN) {
            return itself;
        }
        var forms = new ArrayList<String>();
        forms.add(itself);
        if (sign != '\\' && sign <= LAST_ASCII) {
            forms.add(BACKSLASHES + itself);
        }
        if (sign == ' ') {
            forms.add("\\+");
        }
        if (sign > LAST_ASCII) {
            forms.add(quoted(new String(bytes(sign), StandardCharsets.ISO_8859_1)));
        }
        forms.add(escapes(sign));
        return "(?:" + String.join("|", forms) + ")";
    }

    /** The ways to write a sign by its number or its name. */
    private static String escapes(int sign) {
        var forms = new ArrayList<String>();
        forms.add("%(?:25)*" + hex("%02x", "%(?:25)*", bytes(sign)));
        forms.add(BACKSLASHES + hex("x%02x", BACKSLASHES, bytes(sign)));
        forms.add(BACKSLASHES + octal(bytes(sign)));
        forms.add(Character.toString(sign)
                .chars()
                .mapToObj(unit -> "(?:" + BACKSLASHES + "|%)" + String.format("u%04x", unit))
                .collect(Collectors.joining()));
        forms.add(BACKSLASHES + String.format("u(?:\\{0*+%x}|%08x)", sign, sign));
        forms.add("&(?:amp;)*(?:#0*+" + sign + "|#x0*+" + Integer.toHexString(sign) + "|[a-z][a-z0-9]{1,9}+);");
        if (sign > LAST_ASCII && sign <= LAST_LATIN) {
            forms.add(String.format("(?:%%|%sx)%02x", BACKSLASHES, sign));
        }
        int escape = "\b\t\n\f\r".indexOf(sign);
        if (escape >= 0) {
            forms.add(BACKSLASHES + "btnfr".charAt(escape));
        }
        return "(?:" + String.join("|", forms) + ")";
    }

    private static String hex(String format, String between, byte[] bytes) {
        return numbers(format, bytes).collect(Collectors.joining(between));
    }

    private static String octal(byte[] bytes) {
        return numbers("%03o", bytes).collect(Collectors.joining(BACKSLASHES));
    }

    private static Stream<String> numbers(String format, byte[] bytes) {
        return IntStream.range(0, bytes.length).mapToObj(at -> String.format(format, bytes[at] & 0xff));
    }

    private static byte[] bytes(int sign) {
        return Character.toString(sign).getBytes(StandardCharsets.UTF_8);
    }

    private static String quoted(int sign) {
        return quoted(Character.toString(sign));
    }

    /** Quoted sign by sign: {@code \Q} would have to end again. */
    private static String quoted(String text) {
        return text.codePoints()
                .mapToObj(sign -> sign <= LAST_ASCII && !Character.isLetterOrDigit(sign)
                        ? String.format("\\x%02x", sign)
                        : Character.toString(sign))
                .collect(Collectors.joining());
    }

    /** Of the text alone, and of texts in which it begins at any byte: the digits that depend on it alone. */
    private static Stream<String> inBase64(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var parts = IntStream.range(0, 3)
                .mapToObj(before -> digits(bytes, before))
                .filter(digits -> digits.length() >= FEWEST_DIGITS)
                .map(digits -> "[a-z0-9+/_-]?" + eitherAlphabet(digits) + "[a-z0-9+/_-]{0,2}=*+");
        var whole = Base64.getEncoder().withoutPadding().encodeToString(bytes);
        return Stream.concat(Stream.of(eitherAlphabet(whole) + "=*+"), parts);
    }

    private static String digits(byte[] bytes, int before) {
        var longer = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, longer, before, bytes.length);
        var digits = Base64.getEncoder().withoutPadding().encodeToString(longer);
        int first = (before * BITS_OF_BYTE + BITS_OF_DIGIT - 1) / BITS_OF_DIGIT;
        int end = longer.length * BITS_OF_BYTE / BITS_OF_DIGIT;
        return digits.substring(first, Math.max(first, end));
    }

    /** The alphabet of URLs has other signs for two digits, and the first may come as {@code %2B}. */
    private static String eitherAlphabet(String digits) {
        return digits.chars()
                .mapToObj(digit -> switch (digit) {
                    case '+' -> "(?:[+-]|%2b)";
                    case '/' -> "(?:[/_]|\\\\/|%2f)";
                    default -> Character.toString(digit);
                })
                .collect(Collectors.joining());
    }
}
