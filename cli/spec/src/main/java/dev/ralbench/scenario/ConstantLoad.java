package dev.ralbench.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Users and a duration from outside: a constant load in place of the scenario's shape. */
final class ConstantLoad {
    private ConstantLoad() {}

    static List<GivenValue> of(
            Optional<String> users, String usersOrigin, Optional<String> duration, String durationOrigin) {
        var values = new ArrayList<GivenValue>();
        users.ifPresent(text -> values.add(new GivenValue("load.closed.constant.users", text, usersOrigin)));
        duration.ifPresent(text -> {
            values.add(new GivenValue("load.closed.constant.hold", text, durationOrigin));
            values.add(noStop(durationOrigin));
        });
        return values;
    }

    /** The file's stopAfter is meant for the file's shape; it would cut a longer one without a word. */
    static GivenValue noStop(String origin) {
        return new GivenValue("load.stopAfter", "null", origin);
    }
}
