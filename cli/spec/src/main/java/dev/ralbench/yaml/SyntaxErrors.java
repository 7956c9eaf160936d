package dev.ralbench.yaml;

import dev.ralbench.Failure;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/**
 * Says in plain words why a text is not YAML. The parser stops where it cannot go on; the mistake is often at another
 * place, where a bracket or quote was opened that nothing closes.
 */
final class SyntaxErrors {
    private static final Pattern LEFT_OVER = Pattern.compile("expected <block end>, but found '([}\\]])'");
    private static final Pattern NO_BEGIN = Pattern.compile("found character '(.)'.* that cannot start any token.*");
    private static final Pattern NO_ESCAPE = Pattern.compile("found unknown escape character (.).*");
    private static final String IN_QUOTES = "Fix the line, or put the value in quotes.";

    private final Function<Optional<Mark>, String> place;
    private Optional<ScalarEvent> overSeveralLines = Optional.empty();

    /** @param place of a mark, as messages begin */
    SyntaxErrors(Function<Optional<Mark>, String> place) {
        this.place = place;
    }

    /** Tells of a scalar that was read without an error. */
    void read(ScalarEvent scalar) {
        if (isQuoted(scalar) && line(scalar.getEndMark()) > line(scalar.getStartMark())) {
            overSeveralLines = Optional.of(scalar);
        }
    }

    /** Block texts, which | and > begin, are over several lines as well, and end by their indentation. */
    private static boolean isQuoted(ScalarEvent scalar) {
        return scalar.getScalarStyle() == ScalarStyle.SINGLE_QUOTED
                || scalar.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED;
    }

    Failure failure(MarkedYamlEngineException error) {
        var problem = String.valueOf(error.getProblem());
        var context = error.getContext() == null ? "" : error.getContext();
        var mark = error.getProblemMark();
        if (problem.contains("TAB")) {
            return Failure.usage(
                    place.apply(mark) + ": a tab stands where only spaces may",
                    "YAML does not allow tabs for indentation.",
                    "Replace the tab by spaces.");
        }
        if (context.contains("quoted scalar")) {
            return quoted(error, problem);
        }
        // A quote that is not closed ends at the next one, and what follows there is the parser's problem.
        var swallowing = overSeveralLines.filter(scalar -> line(scalar.getEndMark()) == line(mark));
        if (swallowing.isPresent()) {
            return swallowing(swallowing.get());
        }
        if (context.contains("flow mapping")) {
            return bracket(error, '{', '}');
        }
        return context.contains("flow sequence") ? bracket(error, '[', ']') : other(mark, context, problem);
    }

    private Failure quoted(MarkedYamlEngineException error, String problem) {
        var escape = NO_ESCAPE.matcher(problem);
        return escape.matches()
                ? Failure.usage(
                        place.apply(error.getProblemMark()) + ": \\" + escape.group(1) + " is no escape of YAML",
                        "In double quotes, \\ begins an escape such as \\n.",
                        "Write \\\\ for the character itself, or put the value in single quotes.")
                : Failure.usage(
                        place.apply(error.getContextMark()) + ": this quote is not closed",
                        "The file ends before it does.",
                        "Close it where the value ends.");
    }

    private Failure swallowing(ScalarEvent scalar) {
        char quote = scalar.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED ? '"' : '\'';
        return Failure.usage(
                place.apply(scalar.getStartMark()) + ": this quote is not closed on its line",
                "The next " + quote + ", in line " + line(scalar.getEndMark()) + ", ends it, and the rest of that line"
                        + " is not YAML.",
                "Close it where the value ends.");
    }

    /** In one line a comma is as likely to be missing as the bracket; further on, the bracket is. */
    private Failure bracket(MarkedYamlEngineException error, char opening, char closing) {
        var mark = error.getProblemMark();
        var opened = error.getContextMark();
        if (line(mark) == line(opened)) {
            return Failure.usage(
                    place.apply(mark) + ": a , or " + closing + " is missing in front of this",
                    "The " + opening + " in column " + column(opened) + " is still open.",
                    "Add it, or put the value in quotes.");
        }
        return Failure.usage(
                place.apply(opened) + ": this " + opening + " is not closed",
                String.valueOf(error.getProblem()).contains("<stream end>")
                        ? "The file ends before its " + closing + "."
                        : "At line " + line(mark) + ", column " + column(mark) + ", neither a comma nor its " + closing
                                + " stands.",
                "Close it, or put the value in quotes.");
    }

    private Failure other(Optional<Mark> mark, String context, String problem) {
        var at = place.apply(mark);
        var leftOver = LEFT_OVER.matcher(problem);
        if (leftOver.matches()) {
            return Failure.usage(at + ": this " + leftOver.group(1) + " closes nothing", "", "Take it out.");
        }
        if (problem.startsWith("expected <block end>")) {
            return Failure.usage(
                    at + ": does not belong to the keys above",
                    "It is indented in another way, or the line holds more than one value.",
                    "Indent it like its neighbours, or put the value in quotes.");
        }
        var begin = NO_BEGIN.matcher(problem);
        if (begin.matches()) {
            return Failure.usage(
                    at + ": a value cannot begin with " + begin.group(1),
                    "YAML reserves this character.",
                    "Put the value in quotes.");
        }
        return problem.startsWith("mapping values are not allowed")
                ? Failure.usage(
                        at + ": a colon with a space stands where no key ends",
                        "The value holds one, or the line is indented further than the keys above.",
                        "Put the value in quotes, or indent the line like its neighbours.")
                : Failure.usage(
                        at + ": is not YAML", context.isEmpty() ? problem : context + ": " + problem, IN_QUOTES);
    }

    private static int line(Optional<Mark> mark) {
        return mark.map(Mark::getLine).orElse(0) + 1;
    }

    private static int column(Optional<Mark> mark) {
        return mark.map(Mark::getColumn).orElse(0) + 1;
    }
}
