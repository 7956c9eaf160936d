package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.process.DirectoryTree;
import dev.ralbench.process.UserCache;
import dev.ralbench.process.UserLocale;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds of the git repository around a directory: of what is checked out, and of revisions that are kept in a tree of
 * their own. git and the build run as the user would run them, in the user's locale.
 */
final class GitBuilds {
    private static final int LINES_OF_A_LOG = 15;
    /**
     * A file in git's directory of each kept tree, which git removes with the tree. It is made with the tree, empty, so that
     * no tree of the user's is taken for a kept one; what was built is written when its build has succeeded. A build that
     * failed or was killed is repeated.
     */
    private static final String BUILT = "ralbench-built";

    private static final String BUILDS = "builds";
    private static final Duration KEPT_UNUSED = Duration.ofDays(28);

    private final Path directory;
    private final Map<String, String> environment;
    private final UserCache cache;
    private final Clock clock;

    /**
     * @param directory in the repository
     * @param environment of git and of the builds
     * @param cache where trees of revisions are kept, unless the user names a directory
     */
    GitBuilds(Path directory, Map<String, String> environment, UserCache cache, Clock clock) {
        this.directory = directory.toAbsolutePath();
        this.environment = UserLocale.restored(environment);
        this.cache = cache;
        this.clock = clock;
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
     * Builds what is checked out in the directory.
     *
     * @return empty if it was built; else why not, with the last lines of the build's output
     */
    Optional<String> build(String command) {
        return failure(command, run(directory, environment, shell(command)));
    }

    private static List<String> shell(String command) {
        return List.of("/bin/sh", "-c", command);
    }

    private static Optional<String> failure(String command, Ended ended) {
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
     * The build of a revision in a tree of its own, made unless it is there already. If the directory is below the
     * repository's root, so is the returned one. Of two calls for one tree, the second waits for the first. A new tree in
     * the cache takes the place of those that were not used for four weeks.
     *
     * @param command builds it, in that directory
     * @param place the tree's root; a directory of the cache by default
     * @throws Failure of usage if there is no such revision or the place holds something else; of the environment if the
     *     tree cannot be made or built
     */
    KeptBuild kept(String revision, String command, Optional<Path> place) {
        var commit = commit(revision).orElseThrow(() -> unknown(revision));
        var tree =
                place.map(named -> directory.resolve(named).normalize()).orElseGet(() -> placeInCache(commit, command));
        requireAnotherTree(tree);
        var common = Path.of(requireGit("rev-parse", "--path-format=absolute", "--git-common-dir"));
        var prefix = git("rev-parse", "--show-prefix").orElse("");
        var kept = new KeptTree(common, tree, place.isEmpty(), withoutRepository());
        try (var lock = FileChannel.open(kept.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            boolean isNew = !kept.isBuilt(commit, command);
            if (isNew) {
                kept.make(commit);
                failure(command, run(tree.resolve(prefix), kept.environment(), shell(command)))
                        .ifPresent(why -> {
                            throw Failure.environment(
                                    revision + " could not be built",
                                    why,
                                    "correct the build, or name a revision that can be built");
                        });
                kept.setBuilt(commit, command);
            }
            if (place.isEmpty()) {
                Files.setLastModifiedTime(tree, FileTime.from(clock.now()));
                if (isNew) {
                    removeUnused();
                }
            }
            return new KeptBuild(commit, tree.resolve(prefix).normalize(), isNew);
        } catch (IOException e) {
            throw Failure.environment(
                            "the build of " + revision + " in " + tree + " cannot be kept",
                            String.valueOf(e.getMessage()),
                            "make room and give rights there and in " + common)
                    .causedBy(e);
        }
    }

    /** A build in the user's own tree would be of whatever is edited there. */
    private void requireAnotherTree(Path tree) {
        if (git("rev-parse", "--show-toplevel")
                .filter(top -> isSame(tree, Path.of(top)))
                .isPresent()) {
            throw Failure.usage(
                    tree + " is the tree that you work in",
                    "a kept build has a tree of its own, with nothing but the revision",
                    "name another directory, or none: then it is in the cache directory of ralbench");
        }
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return Files.exists(one) && Files.isSameFile(one, other);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * The environment without the variables by which git finds a repository: a hook has them, and in another tree they would
     * lead back to this one.
     */
    private Map<String, String> withoutRepository() {
        var without = new LinkedHashMap<>(environment);
        run(directory, environment, words("rev-parse", "--local-env-vars"))
                .output()
                .lines()
                .forEach(without::remove);
        return without;
    }

    /** Also of other repositories: each user has one cache. One that cannot be removed now is left to a later call. */
    private void removeUnused() throws IOException {
        var oldest = FileTime.from(clock.now().minus(KEPT_UNUSED));
        var outside = withoutRepository();
        List<Path> trees;
        try (Stream<Path> files = Files.list(cache.directory(BUILDS))) {
            trees = files.toList();
        }
        for (var tree : trees) {
            try {
                if (Files.getLastModifiedTime(tree).compareTo(oldest) < 0) {
                    removeUnused(tree, oldest, outside);
                }
            } catch (IOException e) {
                // such as files of another user, or a tree that another process is removing
            }
        }
    }

    private static void removeUnused(Path tree, FileTime oldest, Map<String, String> outside) throws IOException {
        var common = run(tree, outside, words("rev-parse", "--path-format=absolute", "--git-common-dir"));
        if (common.isGood()) {
            new KeptTree(Path.of(common.firstLine()), tree, true, outside).removeIfUnusedSince(oldest);
        } else {
            DirectoryTree.delete(tree); // its repository is gone
        }
    }

    /**
     * A tree that holds a revision, and the files in its repository's git directory that belong to it.
     *
     * @param common the git directory, which all trees of the repository share
     * @param tree its root
     * @param isInCache whether it is in the cache, where all trees are kept ones
     * @param environment of commands in it
     */
    private record KeptTree(Path common, Path tree, boolean isInCache, Map<String, String> environment) {
        /** Never deleted: another process may wait for it. */
        Path lock() {
            return common.resolve(BUILT + "-" + Sha256.of(tree.toString()).substring(0, 16) + ".lock");
        }

        /** Where it says what was built; empty if there is no tree of this repository. */
        private Optional<Path> built() {
            if (!Files.exists(tree.resolve(".git"))) {
                return Optional.empty();
            }
            var own = run(tree, environment, words("rev-parse", "--absolute-git-dir"));
            return Optional.of(own)
                    .filter(Ended::isGood)
                    .map(ended -> Path.of(ended.firstLine()))
                    .filter(path -> path.startsWith(common))
                    .map(path -> path.resolve(BUILT));
        }

        boolean isBuilt(String commit, String command) throws IOException {
            var file = built().filter(Files::exists);
            return file.isPresent() && Files.readString(file.get()).equals(commit + "\n" + command) && isAt(commit);
        }

        void setBuilt(String commit, String command) throws IOException {
            write(commit + "\n" + command);
        }

        private void write(String text) throws IOException {
            var file = built();
            if (file.isPresent()) {
                Files.writeString(file.get(), text);
            }
        }

        /** Whether a tree with that commit is there. */
        private boolean isAt(String commit) {
            return Files.exists(tree.resolve(".git"))
                    && run(tree, environment, words("rev-parse", "HEAD"))
                            .firstLine()
                            .equals(commit);
        }

        void make(String commit) throws IOException {
            if (isAt(commit)) {
                if (!isInCache && built().filter(Files::exists).isEmpty()) {
                    throw Failure.usage(
                            tree + " exists, and was not made by ralbench gate anchor",
                            "a build would write into a tree that may be yours to work in",
                            "name another directory, or remove it: git worktree remove " + tree);
                }
                write(""); // of an earlier build
                return;
            }
            if (Files.exists(tree) && !isEmptyDirectory(tree)) {
                throw Failure.usage(
                        tree + " exists, and holds another revision or no tree of this repository",
                        "",
                        "name another directory, or remove it: git worktree remove --force " + tree);
            }
            // force: git may remember a tree here whose directory was removed by hand
            var added = worktree("add", "--force", "--quiet", "--detach", tree.toString(), commit);
            if (!added.isGood()) {
                throw Failure.environment(
                        "git could not check out " + commit + " to " + tree, added.lastLines(), "fix what git names");
            }
            write("");
        }

        /** Leaves one that is in use now. */
        void removeIfUnusedSince(FileTime oldest) throws IOException {
            try (var channel = FileChannel.open(lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = channel.tryLock()) {
                if (held == null || Files.getLastModifiedTime(tree).compareTo(oldest) >= 0) {
                    return;
                }
                if (!worktree("remove", "--force", tree.toString()).isGood()) {
                    DirectoryTree.delete(tree);
                }
            }
        }

        private Ended worktree(String... words) {
            var all = Stream.concat(Stream.of("--git-dir=" + common, "worktree"), Stream.of(words));
            return run(common, environment, words(all.toArray(String[]::new)));
        }
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
        return cache.directory(BUILDS)
                .resolve(commit.substring(0, 12) + "-"
                        + Sha256.of(root + "\n" + command).substring(0, 8));
    }

    private static boolean isEmptyDirectory(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private Optional<String> git(String... words) {
        var ended = run(directory, environment, words(words));
        return Optional.of(ended.firstLine()).filter(line -> ended.isGood() && !line.isEmpty());
    }

    private String requireGit(String... words) {
        var ended = run(directory, environment, words(words));
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
    private static Ended run(Path directory, Map<String, String> environment, List<String> command) {
        Path log = temporary();
        try {
            var builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
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
