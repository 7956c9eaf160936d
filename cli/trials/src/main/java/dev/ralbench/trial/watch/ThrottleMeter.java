package dev.ralbench.trial.watch;

import dev.ralbench.WholeNumber;
import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How long ralbench's own control group had to stand still because its share of CPU time was used up, as in a container
 * with a limit; groups above it count as well. Version 1 and 2 of control groups.
 *
 * <p>The kernel adds up the time of every CPU that the group was held on, so that its sum can be longer than the
 * time that passed: it never is longer than the periods in which the group was held.
 */
final class ThrottleMeter {
    private static final double NANOS = 1e9;
    private static final double MICROS = 1e6;
    private static final double USUAL_PERIOD_SECONDS = 0.1;

    private final ProcFs proc;
    private final Path root;
    private Map<Path, HeldTime> before;

    /**
     * One group's own figures since it was made.
     *
     * @param cpuSeconds that it was held, of all CPUs
     * @param periodSeconds of the periods in which it was; empty if it does not say
     */
    private record HeldTime(double cpuSeconds, Optional<Double> periodSeconds) {
        private static final HeldTime NEVER = new HeldTime(0, Optional.of(0.0));

        double secondsSince(HeldTime earlier) {
            double sum = cpuSeconds - earlier.cpuSeconds;
            return periodSeconds
                    .flatMap(now -> earlier.periodSeconds.map(before -> Math.min(sum, now - before)))
                    .orElse(sum);
        }
    }

    /** @param root where control groups are mounted, usually {@code /sys/fs/cgroup} */
    ThrottleMeter(ProcFs proc, Path root) {
        this.proc = proc;
        this.root = root;
        this.before = held();
    }

    /** Seconds since the last call; empty if there is no such group. */
    Optional<Double> nextWindow() {
        var now = held();
        var seconds = now.entrySet().stream()
                .map(group -> group.getValue().secondsSince(before.getOrDefault(group.getKey(), HeldTime.NEVER)))
                .reduce(Double::sum);
        before = now;
        return seconds;
    }

    private Map<Path, HeldTime> held() {
        var held = new HashMap<Path, HeldTime>();
        statistics().forEach(file -> held(file).ifPresent(seen -> held.put(file, seen)));
        return held;
    }

    private Stream<Path> statistics() {
        return proc.ownGroups().stream()
                .flatMap(group -> directory(group).stream().flatMap(directory -> upwards(directory, group.path())))
                .map(directory -> directory.resolve("cpu.stat"))
                .filter(Files::isRegularFile);
    }

    private Optional<Path> directory(ProcFs.Group group) {
        if (group.controllers().isEmpty()) {
            return Stream.of(root, root.resolve("unified"))
                    .filter(directory -> Files.exists(directory.resolve("cgroup.controllers")))
                    .findFirst();
        }
        return List.of(group.controllers().split(",")).contains("cpu")
                ? Stream.of(root.resolve(group.controllers()), root.resolve("cpu"))
                        .filter(Files::isDirectory)
                        .findFirst()
                : Optional.empty();
    }

    /** The group's directory and its parents. In a container, only the root of its own namespace can be seen. */
    private static Stream<Path> upwards(Path mount, String path) {
        var own = mount.resolve(path.substring(1)).normalize();
        return Files.isDirectory(own)
                ? Stream.iterate(own, directory -> directory.startsWith(mount), Path::getParent)
                : Stream.of(mount);
    }

    private static Optional<HeldTime> held(Path statistics) {
        var lines = lines(statistics);
        var periods =
                lines.stream().flatMap(line -> value(line, "nr_throttled ", 1)).findFirst();
        return lines.stream()
                .flatMap(line ->
                        Stream.concat(value(line, "throttled_usec ", MICROS), value(line, "throttled_time ", NANOS)))
                .map(seconds -> new HeldTime(seconds, periods.map(count -> count * periodSeconds(statistics))))
                .findFirst();
    }

    /** A limit is one of so much time in each of these. */
    private static double periodSeconds(Path statistics) {
        var versionTwo =
                lines(statistics.resolveSibling("cpu.max")).stream().map(line -> line.substring(line.indexOf(' ') + 1));
        var versionOne = lines(statistics.resolveSibling("cpu.cfs_period_us")).stream();
        return Stream.concat(versionTwo, versionOne)
                .flatMap(micros -> WholeNumber.in(micros.trim()).stream())
                .map(micros -> micros / MICROS)
                .findFirst()
                .orElse(USUAL_PERIOD_SECONDS);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Stream<Double> value(String line, String key, double perSecond) {
        return line.startsWith(key)
                ? WholeNumber.in(line.substring(key.length()).trim()).stream().map(number -> number / perSecond)
                : Stream.empty();
    }
}
