package dev.ralbench.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.ralbench.Failure;
import java.util.function.UnaryOperator;

/**
 * Why a trial has no measurement, or why it ended early. Files hold it as one text of several lines.
 *
 * @param what happened, in one line
 * @param why with what the service said last, where that is known; may be empty
 * @param fix how to get around it; may be empty
 */
public record TrialFailure(String what, String why, String fix) {

    /** The failure's text, with secrets masked. */
    public static TrialFailure of(Failure failure, UnaryOperator<String> masked) {
        return of(masked.apply(
                String.join("\n", failure.what(), failure.why(), failure.fix()).strip()));
    }

    /** The first line says what happened, and the last of three or more how to fix it. */
    @JsonCreator
    public static TrialFailure of(String text) {
        int first = text.indexOf('\n');
        int last = text.lastIndexOf('\n');
        if (first < 0) {
            return new TrialFailure(text, "", "");
        }
        return first == last
                ? new TrialFailure(text.substring(0, first), text.substring(first + 1), "")
                : new TrialFailure(text.substring(0, first), text.substring(first + 1, last), text.substring(last + 1));
    }

    @JsonValue
    public String text() {
        return String.join("\n", what, why, fix).strip();
    }
}
