package dev.ralbench.service;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Puts threads into groups by their names, as the kernel knows them: the first 15 characters. So
 * {@code http-nio-8080-exec-7} arrives as {@code http-nio-8080-e} and, next to a longer port,
 * {@code http-nio-18080-exec-7} as {@code http-nio-18080-}; both are {@code http-nio}, together with the poller.
 */
final class ThreadGroups {
    /** Threads of a view over JMX, opened by ralbench or by another tool. */
    static final String VIEW = "jvm: jmx";

    private static final String COMPILER = "jvm: compiler";

    /** Threads of HotSpot itself, and those of a view over JMX, by the beginnings of their names. */
    private static final Map<String, Pattern> OF_THE_JVM = Map.of(
            "jvm: garbage collector",
            Pattern.compile("GC Thread|G1 |ParGC|Parallel GC|ConcGC|CMS |Shenandoah|Z(Worker|Driver|Director|Stat"
                    + "|Unc|Unm|Gen|Tasks|Uncommitter)|RuntimeWorker|XWorker|XDriver"),
            COMPILER,
            Pattern.compile("C[12] Comp|JVMCI|Sweeper thr"),
            VIEW,
            Pattern.compile("RMI (TCP|Sched|Reaper|Renew)|JMX |Attach List"),
            "jvm: other",
            Pattern.compile(
                    "VM (Thread|Periodic)|Signal Disp|Service Thr|Monitor Def|Notificatio|Reference H|Finalizer$"
                            + "|Common-Cle|StringDedup"));

    /** A port or the beginning of an address; its length decides how much of the rest the kernel keeps. */
    private static final Pattern FROM_PORT_ON = Pattern.compile("[-:](\\d{4,}|\\d+\\.\\d).*");

    private static final Pattern NUMBER_AT_END = Pattern.compile("[-#_ .:]*\\d*[-#_ .:]*$");

    private final Map<String, Integer> counts = new HashMap<>();

    /**
     * What a name tells of a thread.
     *
     * @param isOfTheJvm whether it is a thread of HotSpot itself, or of a view over JMX, and runs no code of the service
     */
    record NamedThread(String group, boolean isOfTheJvm) {
        static NamedThread of(String threadName) {
            var ofTheJvm = jvmGroup(threadName);
            return new NamedThread(ofTheJvm.orElseGet(() -> withoutNumber(threadName)), ofTheJvm.isPresent());
        }

        /** Whether it is one of HotSpot's just-in-time compilers. */
        boolean isCompiler() {
            return isOfTheJvm && group.equals(COMPILER);
        }
    }

    /** Adds a thread by the name that the kernel has for it. */
    void add(String threadName) {
        add(NamedThread.of(threadName));
    }

    void add(NamedThread thread) {
        counts.merge(thread.group(), 1, Integer::sum);
    }

    Map<String, Integer> counts() {
        return Map.copyOf(counts);
    }

    private static Optional<String> jvmGroup(String threadName) {
        return OF_THE_JVM.entrySet().stream()
                .filter(group -> group.getValue().matcher(threadName).lookingAt())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static String withoutNumber(String threadName) {
        var beforePort = FROM_PORT_ON.matcher(threadName).replaceFirst("");
        var group = NUMBER_AT_END.matcher(beforePort).replaceFirst("");
        // A name that is nothing but a number stays as it is.
        return group.isEmpty() ? threadName : group;
    }
}
