package dev.ralbench.process;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The ralbench that something belongs to. Process ids come back, so the moment of its start goes with the id. They also
 * mean something only within their PID namespace: ralbench in a container and ralbench next to it may share an engine, a
 * cache, and, seen from the machine, their processes.
 *
 * @param pid process id
 * @param startTicks see {@link ProcessStat#startTicks}; 0 where there is no {@code /proc}
 * @param namespace see {@link ProcFs#pidNamespace}
 */
public record Owner(long pid, long startTicks, long namespace) {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})-(\\d{1,18})-(\\d{1,18})(?:-.*)?");

    /** This very process. */
    public static Owner self(ProcFs proc) {
        long pid = ProcessHandle.current().pid();
        return new Owner(pid, proc.stat(pid).map(ProcessStat::startTicks).orElse(0L), proc.pidNamespace());
    }

    /** The owner in a text that begins with one, such as a directory's name; empty if there is none. */
    public static Optional<Owner> in(String text) {
        var matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new Owner(
                        Long.parseLong(matcher.group(1)),
                        Long.parseLong(matcher.group(2)),
                        Long.parseLong(matcher.group(3))))
                : Optional.empty();
    }

    /** A process in another PID namespace cannot be seen from here, so it counts as alive. */
    public boolean isAlive(ProcFs proc) {
        return namespace != proc.pidNamespace()
                || proc.stat(pid)
                        .filter(stat -> !stat.isZombie() && stat.startTicks() == startTicks)
                        .isPresent();
    }

    /** The form that names and marks contain. */
    @Override
    public String toString() {
        return pid + "-" + startTicks + "-" + namespace;
    }
}
