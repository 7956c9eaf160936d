package dev.ralbench.benchmark;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A fault on the generator's side, and the reason that ralbench has to give.
 *
 * @param name of one word
 * @param load that ralbench is to run
 * @param start how its process is started
 * @param injection the fault during the load
 * @param reason that the verdict or the refusal has to give
 */
record Fault(String name, Load load, Start start, FaultInjection injection, Pattern reason) {

    /**
     * The load for ralbench.
     *
     * @param delayMillis of the target; 0 for one that answers at once
     */
    record Load(int users, int seconds, boolean keepAlive, int delayMillis, Target target) {
        static final Load USUAL = new Load(64, 8, true, 20, Target.STARTED);

        Load users(int number) {
            return new Load(number, seconds, keepAlive, delayMillis, target);
        }

        Load withoutKeepAlive() {
            return new Load(users, seconds, false, delayMillis, target);
        }

        Load delay(int millis) {
            return new Load(users, seconds, keepAlive, millis, target);
        }

        Load against(Target other) {
            return new Load(users, seconds, keepAlive, delayMillis, other);
        }
    }

    /** Whose process the target is. */
    enum Target {
        /** Started by ralbench. */
        STARTED,
        /** Runs already; ralbench knows its address and its process. */
        KNOWN,
        /** Runs already; ralbench knows its address only. */
        FOREIGN
    }

    /**
     * How the process is started: on a CPU of its own, the target on another, or on all of them.
     *
     * @param wrapper commands that become ralbench
     */
    record Start(List<String> wrapper, Map<String, String> environment, boolean isPinned) {
        Start {
            wrapper = List.copyOf(wrapper);
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        }

        static final Start USUAL = new Start(List.of(), Map.of(), true);
        /** On all CPUs. */
        static final Start UNPINNED = new Start(List.of(), Map.of(), false);

        static Start within(String... wrapper) {
            return new Start(List.of(wrapper), Map.of(), true);
        }

        /** After a line of shell. */
        static Start after(String line) {
            return within("sh", "-c", line + "; exec \"$@\"", "sh");
        }

        static Start javaOptions(String options) {
            return new Start(List.of(), Map.of("RALBENCH_JAVA_OPTS", options), true);
        }
    }

    static Fault of(String name, Load load, Start start, FaultInjection injection, String reason) {
        return new Fault(name, load, start, injection, Pattern.compile(reason, Pattern.DOTALL));
    }

    static Fault of(String name, FaultInjection injection, String reason) {
        return of(name, Load.USUAL, Start.USUAL, injection, reason);
    }

    static Fault of(String name, Load load, Start start, String reason) {
        return of(name, load, start, FaultInjection.NOTHING, reason);
    }
}
