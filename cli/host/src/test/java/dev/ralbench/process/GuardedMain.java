package dev.ralbench.process;

import dev.ralbench.Clock;
import dev.ralbench.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Starts services, a directory and a log as a run does, tells of them, and waits to be killed. The first argument is the
 * cache; the second may be {@code stop-guard} or {@code kill-guard}.
 */
final class GuardedMain {
    private GuardedMain() {}

    public static void main(String[] args) throws Exception {
        var cache = new UserCache(Path.of(args[0]));
        var proc = ProcFs.ofThisMachine();
        var runTag = new RunTag(Owner.self(proc));
        var guard = new Guard(runTag, proc);
        var directories = new RunDirectories(cache, runTag, guard);
        var starter = new ProcessStarter(Map.of(), directories, runTag, guard, Clock.system());
        var directory = directories.make("data");
        Files.createDirectories(directory.resolve("a b"));
        Files.writeString(directory.resolve("a b").resolve("file"), "x");
        Files.writeString(directories.log("load"), "half of it");
        var log = new LogFile(Path.of(args[0]).resolve("service.log"));
        // The second has a child that outlives its parent, and is found by its mark alone.
        var plain = start(starter, List.of("sleep", "300"), log);
        var forking = start(
                starter,
                List.of("/bin/sh", "-c", "(sleep 301 & echo child $!); echo temporary $TMPDIR; exec sleep 302"),
                log);
        if (args.length > 1 && args[1].equals("kill-guard")) {
            replaceGuard();
            // Waits for the lock under which the new guard is told all that the first one knew.
            directories.log("after");
        } else if (args.length > 1) {
            signal(guard(), "STOP");
        }
        System.out.println("ready " + plain.pid() + " " + forking.pid());
        Thread.currentThread().join();
    }

    private static StartedService start(ProcessStarter starter, List<String> arguments, LogFile log) {
        return starter.start(new ServiceSpec("sleeper", Program.JAVA, arguments, Map.of(), List.of(), log));
    }

    private static void replaceGuard() throws IOException, InterruptedException {
        var first = guard();
        signal(first, "KILL");
        Eventually.within(
                Duration.ofSeconds(10),
                () -> guardsOf(ProcessHandle.current())
                        .anyMatch(shell -> shell.isAlive() && shell.pid() != first.pid()));
    }

    private static ProcessHandle guard() {
        return guardsOf(ProcessHandle.current()).findFirst().orElseThrow();
    }

    private static void signal(ProcessHandle process, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    static Stream<ProcessHandle> guardsOf(ProcessHandle process) {
        return process.children()
                .filter(child ->
                        child.info().arguments().map(List::of).orElse(List.of()).contains("ralbench-guard"));
    }
}
