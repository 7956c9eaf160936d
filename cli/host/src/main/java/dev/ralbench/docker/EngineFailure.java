package dev.ralbench.docker;

import dev.ralbench.Failure;
import java.util.Optional;
import java.util.regex.Pattern;

/** Turns the client libraries' errors into failures. */
final class EngineFailure {
    /** The engine's own words, in the JSON that the client makes its message of. */
    private static final Pattern MESSAGE = Pattern.compile("\"message\":\\s*\"(.*)\"\\s*}");

    private EngineFailure() {}

    static Failure of(String what, Throwable cause) {
        return Failure.environment(what, reason(cause), "see what docker info says, or use --runtime process")
                .causedBy(cause);
    }

    /** The innermost message: the outer ones say only that something failed. */
    static String reason(Throwable failure) {
        var text = String.valueOf(failure);
        for (var thrown = failure; thrown != null; thrown = thrown.getCause()) {
            if (thrown.getMessage() != null) {
                text = thrown.getMessage().strip();
            }
        }
        return message(text).orElse(text);
    }

    static Optional<String> message(String text) {
        return MESSAGE.matcher(text)
                .results()
                .map(result -> result.group(1).replace("\\\"", "\""))
                .findFirst();
    }
}
