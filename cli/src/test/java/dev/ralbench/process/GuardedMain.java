package dev.ralbench.process;

import dev.ralbench.Clock;
import dev.ralbench.UserCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Starts services and a folder as a run does, tells of them, and waits to be killed. */
final class GuardedMain {
    private GuardedMain() {}

    public static void main(String[] args) throws Exception {
        var cache = new UserCache(Path.of(args[0]));
        var proc = ProcFs.ofThisMachine();
        var mark = new Mark(Owner.self(proc));
        var guard = new Guard(mark, proc);
        var starter = new ProcessStarter(Map.of(), mark, guard, Clock.system());
        var folder = new RunFolders(cache, mark, guard).make("data");
        Files.createDirectories(folder.resolve("a b"));
        Files.writeString(folder.resolve("a b").resolve("file"), "x");
        var log = new LogFile(Path.of(args[0]).resolve("service.log"));
        // The second has a child that outlives its parent, and is found by its mark alone.
        var plain = start(starter, List.of("sleep", "300"), log);
        var forking = start(starter, List.of("/bin/sh", "-c", "(sleep 301 & echo child $!); exec sleep 302"), log);
        if (args.length > 1) {
            endGuard(); // the services are orphans once this process is gone
        }
        System.out.println("ready " + plain.pid() + " " + forking.pid());
        Thread.currentThread().join();
    }

    private static StartedService start(ProcessStarter starter, List<String> arguments, LogFile log) {
        return starter.start(new ServiceSpec("sleeper", Program.JAVA, arguments, Map.of(), List.of(), log));
    }

    private static void endGuard() {
        ProcessHandle.current()
                .children()
                .filter(child ->
                        child.info().arguments().map(List::of).orElse(List.of()).contains("ralbench-guard"))
                .forEach(ProcessHandle::destroyForcibly);
    }
}
