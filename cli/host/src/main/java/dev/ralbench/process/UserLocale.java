package dev.ralbench.process;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The locale of the user's shell. The JVM decodes arguments, file names and variables by its own locale, so the launcher
 * script sets one of UTF-8 for it. Services that ralbench starts sort, format and decode by the user's.
 */
public final class UserLocale {
    private static final String VARIABLE = "LC_ALL";
    /** Set by the launcher if it replaced {@link #VARIABLE}: the value before that, or nothing if there was none. */
    private static final String REPLACED = "RALBENCH_USER_LC_ALL";

    private UserLocale() {}

    /** The environment as the user's shell had it. */
    public static Map<String, String> restored(Map<String, String> environment) {
        var restored = new LinkedHashMap<>(environment);
        restore(restored);
        return restored;
    }

    /** Changes an environment back to what the user's shell had. */
    static void restore(Map<String, String> environment) {
        var replaced = environment.remove(REPLACED);
        if (replaced == null) {
            return;
        }
        if (replaced.isEmpty()) {
            environment.remove(VARIABLE);
        } else {
            environment.put(VARIABLE, replaced);
        }
    }
}
