package dev.ralbench.load;

import org.jspecify.annotations.Nullable;

/**
 * Users whose request is in flight, in the order in which they started. All requests of a load have the same time-out,
 * so this is also the order of their deadlines: a linked list through the users themselves does what a timer per
 * request would do, without allocating anything.
 */
final class Deadlines {
    private @Nullable User first;
    private @Nullable User last;

    void add(User user) {
        user.previousDeadline = last;
        user.nextDeadline = null;
        if (last == null) {
            first = user;
        } else {
            last.nextDeadline = user;
        }
        last = user;
    }

    void remove(User user) {
        var before = user.previousDeadline;
        var after = user.nextDeadline;
        if (before == null) {
            first = after;
        } else {
            before.nextDeadline = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previousDeadline = before;
        }
        user.previousDeadline = null;
        user.nextDeadline = null;
    }

    /** The user whose request started longest ago. */
    @Nullable
    User first() {
        return first;
    }
}
