package dev.ralbench.benchmark;

import dev.ralbench.benchmark.Fault.Start;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Fakes conditions that must not be imposed on the machine: one process sees altered kernel files. */
final class FakeKernel {
    private static final Path PROC = Path.of("/proc");
    private static final int STEAL = 8;
    private static final long EVERY_MILLIS = 100;
    private static final long NANOS_PER_TICK = 10_000_000;

    private final Path directory;

    FakeKernel(Path directory) {
        this.directory = directory;
    }

    /** A network of its own, with a setting. */
    Start network(String setting) {
        return Start.within("unshare", "--net", "sh", "-c", "ip link set lo up; " + setting + "; exec \"$@\"", "sh");
    }

    /** A process that sees a copy instead of one of the kernel's files. */
    Start file(String name) {
        var copy = copy(name);
        return Start.within(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "cat /proc/%1$s > %2$s; mount --bind %2$s /proc/%1$s; exec \"$@\"".formatted(name, copy),
                "sh");
    }

    private Path copy(String name) {
        return directory.resolve("fake-" + name.replace('/', '-'));
    }

    /** A third of all time is stolen: half as much again as passes. */
    FaultInjection steal() {
        return running -> {
            long began = System.nanoTime();
            while (running.isOn()) {
                long passed = (System.nanoTime() - began) / NANOS_PER_TICK;
                write(
                        "stat",
                        text("stat")
                                .lines()
                                .map(line -> stolen(line, passed / 2))
                                .collect(Collectors.joining("\n")));
                running.pause(EVERY_MILLIS);
            }
        };
    }

    private static String stolen(String line, long ticks) {
        if (!line.startsWith("cpu")) {
            return line;
        }
        var columns = line.split("\\s+", -1);
        columns[STEAL] = String.valueOf(Long.parseLong(columns[STEAL]) + ticks);
        return String.join(" ", columns);
    }

    FaultInjection swap() {
        return growing("vmstat", Pattern.compile("(?m)^pswpout (\\d+)$"), 40);
    }

    /** A tenth of the time. */
    FaultInjection pressure() {
        return growing("pressure/memory", Pattern.compile("(?m)^some .*total=(\\d+)$"), 10_000);
    }

    /** A number that grows by so much each time it is written. */
    private FaultInjection growing(String name, Pattern line, long step) {
        return running -> {
            var before = text(name);
            var number = line.matcher(before);
            if (!number.find()) {
                throw new IOException("/proc/" + name + " has no " + line);
            }
            for (long total = Long.parseLong(number.group(1)); running.isOn(); total += step) {
                write(name, before.substring(0, number.start(1)) + total + before.substring(number.end(1)));
                running.pause(EVERY_MILLIS);
            }
        };
    }

    private static String text(String name) throws IOException {
        return new String(Files.readAllBytes(PROC.resolve(name)), StandardCharsets.UTF_8);
    }

    /** Into the same file, in one write: another one would not be seen. */
    private void write(String name, String text) throws IOException {
        try (var file = new RandomAccessFile(copy(name).toFile(), "rw")) {
            file.write((text + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}
