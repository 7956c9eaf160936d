package dev.ralbench.benchmark;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Faults that hit a load generator. */
final class Injections {
    private static final String SPIN = "while :; do :; done";
    private static final long SECOND = 1_000;
    private static final long BURST = 300;
    private static final String JAVA_HOME = System.getProperty("java.home");

    private Injections() {}

    /** Processes that do nothing but compute, on the same CPU, until the end. */
    static FaultInjection spinners(int cpu, int number, int niceness) {
        return running -> {
            var spinners = new ArrayList<Process>();
            for (int i = 0; i < number; i++) {
                spinners.add(running.start(spinner(cpu, niceness)));
            }
            running.ralbench().waitFor();
            spinners.forEach(Process::destroyForcibly);
        };
    }

    private static List<String> spinner(int cpu, int niceness) {
        return Commands.pinned(cpu, List.of("nice", "-n", String.valueOf(niceness), "sh", "-c", SPIN));
    }

    /** One of the highest priority, 300 ms in each second. */
    static FaultInjection bursts(int cpu) {
        return running -> {
            while (running.isOn()) {
                burst(running, cpu);
                running.pause(SECOND - BURST);
            }
        };
    }

    static FaultInjection oneBurst(int cpu) {
        return running -> burst(running, cpu);
    }

    private static void burst(FaultInjection.Running running, int cpu) throws IOException, InterruptedException {
        var spinner = running.start(spinner(cpu, -20));
        running.pause(BURST);
        spinner.destroyForcibly().waitFor();
    }

    static FaultInjection collections() {
        return running -> {
            while (running.isOn()) {
                running.call(jcmd(), String.valueOf(running.pid()), "GC.run");
            }
        };
    }

    /** One after the other. */
    static FaultInjection heapDumps() {
        return running -> {
            var file = running.directory().resolve("heap.hprof").toString();
            while (running.isOn()) {
                running.call(jcmd(), String.valueOf(running.pid()), "GC.heap_dump", "-all", "-overwrite", file);
            }
        };
    }

    private static String jcmd() {
        return Path.of(JAVA_HOME, "bin", "jcmd").toString();
    }

    /** Fewer than it has. */
    static FaultInjection fewerDescriptors() {
        return running -> limitDescriptors(running, 32);
    }

    /** For a while; a result can be written then. */
    static FaultInjection fewerDescriptors(long millis) {
        return running -> {
            limitDescriptors(running, 32);
            running.pause(millis);
            limitDescriptors(running, 4_096);
        };
    }

    private static void limitDescriptors(FaultInjection.Running running, int number)
            throws IOException, InterruptedException {
        running.call("prlimit", "--pid", String.valueOf(running.pid()), "--nofile=" + number + ":4096");
    }

    static FaultInjection stopped(long millis) {
        return running -> {
            running.call("kill", "-STOP", String.valueOf(running.pid()));
            running.pause(millis);
            running.call("kill", "-CONT", String.valueOf(running.pid()));
        };
    }

    /** By a debugger that looks and goes. */
    static FaultInjection traced() {
        return running ->
                running.call("gdb", "-p", String.valueOf(running.pid()), "-batch", "-nx", "-ex", "shell sleep 0.3");
    }

    static FaultInjection frozen(long millis) {
        return running -> {
            try (var group = ControlGroup.of("freezer", running.pid())) {
                group.addProcess(running.pid());
                freeze(group, running, millis);
            }
        };
    }

    static FaultInjection frozenLoop(long millis) {
        return running -> {
            try (var group = ControlGroup.of("freezer", running.pid())) {
                group.addThread(loop(running.pid()));
                freeze(group, running, millis);
            }
        };
    }

    private static void freeze(ControlGroup group, FaultInjection.Running running, long millis)
            throws IOException, InterruptedException {
        group.set("freezer.state", "FROZEN");
        running.pause(millis);
        group.set("freezer.state", "THAWED");
    }

    private static long loop(long pid) throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
            for (var thread : threads) {
                if (Files.readString(thread.resolve("comm")).startsWith("load-")) {
                    return Long.parseLong(thread.getFileName().toString());
                }
            }
        }
        throw new IOException("process " + pid + " has no event loop");
    }

    /** A twentieth of a CPU. */
    static FaultInjection cpuLimit() {
        return running -> {
            try (var group = ControlGroup.of("cpu", running.pid())) {
                group.set("cpu.cfs_period_us", "100000").set("cpu.cfs_quota_us", "5000");
                group.addProcess(running.pid());
                running.ralbench().waitFor();
            }
        };
    }

    static FaultInjection targetKilled() {
        return running -> running.target().kill();
    }

    static FaultInjection targetRestarted() {
        return running -> {
            running.target().kill();
            running.target().start();
        };
    }
}
