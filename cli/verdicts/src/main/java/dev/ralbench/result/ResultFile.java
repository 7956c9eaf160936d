package dev.ralbench.result;

import dev.ralbench.Failure;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file that a run's result is kept in: tried before the first request, made when the first trial has ended, and
 * replaced as a whole after every other. A result that cannot be written there goes elsewhere. Used by one thread.
 */
public final class ResultFile {
    private static final String DISTRIBUTION = "histogram";

    private final Path path;
    private final Disk disk;
    /** The fallback path for a result that cannot be written to {@code path}. */
    private final Path elsewhere;
    /** The number of trials in the content that was last written to {@code path}. */
    private OptionalInt trials = OptionalInt.empty();

    private Optional<Path> newest = Optional.empty();

    /** Writes whole files; a seam, because a full disk is hard to come by in a test. */
    interface Disk {
        /** Whether such a file could be made there. */
        void check(Path file, byte[] content) throws IOException;

        /**
         * The first time.
         *
         * @throws java.nio.file.FileAlreadyExistsException if another program was faster
         */
        void create(Path file, byte[] content) throws IOException;

        void replace(Path file, byte[] content) throws IOException;

        /** Replaces the file by one that only its owner can read. */
        void replacePrivately(Path file, byte[] content) throws IOException;
    }

    private ResultFile(Path path, Disk disk, Path elsewhere) {
        this.path = path;
        this.disk = disk;
        this.elsewhere = elsewhere;
    }

    /**
     * Checks that a result can be kept there, before any slow work. Leaves nothing behind.
     *
     * @throws Failure if not
     */
    public static void check(Path path) {
        check(path, new byte[0], new AtomicWriter());
    }

    private static void check(Path path, byte[] content, Disk disk) {
        prepareDirectory(path);
        checkIsNew(path);
        try {
            disk.check(path, content);
        } catch (IOException e) {
            throw WriteFailures.before(path, e);
        }
    }

    /**
     * Refuses a path that holds a file already.
     *
     * @throws Failure when it does
     */
    public static void checkIsNew(Path path) {
        if (Files.isRegularFile(path)) {
            throw WriteFailures.exists(path);
        }
    }

    /**
     * The file of a run that begins. It is tried whether its first content can be written there, but nothing is left
     * behind: of a run that is killed before its first trial has ended no file is in the way of the next.
     *
     * @param start the result without trials
     * @throws Failure when a file cannot be written there, or there is one
     */
    public static ResultFile begin(Path path, RunResult start) {
        return begin(path, start, new AtomicWriter(), Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
    }

    static ResultFile begin(Path path, RunResult start, Disk disk, Path elsewhere) {
        check(path, encode(start), disk);
        return new ResultFile(path, disk, elsewhere);
    }

    /**
     * Replaces the content.
     *
     * @throws Failure when it cannot be written; the file then keeps its old content, and the failure says where the
     *     new content is
     */
    public void write(RunResult result) {
        byte[] content = encode(result);
        try {
            writeToItsPlace(content);
        } catch (IOException e) {
            writeElsewhere(result, content, e);
            return;
        }
        trials = OptionalInt.of(result.trials().size());
        newest.filter(last -> !last.equals(path)).ifPresent(ResultFile::deleteIfPossible);
        newest = Optional.of(path);
    }

    /** The file with the latest content; none if that could not be written anywhere. */
    public Optional<Path> newest() {
        return newest;
    }

    private void writeToItsPlace(byte[] content) throws IOException {
        if (trials.isPresent()) {
            disk.replace(target(), content);
        } else {
            disk.create(target(), content);
        }
    }

    /** Others may write to that directory, too, so only its owner may read the file, and its name cannot be guessed. */
    private void writeElsewhere(RunResult result, byte[] content, IOException cause) {
        var file = newest.filter(last -> !last.equals(path))
                .orElseGet(() -> unknownName(result.origin().runId()));
        boolean isLast = result.status() != RunResult.Status.RUNNING;
        try {
            disk.replacePrivately(file, content);
        } catch (IOException second) {
            newest = Optional.empty();
            cause.addSuppressed(second);
            throw WriteFailures.lost(path, elsewhere, holds(), isLast, cause);
        }
        newest = Optional.of(file);
        throw WriteFailures.savedElsewhere(path, file, holds(), cause);
    }

    private Path unknownName(String runId) {
        var name = "ralbench-" + runId.replaceAll("[^A-Za-z0-9._-]", "-");
        var random = new BigInteger(64, new SecureRandom()).toString(36);
        return elsewhere.resolve(name + "-" + random + ".json");
    }

    /** The content of a file that could not be updated. */
    private String holds() {
        if (trials.isEmpty() || !Files.isRegularFile(path)) {
            return "that file does not hold it";
        }
        int count = trials.getAsInt();
        return "that file holds " + (count == 1 ? "the first trial" : "the first " + count + " trials");
    }

    private static void deleteIfPossible(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Its content is in the right place now; one more copy is no reason to end a run.
        }
    }

    /**
     * The result that a file holds.
     *
     * @throws Failure when it cannot be read, is not a result, is damaged, or was written by a newer ralbench
     */
    public static RunResult read(Path path) {
        return ResultReader.read(path);
    }

    /**
     * The content of a file that may be no result, or an unusable one.
     *
     * @throws Failure when there is no such file
     */
    public static FileContent find(Path path, ReadProgress progress) {
        return ResultReader.find(path, progress);
    }

    /** What the file of a result holds, in the newest form, with a line end. */
    public static String text(RunResult result) {
        return ResultJson.mapper().writeValueAsString(result) + "\n";
    }

    /**
     * The result that {@link #text} of this version wrote.
     *
     * @throws IllegalArgumentException if the text is none
     */
    public static RunResult parse(String text) {
        try {
            return ResultJson.mapper().readValue(text, RunResult.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the text is no result", e);
        }
    }

    /**
     * The same text without most distributions: those of successful responses by window, and of the times to their first
     * bytes, are kept, from which the figures of levels come. It is no result that ralbench could read again.
     *
     * @param wholeRuns trials of which that of all successful responses is kept, too
     */
    public static String textOfLevels(RunResult result, Set<TrialId> wholeRuns) {
        var tree = ResultJson.mapper().readTree(text(result));
        for (int i = 0; i < result.trials().size(); i++) {
            var measurement = tree.at("/trials/" + i + "/measurement");
            boolean isKept = wholeRuns.contains(result.trials().get(i).id());
            measurement.properties().forEach(part -> {
                boolean isRead = part.getKey().equals("windows")
                        || (isKept && part.getKey().equals("wholeRun"));
                withoutDistributions(part.getValue(), isRead);
            });
        }
        return ResultJson.mapper().writeValueAsString(tree) + "\n";
    }

    /** @param keepsSuccessful whether the node is a window, or several, whose successful responses are kept */
    private static void withoutDistributions(JsonNode node, boolean keepsSuccessful) {
        if (node instanceof ObjectNode object && object.has(DISTRIBUTION)) {
            object.put(DISTRIBUTION, "");
        }
        for (var property : node.properties()) {
            boolean isKept = keepsSuccessful
                    && (property.getKey().equals("successful")
                            || property.getKey().equals("firstByte"));
            if (!isKept) {
                withoutDistributions(property.getValue(), false);
            }
        }
        if (node.isArray()) {
            node.forEach(each -> withoutDistributions(each, keepsSuccessful));
        }
    }

    static byte[] encode(RunResult result) {
        return text(result).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Refuses a path that holds something else than a file, such as a directory or a device.
     *
     * @throws Failure when it does
     */
    public static void checkIsFile(Path path) {
        if (Files.isDirectory(path)) {
            throw WriteFailures.isDirectory(path);
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw WriteFailures.isDevice(path);
        }
    }

    /**
     * Refuses a path whose directory would be a new one in the root of the file system: that is a slip, or in a container
     * a volume that is not mounted, and what is written there goes with the container.
     *
     * @throws Failure if it would be
     */
    public static void checkIsNotNewInRoot(Path path) {
        var whole = path.toAbsolutePath().normalize();
        if (whole.getNameCount() < 2) {
            return; // a file there is no directory
        }
        var top = Path.of("/").resolve(whole.getName(0));
        if (!Files.exists(top)) {
            throw WriteFailures.newInRoot(path, top);
        }
    }

    /** Refuses a path unfit for a result; otherwise creates its directory, with those above it. */
    static void prepareDirectory(Path path) {
        checkIsFile(path);
        checkIsNotNewInRoot(path);
        try {
            Files.createDirectories(AtomicWriter.directoryOf(path));
        } catch (IOException e) {
            throw WriteFailures.noDirectory(path, e);
        }
    }

    /** Follows a symbolic link, so that its target is replaced and not the link; the target need not exist yet. */
    private Path target() {
        try {
            if (Files.exists(path)) {
                return path.toRealPath();
            }
            return Files.isSymbolicLink(path) ? path.resolveSibling(Files.readSymbolicLink(path)) : path;
        } catch (IOException e) {
            return path;
        }
    }
}
