package dev.ralbench.validity;

import dev.ralbench.measurement.Measurement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Requests that failed because ralbench, or the machine under it, ran out of something: no target is to blame for them. */
final class LocalFailures {
    private record Missing(String told, String what) {}

    /**
     * Messages of the operating system or the JVM in lower case, with the resource that is missing; the first match
     * counts.
     */
    private static final List<Missing> MISSING = List.of(
            new Missing("cannot assign requested address", "no local port was free"),
            new Missing("can't assign requested address", "no local port was free"), // as macOS says it
            new Missing("too many open files", "no file descriptor was left"),
            new Missing("no buffer space available", "the kernel had no memory for sockets"),
            new Missing("cannot allocate memory", "the kernel had no memory for sockets"),
            // an error of memory by its class, though the heap has nothing to do with it
            new Missing("unable to create native thread", "no thread could be started"),
            new Missing("outofmemoryerror", "ralbench's memory was full"),
            new Missing("outofdirectmemoryerror", "ralbench's memory was full"));

    static final Check CHECK = Check.of(
            new CheckRow(
                    "requests that failed in the generator and not in the target: no local port, no file descriptor, no"
                            + " memory for a socket",
                    "0",
                    "invalid"),
            evidence -> finding(evidence.measurement()));

    private LocalFailures() {}

    static Optional<CheckFinding> finding(Measurement measurement) {
        var counts = new TreeMap<String, Long>();
        measurement
                .failureDetails()
                .forEach((detail, count) -> missing(detail).ifPresent(what -> counts.merge(what, count, Long::sum)));
        return counts.isEmpty()
                ? Optional.empty()
                : Optional.of(CheckFinding.invalid(
                        "%s: these requests failed in the generator and not in the target (at most 0)",
                        counts.entrySet().stream()
                                .map(each -> each.getValue() + " times " + each.getKey())
                                .collect(Collectors.joining(", "))));
    }

    private static Optional<String> missing(String detail) {
        var text = detail.toLowerCase(Locale.ROOT);
        return MISSING.stream()
                .filter(each -> text.contains(each.told()))
                .map(Missing::what)
                .findFirst();
    }
}
