package dev.ralbench.scenario;

import dev.ralbench.load.TextTemplate;
import dev.ralbench.load.TextTemplate.Encoding;
import dev.ralbench.load.TextTemplate.Literal;
import dev.ralbench.load.TextTemplate.Part;
import dev.ralbench.load.TextTemplate.Range;
import dev.ralbench.secret.Placeholders;
import dev.ralbench.yaml.TextSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values in texts of a request that differ from user to user, or from request to request: {@code ${000..299}},
 * {@code ${random 1..100}}, {@code ${uuid}}, {@code ${now}}, fields of rows, such as {@code ${users.name}}, and variables of
 * a journey, such as {@code ${token}}. Other text in braces is sent as it is written, or no placeholder of a request.
 */
final class RequestValues {
    /** What follows the valid placeholders of a request in a message. */
    static final String VALID =
            "${0001..9999}, another number for each user; ${0001..9999 per request}, another for each"
                    + " request; ${random 1..100}; ${uuid}; ${now}, ${now millis}";

    /** Digits that always fit a long. */
    private static final int MOST_DIGITS = 18;

    private static final String MADE_BY_RALBENCH = "(?<random>random )?(?<first>[0-9]+)\\.\\.(?<last>[0-9]+)"
            + "(?<each> per request)?|(?<uuid>uuid)|(?<now>now)(?<millis> millis)?"
            + "|(?<feeder>[a-z0-9][a-z0-9-]*)\\.(?<column>[^{}.][^{}]*)";

    private static final Pattern VALUE = Pattern.compile("\\$\\{(?:" + MADE_BY_RALBENCH + ")}");

    /** Names that mean something else, or begin like it. */
    private static final String NO_VARIABLE = "(?!(?:env|now|random|uuid)\\b)";

    private static final String NAME = NO_VARIABLE + "[A-Za-z_][A-Za-z0-9_]{0,99}";

    /** A value, or a variable. */
    private static final Pattern FILLED =
            Pattern.compile("\\$\\{(?:" + MADE_BY_RALBENCH + "|(?<variable>" + NAME + "))}");

    /** The name of a variable. */
    static final TextSyntax VARIABLE = TextSyntax.matching(
            NAME,
            "must consist of letters, digits and _, not begin with a digit, have at most 100 characters, and not be env,"
                    + " now, random or uuid",
            "variable");

    /** Begins like a value, and is none. */
    private static final Pattern MEANT =
            Pattern.compile("\\$\\{(?:random\\b|[0-9]+\\.\\.|uuid\\b|now\\b|[0-9]+ )[^{}]*}?");

    private RequestValues() {}

    /** The flaw of a text's values; empty without one. */
    static Optional<String> flaw(String text) {
        var rest = VALUE.matcher(text).replaceAll(" ");
        var meant = MEANT.matcher(rest);
        if (meant.find()) {
            return Optional.of("unknown placeholder " + meant.group() + "; valid here: " + VALID);
        }
        return VALUE.matcher(text)
                .results()
                .flatMap(found -> rangeFlaw(found).stream())
                .findFirst();
    }

    private static Optional<String> rangeFlaw(MatchResult found) {
        var first = found.group("first");
        var last = found.group("last");
        if (first == null || last == null) {
            return Optional.empty();
        }
        if (first.length() > MOST_DIGITS || last.length() > MOST_DIGITS) {
            return Optional.of("numbers of a range have " + MOST_DIGITS + " digits at most, got " + found.group());
        }
        if (found.group("random") != null && found.group("each") != null) {
            return Optional.of(
                    "random numbers differ in each request anyway; leave \"per request\" out of " + found.group());
        }
        return Long.parseLong(first) > Long.parseLong(last)
                ? Optional.of("a range begins with its least number, got " + found.group())
                : Optional.empty();
    }

    /** Whether the text holds any but fields. */
    static boolean areIn(String text) {
        return VALUE.matcher(text).results().anyMatch(found -> found.group("feeder") == null);
    }

    /** A text that is a field of a row if there is a feeder of that name. */
    record Field(String text, String feeder, String column) {}

    /** All fields of a text. */
    static List<Field> fields(String text) {
        return VALUE.matcher(text)
                .results()
                .filter(found -> found.group("feeder") != null)
                .map(found -> new Field(found.group(), found.group("feeder"), found.group("column")))
                .toList();
    }

    /** Whether the text holds variables of a journey. */
    static boolean hasVariables(String text) {
        return FILLED.matcher(text).results().anyMatch(found -> found.group("variable") != null);
    }

    /** The text without them and without variables, each replaced by a character that may stand anywhere. */
    static String without(String text) {
        return FILLED.matcher(text).replaceAll("0");
    }

    /** The text with everything changed that is neither a value, a variable nor a placeholder of the environment. */
    static String around(String text, UnaryOperator<String> change) {
        var changed = new StringBuilder();
        int at = 0;
        for (var found : FILLED.matcher(text).results().toList()) {
            changed.append(Placeholders.around(text.substring(at, found.start()), change))
                    .append(found.group());
            at = found.end();
        }
        return changed.append(Placeholders.around(text.substring(at), change)).toString();
    }

    /**
     * The text as it is sent.
     *
     * @param filled a text between two values with its secrets
     * @param data where fields come from
     * @param encoding how values get into their places
     */
    static TextTemplate template(String text, UnaryOperator<String> filled, RequestData data, Encoding encoding) {
        var parts = new ArrayList<Part>();
        int at = 0;
        for (var found : FILLED.matcher(text).results().toList()) {
            if (found.start() > at) {
                parts.add(Literal.of(filled.apply(text.substring(at, found.start()))));
            }
            parts.add(
                    found.group("feeder") == null
                            ? value(found, encoding)
                            : data.field(found.group("feeder"), found.group("column"), encoding)
                                    .orElseGet(() -> Literal.of(found.group())));
            at = found.end();
        }
        if (at < text.length()) {
            parts.add(Literal.of(filled.apply(text.substring(at))));
        }
        return new TextTemplate(parts);
    }

    private static Part value(MatchResult found, Encoding encoding) {
        if (found.group("variable") != null) {
            return new TextTemplate.Variable(found.group("variable"), encoding);
        }
        if (found.group("uuid") != null) {
            return new TextTemplate.Uuid();
        }
        if (found.group("now") != null) {
            return new TextTemplate.Now(found.group("millis") != null);
        }
        var first = found.group("first");
        var range = new Range(Long.parseLong(first), Long.parseLong(found.group("last")), first.length());
        return found.group("random") != null
                ? new TextTemplate.Random(range)
                : found.group("each") != null ? new TextTemplate.OfRequest(range) : new TextTemplate.OfUser(range);
    }

    /** The text of the first user, whose numbers are the least; values that are left to chance stay as they are written. */
    static String ofFirstUser(String text) {
        return VALUE.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group("first") == null || found.group("random") != null
                                ? found.group()
                                : found.group("first")));
    }
}
