package dev.ralbench.command;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.ServerFinder;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.docker.DockerEngine;
import dev.ralbench.docker.Images;
import dev.ralbench.process.FreePort;
import dev.ralbench.process.InstalledNode;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.Program;
import dev.ralbench.process.SearchPath;
import dev.ralbench.process.UserCache;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.trial.HostFacts;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Everything that {@code doctor} looks at, one method each. */
final class DoctorChecks {
    /** File descriptors that the largest built-in scenario needs, with room to spare. */
    private static final long DESCRIPTORS = 4096;

    private static final long GIB = 1L << 30;
    private static final int NEWEST_CACHED_JDK = 25;

    private final Console console;
    private final TargetCatalog targets;
    private final Clock clock;
    private final ProcFs proc = ProcFs.ofThisMachine();
    private final UserCache cache;

    DoctorChecks(Console console, UserCache cache, TargetCatalog targets, Clock clock) {
        this.console = console;
        this.targets = targets;
        this.clock = clock;
        this.cache = cache;
    }

    /** @param clean whether leftovers of earlier runs are removed */
    List<Finding> findings(boolean clean) {
        var findings = new ArrayList<Finding>();
        findings.add(machine());
        findings.add(jdk());
        findings.addAll(targets());
        findings.addAll(docker());
        findings.add(programs());
        findings.add(node());
        findings.add(descriptors());
        findings.add(loopback());
        findings.add(disk());
        var caches = new CacheChecks(cache, clock);
        findings.addAll(caches.parts());
        findings.addAll(caches.startUpCaches(clean));
        findings.addAll(new Leftovers(console.environment(), cache, proc, clock).findings(clean));
        return findings;
    }

    private Finding machine() {
        var facts = HostFacts.here().fingerprint("", Map.of());
        var machine = facts.machine();
        var load = facts.noted().getOrDefault("loadAverage1min", "0");
        int cores = Runtime.getRuntime().availableProcessors();
        if (!proc.exists()) {
            return Finding.limited(
                    "machine",
                    cores + " CPUs, " + System.getProperty("os.name") + " without /proc",
                    "responses are measured, but no threads, memory or CPU time, and --cpus does not pin: use Linux, WSL 2, or"
                            + " ralbench's image");
        }
        var found = "%d CPUs (%s), %s GiB, Linux %s, load %s"
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
        var failures =
                targets.names().stream().flatMap(name -> failure(name).stream()).toList();
        return List.of(
                failures.isEmpty()
                        ? Finding.fine("targets", String.join(", ", targets.names()))
                        : Finding.limited("targets", failures.getFirst()));
    }

    private Optional<Failure> failure(String target) {
        try {
            targets.definition(target, Map.of(), List.of());
            return Optional.empty();
        } catch (Failure failure) {
            return Optional.of(failure);
        }
    }

    private List<Finding> docker() {
        try {
            var engine = DockerEngine.find(console.environment());
            var missing = new Images(engine, console.environment(), note -> {}).obstacle(programsInImages());
            return List.of(
                    Finding.fine("Docker engine", engine.version()),
                    missing.map(why -> Finding.limited(
                                    "images", why, "docker pull, or .ci/build-images where there is no registry"))
                            .orElseGet(() -> Finding.fine("images", "there, or can be fetched")));
        } catch (Failure failure) {
            return List.of(Finding.limited(
                    "Docker engine", Finding.words(failure), "without it everything runs as processes"));
        }
    }

    private static Set<Program> programsInImages() {
        var programs = new LinkedHashSet<>(List.of(Program.JAVA, Program.NODE));
        BuiltInKinds.ALL.all().stream()
                .filter(kind -> kind.server().flatMap(ServerKind::standIn).isEmpty())
                .forEach(kind -> kind.program().ifPresent(programs::add));
        return programs;
    }

    private static Finding programs() {
        var path = SearchPath.ofThisProcess();
        var supplies = BuiltInKinds.ALL.servers();
        var standIns = supplies.stream()
                .filter(supply -> supply.standIn().isPresent())
                .filter(supply -> supply.programs().stream()
                        .allMatch(name -> path.find(name).isEmpty()))
                .map(supply ->
                        "; for " + supply.title() + " " + supply.standIn().orElse(""))
                .collect(Collectors.joining());
        var found = supplies.stream()
                .flatMap(supply -> supply.installed(path))
                .map(String::valueOf)
                .toList();
        var names = String.join(", ", found);
        if (ServerFinder.hasEmbedded()) {
            var embedded = supplies.stream()
                    .flatMap(supply -> supply.embedded().stream())
                    .map(ServerKind.Embedded::product)
                    .collect(Collectors.joining(", "));
            return Finding.fine(
                    "servers", "embedded " + embedded + (found.isEmpty() ? "" : "; also found: " + names) + standIns);
        }
        var needed = supplies.stream()
                .filter(supply -> supply.standIn().isEmpty())
                .map(supply -> String.join(" or ", supply.programs()))
                .collect(Collectors.joining(", and "));
        return Finding.limited(
                "servers",
                "none embedded for this platform; found: " + (found.isEmpty() ? "none" : names) + standIns,
                "without containers, runs need " + needed + " on the PATH");
    }

    private Finding node() {
        var name = "Node.js";
        var path = SearchPath.ofThisProcess();
        var needing = targets.names().stream()
                .filter(target -> targets.program(target).equals(Program.NODE))
                .collect(Collectors.joining(", "));
        try {
            var node = InstalledNode.find(console.environment(), path);
            var found = node.version() + ", " + node.executable();
            return node.npm(path)
                    .map(npm -> Finding.fine(name, found + ", " + npm))
                    .orElseGet(() -> Finding.limited(
                            name, found + ", without npm", "install npm, which fetches the libraries of " + needing));
        } catch (Failure failure) {
            return Finding.limited(
                    name, Finding.words(failure) + ": variants of " + needing + " are skipped", failure.fix());
        }
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
        try {
            var directory = cache.directory("");
            long free = Files.getFileStore(directory).getUsableSpace();
            var found = "%s, %.1f GiB free there".formatted(directory, free / (double) GIB);
            return free > 2 * GIB
                    ? Finding.fine("cache", found)
                    : Finding.limited("cache", found, "make room, or name another directory by " + UserCache.VARIABLE);
        } catch (Failure failure) {
            return Finding.broken("cache", failure);
        } catch (IOException e) {
            return Finding.limited("cache", cache.root() + ": " + e.getMessage(), "");
        }
    }
}
