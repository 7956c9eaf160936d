package dev.ralbench.process;

import java.util.List;

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
                .filter(columns -> columns.size() > STEAL && columns.getFirst().matches("cpu\\d+"))
                .map(CpuTicks::of)
                .toList();
    }

    private static CpuTicks of(List<String> columns) {
        return new CpuTicks(
                Integer.parseInt(columns.getFirst().substring("cpu".length())),
                sum(columns.subList(1, LAST_OF_PROGRAMS + 1)),
                Long.parseLong(columns.get(STEAL)),
                sum(columns.subList(1, LAST_OF_PROGRAMS + 1)) + sum(columns.subList(FIRST_OF_INTERRUPTS, STEAL)),
                sum(columns.subList(1, STEAL + 1)));
    }

    private static long sum(List<String> columns) {
        return columns.stream().mapToLong(Long::parseLong).sum();
    }
}
