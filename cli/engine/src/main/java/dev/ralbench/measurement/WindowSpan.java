package dev.ralbench.measurement;

import java.util.Optional;

/**
 * Which part of the load a window is.
 *
 * @param kind its kind
 * @param label the name that the scenario gives it; windows of one kind, number of users and label are one level
 * @param usersFrom users at its beginning
 * @param usersTo users at its end
 * @param startSeconds its beginning, counted from the start of the load
 * @param lengthSeconds its length as it really was; of the whole run without pauses between windows
 */
public record WindowSpan(
        WindowKind kind,
        Optional<String> label,
        int usersFrom,
        int usersTo,
        double startSeconds,
        double lengthSeconds) {

    /** This span, made longer by the length of the other one. */
    WindowSpan plus(WindowSpan other) {
        return new WindowSpan(kind, label, usersFrom, usersTo, startSeconds, lengthSeconds + other.lengthSeconds);
    }
}
