package dev.ralbench.session;

import dev.ralbench.Failure;
import java.util.Locale;

/** Whether targets and servers are started in containers or as processes. */
public enum RuntimeMode {
    AUTO,
    DOCKER,
    PROCESS;

    /** The name in lower case, as users type it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    static RuntimeMode ofEnvironment(String text) {
        for (var mode : values()) {
            if (mode.toString().equals(text)) {
                return mode;
            }
        }
        throw Failure.usage(
                "RALBENCH_RUNTIME: must be auto, docker or process, got " + text,
                "",
                "set it to one of these, or unset it");
    }
}
