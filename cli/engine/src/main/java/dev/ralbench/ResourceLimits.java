package dev.ralbench;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Optional;

/**
 * Limits on what a service and all that it starts may use together. Empty limits are those of ralbench itself.
 *
 * @param threads native threads at the same time, the JVM's own included; at least 1
 * @param openFiles file descriptors of each process; at least 1
 * @param memoryBytes resident memory and page cache, without swap; above 0
 * @param cpus CPU time per second of wall time, such as 1.5; above 0
 */
public record ResourceLimits(
        Optional<Integer> threads, Optional<Integer> openFiles, Optional<Long> memoryBytes, Optional<Double> cpus) {
    private static final BigDecimal MEBIBYTE = BigDecimal.valueOf(1 << 20);

    public static ResourceLimits none() {
        return new ResourceLimits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public boolean isEmpty() {
        return equals(none());
    }

    /** Such as {@code 300 threads, 512 MiB of memory}; empty if there is no limit. */
    public String inWords() {
        var words = new ArrayList<String>();
        threads.ifPresent(number -> words.add(number + " threads"));
        openFiles.ifPresent(number -> words.add(number + " open files"));
        memoryBytes.ifPresent(bytes -> words.add(
                plain(BigDecimal.valueOf(bytes).divide(MEBIBYTE, 2, RoundingMode.HALF_UP)) + " MiB of memory"));
        cpus.ifPresent(number -> words.add(plain(BigDecimal.valueOf(number)) + " CPUs"));
        return String.join(", ", words);
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }
}
