package dev.ralbench.process;

import dev.ralbench.WholeNumber;
import java.util.List;
import java.util.Optional;

/**
 * The use of one CPU since the machine was started, in ticks of {@link ProcessStat#TICKS_PER_SECOND}; see proc_stat(5).
 *
 * @param processor its number
 * @param programs time of programs, and of the kernel on their behalf; without interrupts
 * @param steal time that the machine's host gave to others
 * @param busy with programs and interrupts
 * @param total all time, stolen and idle time included
 */
public record CpuTicks(int processor, long programs, long steal, long busy, long total) {
    /** Columns after the name: user, nice, system. */
    private static final int LAST_OF_PROGRAMS = 3;
    /** And interrupts. */
    private static final int FIRST_OF_INTERRUPTS = 6;
    /** The last that counts: guests' time is in user and nice. */
    private static final int STEAL = 8;

    /** The ticks of each CPU that is online; empty if the kernel does not tell. */
    public static List<CpuTicks> all(ProcFs proc) {
        return proc.lines("stat").stream()
                .map(line -> List.of(line.trim().split("\\s+")))
                .filter(columns -> columns.size() > STEAL && columns.getFirst().matches("cpu\\d{1,9}"))
                .flatMap(columns -> of(columns, numbers(columns.subList(1, STEAL + 1))).stream())
                .toList();
    }

    private static Optional<CpuTicks> of(List<String> columns, List<Long> ticks) {
        if (ticks.size() < STEAL) {
            return Optional.empty();
        }
        long programs = sum(ticks.subList(0, LAST_OF_PROGRAMS));
        return Optional.of(new CpuTicks(
                Integer.parseInt(columns.getFirst().substring("cpu".length())),
                programs,
                ticks.get(STEAL - 1),
                programs + sum(ticks.subList(FIRST_OF_INTERRUPTS - 1, STEAL - 1)),
                sum(ticks)));
    }

    private static List<Long> numbers(List<String> columns) {
        return columns.stream().map(WholeNumber::in).flatMap(Optional::stream).toList();
    }

    private static long sum(List<Long> ticks) {
        return ticks.stream().mapToLong(Long::longValue).sum();
    }
}
