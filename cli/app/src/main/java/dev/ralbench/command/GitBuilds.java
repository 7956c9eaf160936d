package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.process.UserCache;
import dev.ralbench.process.UserLocale;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds of the git repository that ralbench was started in: of what is checked out, and of revisions that are kept in a
 * tree of their own. git and the build run as the user would run them, in the user's locale.
 */
final class GitBuilds {
    private static final int LINES_OF_A_LOG = 15;
    /** Written into a kept tree when its build has succeeded: a build that was killed is repeated. */
    private static final String BUILT = "ralbench-built";

    private final UserCache cache;

    /** @param cache where trees of revisions are kept, unless the user names a directory */
    GitBuilds(UserCache cache) {
        this.cache = cache;
    }

    /** How a command ended, and what it wrote to both streams. */
    private record Ended(int exit, String output) {
        boolean isGood() {
            return exit == 0;
        }

        String firstLine() {
            return output.lines().findFirst().orElse("");
        }

        String lastLines() {
            var lines = output.lines().toList();
            return lines.subList(Math.max(0, lines.size() - LINES_OF_A_LOG), lines.size()).stream()
                    .collect(Collectors.joining("\n"));
        }
    }

    /** A tree that holds a built revision. */
    record KeptBuild(String commit, Path directory, boolean isNew) {}

    /**
     * Builds what is checked out in the current directory.
     *
     * @return empty if it was built; else why not, with the last lines of the build's output
     */
    Optional<String> build(String command) {
        return build(Path.of("").toAbsolutePath(), command);
    }

    private static Optional<String> build(Path directory, String command) {
        var ended = run(directory, List.of("/bin/sh", "-c", command));
        return ended.isGood()
                ? Optional.empty()
                : Optional.of(command + " ended with " + ended.exit()
                        + (ended.output().isBlank() ? "" : "\n" + ended.lastLines()));
    }

    /** The commit that is checked out, shortened, and its subject; empty outside of a repository. */
    Optional<String> checkedOut() {
        return git("show", "--no-patch", "--format=%h %s", "HEAD");
    }

    /** The full name of the commit that a revision means; empty if there is none. */
    Optional<String> commit(String revision) {
        return git("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}");
    }

    /**
     * The build of a revision in a tree of its own, made unless it is there already. If the current directory is below the
     * repository's root, so is the returned one.
     *
     * @param command builds it, in that directory
     * @param place the tree's root; a directory of the cache by default
     * @throws Failure of usage if there is no such revision or the place holds something else; of the environment if the
     *     tree cannot be made or built
     */
    KeptBuild kept(String revision, String command, Optional<Path> place) {
        var commit = commit(revision).orElseThrow(() -> unknown(revision));
        var tree = place.map(Path::toAbsolutePath).orElseGet(() -> placeInCache(commit, command));
        var built = Path.of(requireGit("rev-parse", "--path-format=absolute", "--git-common-dir"))
                .resolve(BUILT + "-"
                        + Sha256.of(tree + "\n" + commit + "\n" + command).substring(0, 16));
        var directory =
                tree.resolve(git("rev-parse", "--show-prefix").orElse("")).normalize();
        if (Files.exists(built) && isAt(tree, commit)) {
            return new KeptBuild(commit, directory, false);
        }
        if (!isAt(tree, commit)) {
            addTree(tree, commit);
        }
        build(directory, command).ifPresent(why -> {
            throw Failure.environment(
                    revision + " could not be built", why, "correct the build, or name a revision that can be built");
        });
        write(built);
        return new KeptBuild(commit, directory, true);
    }

    private Failure unknown(String revision) {
        requireGit("rev-parse", "--git-dir");
        return Failure.usage(
                revision + " is no revision of this repository",
                "",
                "fetch it, or correct it; git log shows those there are");
    }

    private Path placeInCache(String commit, String command) {
        var root = requireGit("rev-parse", "--show-toplevel");
        return cache.directory("builds")
                .resolve(commit.substring(0, 12) + "-"
                        + Sha256.of(root + "\n" + command).substring(0, 8));
    }

    /** Whether a tree of this repository with that commit is there. */
    private static boolean isAt(Path tree, String commit) {
        return Files.exists(tree.resolve(".git"))
                && run(tree, List.of("git", "rev-parse", "HEAD")).firstLine().equals(commit);
    }

    private static void addTree(Path tree, String commit) {
        if (Files.exists(tree) && !isEmptyDirectory(tree)) {
            throw Failure.usage(
                    tree + " exists, and holds another revision or no tree of this repository",
                    "",
                    "name another directory, or remove it: git worktree remove --force " + tree);
        }
        run(Path.of(""), List.of("git", "worktree", "prune")); // one whose directory was removed by hand
        var added = run(Path.of(""), List.of("git", "worktree", "add", "--quiet", "--detach", tree.toString(), commit));
        if (!added.isGood()) {
            throw Failure.environment(
                    "git could not check out " + commit + " to " + tree, added.lastLines(), "fix what git names");
        }
    }

    private static boolean isEmptyDirectory(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private static void write(Path file) {
        try {
            Files.writeString(file, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> git(String... words) {
        var ended = run(Path.of(""), words(words));
        return Optional.of(ended.firstLine()).filter(line -> ended.isGood() && !line.isEmpty());
    }

    private static String requireGit(String... words) {
        var ended = run(Path.of(""), words(words));
        if (!ended.isGood()) {
            throw Failure.environment(
                    "this is no git repository, or git is missing",
                    ended.firstLine(),
                    "start ralbench in the repository of the service");
        }
        return ended.firstLine();
    }

    private static List<String> words(String... words) {
        return Stream.concat(Stream.of("git"), Stream.of(words)).toList();
    }

    /** Its standard input is empty: a build that asks would wait for ever in a script. */
    private static Ended run(Path directory, List<String> command) {
        Path log = temporary();
        try {
            var builder = new ProcessBuilder(command)
                    .directory(directory.toAbsolutePath().toFile())
                    .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            var environment = builder.environment();
            var restored = UserLocale.restored(environment);
            environment.clear();
            environment.putAll(restored);
            var process = builder.start();
            var end = new Thread(() -> end(process));
            Runtime.getRuntime().addShutdownHook(end); // a signal that ends ralbench ends the build
            int exit = process.waitFor();
            Runtime.getRuntime().removeShutdownHook(end);
            return new Ended(exit, new String(Files.readAllBytes(log), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return new Ended(127, String.valueOf(e.getMessage())); // as a shell reports a program that is missing
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + command, e);
        } finally {
            delete(log);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }

    private static Path temporary() {
        try {
            return Files.createTempFile("ralbench-", ".log");
        } catch (IOException e) {
            throw Failure.environment(
                            "no temporary file can be made",
                            String.valueOf(e.getMessage()),
                            "make room in /tmp, or set TMPDIR")
                    .causedBy(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // the system clears its directory for temporary files
        }
    }
}
