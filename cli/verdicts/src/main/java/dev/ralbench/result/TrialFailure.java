package dev.ralbench.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.ralbench.Failure;

/**
 * Why a trial has no measurement, or why it ended early.
 *
 * @param text lines that say what happened, why, with the last output of a service, and how to fix it
 */
public record TrialFailure(@JsonValue String text) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public TrialFailure {}

    /** The failure in its three parts. */
    public static TrialFailure of(Failure failure) {
        return new TrialFailure(
                String.join("\n", failure.what(), failure.why(), failure.fix()).strip());
    }

    /** The event, in one line. */
    public String what() {
        return text.lines().findFirst().orElse("");
    }
}
