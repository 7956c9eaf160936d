package dev.ralbench.benchmark;

import dev.ralbench.Clock;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStat;
import dev.ralbench.process.StatusFile;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs one command at a time and returns its resource use. */
final class Child {
    private static final long LOOK_MILLIS = 50;
    /** For start-up and report. */
    private static final int SECONDS_AROUND_LOAD = 60;

    private static final int SLOWEST = 3;

    private final Clock clock;
    private final ProcFs proc = ProcFs.ofThisMachine();

    Child(Clock clock) {
        this.clock = clock;
    }

    /**
     * Costs of a finished command.
     *
     * @param exitCode of the command
     * @param cpuSeconds user and system time of the command and all of its children
     * @param peakBytes largest resident set of its largest process, as last seen before its end
     */
    record Usage(int exitCode, double wallSeconds, double cpuSeconds, long peakBytes, String output) {}

    /** Looks at a process while it runs. */
    interface Watcher {
        /** Called once after the start, by the thread that waits for the process's end afterwards. */
        void watch(Process process) throws IOException, InterruptedException;
    }

    /** @throws IOException if it cannot be run, or exceeds its time */
    Usage run(List<String> command, Path directory, int mostSeconds) throws IOException, InterruptedException {
        return run(command, directory, mostSeconds, process -> {});
    }

    private Usage run(List<String> command, Path directory, int mostSeconds, Watcher watcher)
            throws IOException, InterruptedException {
        var output = File.createTempFile("output", ".txt", directory.toFile());
        double cpuBefore = childrenSeconds();
        long began = clock.nanoTime();
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home")); // the same JVM for all
        var process = builder.start();
        process.getOutputStream().close();
        long peak = 0;
        long deadline = began + TimeUnit.SECONDS.toNanos(mostSeconds);
        try {
            watcher.watch(process);
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                peak = Math.max(peak, peakOf(process.toHandle()));
                if (clock.nanoTime() > deadline) {
                    throw new IOException(command + " took more than " + mostSeconds + " s");
                }
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        double wall = (clock.nanoTime() - began) / 1e9;
        var text = Files.readString(output.toPath(), StandardCharsets.UTF_8);
        return new Usage(process.exitValue(), wall, childrenSeconds() - cpuBefore, peak, text);
    }

    /** The same of a client, which has to end well. */
    Usage run(Client client, Shot shot, int cpu) throws IOException, InterruptedException {
        return run(client, shot, String.valueOf(cpu), process -> {});
    }

    /**
     * The same, watched.
     *
     * @param cpus as {@code taskset} takes them
     */
    Usage run(Client client, Shot shot, String cpus, Watcher watcher) throws IOException, InterruptedException {
        var usage = run(
                Commands.pinned(cpus, client.command(shot)),
                shot.directory(),
                SECONDS_AROUND_LOAD + SLOWEST * shot.seconds(),
                watcher);
        if (!client.isGood(usage.exitCode())) {
            throw new IOException(client.name() + " ended with " + usage.exitCode() + ":\n" + usage.output());
        }
        return usage;
    }

    private long peakOf(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .flatMap(each -> proc.status(each.pid()).stream())
                .mapToLong(StatusFile::residentPeakBytes)
                .max()
                .orElse(0);
    }

    private double childrenSeconds() {
        var self = proc.stat(ProcessHandle.current().pid()).orElseThrow();
        return self.childTicks() / ProcessStat.TICKS_PER_SECOND;
    }
}
