package dev.ralbench.command;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.UserCache;
import dev.ralbench.environment.docker.ContainerOrphans;
import dev.ralbench.environment.docker.DockerEngine;
import dev.ralbench.environment.docker.Images;
import dev.ralbench.process.FreePort;
import dev.ralbench.process.Guard;
import dev.ralbench.process.Mark;
import dev.ralbench.process.Orphans;
import dev.ralbench.process.Owner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.Program;
import dev.ralbench.process.RunFolders;
import dev.ralbench.process.SearchPath;
import dev.ralbench.result.HostFacts;
import dev.ralbench.target.TargetCatalog;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Everything that {@code doctor} looks at, one method each. */
final class Checkup {
    /** For the largest built-in scenario, with room to spare. */
    private static final long DESCRIPTORS = 4096;

    private static final long GIB = 1L << 30;
    private static final int NEWEST_CACHED_JDK = 25;

    private final Console console;
    private final TargetCatalog targets;
    private final Clock clock;
    private final ProcFs proc = ProcFs.ofThisMachine();
    private final UserCache cache;

    Checkup(Console console, TargetCatalog targets, Clock clock) {
        this.console = console;
        this.targets = targets;
        this.clock = clock;
        this.cache = Bench.cache(console);
    }

    /** @param clean whether what earlier runs left behind is removed */
    List<Finding> findings(boolean clean) {
        var findings = new ArrayList<Finding>();
        findings.add(machine());
        findings.add(jdk());
        findings.addAll(targets());
        findings.addAll(docker());
        findings.add(programs());
        findings.add(descriptors());
        findings.add(loopback());
        findings.add(disk());
        findings.addAll(leftBehind(clean));
        return findings;
    }

    private static Finding machine() {
        var facts = HostFacts.here().fingerprint("", Map.of());
        var machine = facts.machine();
        var load = facts.noted().getOrDefault("loadAverage1min", "0");
        int cores = Runtime.getRuntime().availableProcessors();
        var found = "%d processors (%s), %s GiB, Linux %s, load %s"
                .formatted(cores, machine.get("cpu"), machine.get("memoryGiB"), machine.get("kernel"), load);
        return isBusy(load, cores)
                ? Finding.limited("machine", found, "other programs are at work: figures will be noisy")
                : Finding.fine("machine", found);
    }

    private static boolean isBusy(String load, int cores) {
        try {
            return Double.parseDouble(load) > cores / 2.0;
        } catch (NumberFormatException e) {
            return false; // not known on this system
        }
    }

    private static Finding jdk() {
        var found = Runtime.version() + ", " + System.getProperty("java.home");
        return Runtime.version().feature() >= NEWEST_CACHED_JDK
                ? Finding.fine("JDK", found)
                : Finding.limited("JDK", found, "JDK 25 starts targets about twice as fast, from a cache");
    }

    private List<Finding> targets() {
        var missing = targets.names().stream().filter(name -> !isBuilt(name)).toList();
        return List.of(
                missing.isEmpty()
                        ? Finding.fine("targets", String.join(", ", targets.names()))
                        : Finding.broken("targets", "not built: " + missing, "mvn -DskipTests package"));
    }

    private boolean isBuilt(String name) {
        try {
            targets.definition(name, Map.of(), List.of());
            return true;
        } catch (Failure failure) {
            return false;
        }
    }

    private List<Finding> docker() {
        try {
            var engine = DockerEngine.find(console.environment());
            var missing = new Images(engine, console.environment(), note -> {}).obstacle(List.of(Program.values()));
            return List.of(
                    Finding.fine("Docker engine", engine.version()),
                    missing.map(why -> Finding.limited(
                                    "images", why, "docker pull, or .ci/build-images where there is no registry"))
                            .orElseGet(() -> Finding.fine("images", "there, or can be fetched")));
        } catch (Failure failure) {
            var why = failure.what() + (failure.why().isEmpty() ? "" : ": " + failure.why());
            return List.of(Finding.limited(
                    "Docker engine", why, "without it everything runs as processes, databases embedded"));
        }
    }

    private static Finding programs() {
        var path = SearchPath.ofThisProcess();
        var found = Stream.of("mysqld", "mariadbd", "redis-server")
                .flatMap(name -> path.find(name).stream())
                .map(String::valueOf)
                .toList();
        return Finding.fine(
                "servers",
                "embedded MariaDB and Redis" + (found.isEmpty() ? "" : "; also found: " + String.join(", ", found)));
    }

    private static Finding descriptors() {
        long limit = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
        return limit >= DESCRIPTORS
                ? Finding.fine("descriptors", limit + " for this process, one for each user")
                : Finding.limited("descriptors", limit + " for this process", "ulimit -n " + DESCRIPTORS);
    }

    private static Finding loopback() {
        try {
            return Finding.fine("loopback", "port " + FreePort.next() + " is free");
        } catch (RuntimeException e) {
            return Finding.broken("loopback", String.valueOf(e.getMessage()), "ip link set lo up");
        }
    }

    private Finding disk() {
        var folder = cache.folder("");
        try {
            long free = Files.getFileStore(folder).getUsableSpace();
            var found = "%s, %.1f GiB free there".formatted(folder, free / (double) GIB);
            return free > 2 * GIB
                    ? Finding.fine("cache", found)
                    : Finding.limited("cache", found, "make room, or name another folder by " + UserCache.VARIABLE);
        } catch (IOException e) {
            return Finding.limited("cache", folder + ": " + e.getMessage(), "");
        }
    }

    private List<Finding> leftBehind(boolean clean) {
        var orphans = new Orphans(proc, clock);
        var mark = new Mark(Owner.self(proc));
        var folders = new RunFolders(cache, mark, new Guard(mark, proc));
        var processes = clean ? orphans.end() : orphans.find();
        var directories = clean ? folders.removeOrphans(proc) : folders.orphans(proc);
        var containers = containers(clean);
        var found = new ArrayList<String>();
        add(found, "process", processes);
        add(found, "container", containers);
        add(found, "folder", directories);
        if (found.isEmpty()) {
            return List.of(Finding.fine("left behind", "nothing"));
        }
        var text = (clean ? "removed: " : "") + String.join("; ", found);
        return List.of(
                clean
                        ? Finding.fine("left behind", text)
                        : Finding.limited("left behind", text, "ralbench doctor --clean, or the next run, removes it"));
    }

    private static void add(List<String> found, String kind, List<?> ids) {
        if (!ids.isEmpty()) {
            found.add(kind + " " + ids);
        }
    }

    private List<String> containers(boolean clean) {
        try {
            var orphans = new ContainerOrphans(DockerEngine.find(console.environment()), proc);
            return clean ? orphans.remove() : orphans.find();
        } catch (Failure failure) {
            return List.of(); // without an engine there are none that could be seen
        }
    }
}
