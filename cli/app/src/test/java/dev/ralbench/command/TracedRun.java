package dev.ralbench.command;

import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ralbench.process.ProcFs;
import dev.ralbench.process.UserCache;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * ralbench as a process whose traces can all be seen: it has a {@code /tmp} and a cache of its own, and everything that
 * it starts is in its mount namespace, marked or not. The setting {@code java.io.tmpdir} makes no difference.
 */
final class TracedRun implements AutoCloseable {
    private static final Path TMP = Path.of("/tmp");

    /** Own directory for /tmp, checkout, command; a checkout within /tmp has to be there all the same. */
    private static final String IN_OWN_TMP = """
            case $2 in /tmp/*) mount --bind "$2" "$1/${2#/tmp/}" || exit ;; esac
            mount --rbind "$1" /tmp || exit
            cd "$PWD" || exit # within the new mount
            shift 2
            exec "$@"
            """;

    private static final Duration SOON = Duration.ofSeconds(10);

    private final ProcFs proc = ProcFs.ofThisMachine();
    private final RalbenchProcess process;
    private final Path out;
    private final Path results;
    private final Path temporary;
    private final UserCache cache;
    private final Set<Path> temporaryBefore;
    private final String namespace;

    private TracedRun(
            RalbenchProcess process, Path directory, Path temporary, UserCache cache, Set<Path> temporaryBefore) {
        this.process = process;
        this.out = directory.resolve("out.txt");
        this.results = directory.resolve("results");
        this.temporary = temporary;
        this.cache = cache;
        this.temporaryBefore = temporaryBefore;
        var ours = namespace(ProcessHandle.current().pid());
        Eventually.within(SOON, () -> !Set.of(ours, "").contains(namespace(process.pid())));
        this.namespace = namespace(process.pid());
    }

    /** Skips the test where no process can have a /tmp of its own. */
    static void assumePossible() throws IOException, InterruptedException {
        int exit = new ProcessBuilder("unshare", "--mount", "mount", "--bind", "/tmp", "/tmp")
                .inheritIO()
                .start()
                .waitFor();
        assumeThat(exit)
                .as("nothing was tried: only root can give a process a /tmp of its own (unshare --mount); run as root")
                .isZero();
    }

    /**
     * Starts it.
     *
     * @param directory for its results, its output and its /tmp; within the checkout
     * @param program {@link Main} or {@link Uncalibrated}
     */
    static TracedRun start(Path directory, UserCache cache, Class<?> program, List<String> args) throws IOException {
        var checkout = Repository.ROOT;
        var temporary = Files.createDirectory(directory.resolve("tmp"));
        Files.createDirectory(directory.resolve("results"));
        if (checkout.startsWith(TMP)) {
            Files.createDirectories(temporary.resolve(TMP.relativize(checkout)));
        }
        var before = files(temporary, path -> true);
        var prefix =
                List.of("unshare", "--mount", "sh", "-c", IN_OWN_TMP, "sh", temporary.toString(), checkout.toString());
        var environment = Map.of(UserCache.VARIABLE, cache.root().toString());
        var process = RalbenchProcess.startIn(directory, prefix, program, environment, args);
        return new TracedRun(process, directory, temporary, cache, before);
    }

    RalbenchProcess process() {
        return process;
    }

    /** Waits until it is so far. */
    void await(Predicate<TracedRun> isReached, Duration atMost) {
        process.await(() -> isReached.test(this), atMost);
    }

    /** Whether it has told so, on either stream. */
    boolean hasTold(String part) {
        return process.told().contains(part) || text(out).contains(part);
    }

    /** Whether a process of it has that in its command line. */
    boolean runs(String part) {
        return processes().anyMatch(pid -> commandLine(pid).contains(part));
    }

    /** What there is of it: processes, temporary files, and what in the cache is no part that later runs can use. */
    List<String> traces() {
        var traces = new ArrayList<String>();
        processes().forEach(pid -> traces.add("process " + pid + " " + commandLine(pid)));
        files(temporary, path -> !temporaryBefore.contains(path) && !isDirectoryOfCounters(path))
                .forEach(path -> traces.add("/tmp/" + temporary.relativize(path)));
        files(results, TracedRun::isDraft).forEach(path -> traces.add("draft " + path));
        unusable(cache.root())
                .forEach(path -> traces.add("cache " + cache.root().relativize(path)));
        return traces;
    }

    private Stream<Long> processes() {
        return proc.pids().stream().filter(pid -> namespace(pid).equals(namespace));
    }

    /** Empty where there is no such process any more. */
    private String namespace(long pid) {
        try {
            return Files.readSymbolicLink(proc.root().resolve(pid + "/ns/mnt")).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private String commandLine(long pid) {
        return text(proc.root().resolve(pid + "/cmdline")).replace('\0', ' ');
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return ""; // not yet, or gone
        }
    }

    /** Every JVM makes it, and none removes it. */
    private boolean isDirectoryOfCounters(Path path) {
        return path.equals(temporary.resolve("hsperfdata_" + System.getProperty("user.name")));
    }

    private static boolean isDraft(Path path) {
        return String.valueOf(path.getFileName()).startsWith(".");
    }

    private static Set<Path> files(Path root, Predicate<Path> wanted) {
        var found = new TreeSet<Path>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return add(directory);
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    return add(file);
                }

                // It was there a moment ago.
                @Override
                public FileVisitResult visitFileFailed(Path file, IOException cause) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, IOException cause) {
                    return FileVisitResult.CONTINUE;
                }

                private FileVisitResult add(Path path) {
                    if (!path.equals(root) && wanted.test(path)) {
                        found.add(path);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return found;
    }

    /** All but whole parts, which have a stamp, marks of a first run, the files of locks, and directories with nothing in them. */
    private static List<Path> unusable(Path directory) {
        try (var entries = Files.list(directory)) {
            var unusable = new ArrayList<Path>();
            for (var entry : entries.toList()) {
                if (!Files.isDirectory(entry)) {
                    if (!entry.toString().endsWith(".seen")) {
                        unusable.add(entry);
                    }
                } else if (!Files.exists(entry.resolve("stamp")) && !entry.endsWith("locks")) {
                    unusable.addAll(unusable(entry));
                }
            }
            return unusable;
        } catch (NoSuchFileException e) {
            return List.of(); // it was there a moment ago
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
