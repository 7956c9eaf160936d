package dev.ralbench.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file that a self-test's findings are kept in: checked before the first run, replaced as a whole after each. */
public final class SelfTestFile {
    private SelfTestFile() {}

    /**
     * Makes the file with its first content, so that whatever is wrong with the path shows before anything is measured.
     *
     * @throws dev.ralbench.Failure when a file cannot be written there
     */
    public static void create(Path path, SelfTestResult start) {
        ResultFile.prepareFolder(path);
        write(path, start);
    }

    /**
     * Replaces the content.
     *
     * @throws dev.ralbench.Failure when it cannot be written; the file then still holds what it held
     */
    public static void write(Path path, SelfTestResult result) {
        try {
            Files.createDirectories(AtomicWriter.folderOf(path));
            new AtomicWriter().replace(path, encode(result));
        } catch (IOException e) {
            throw WriteFailures.before(path, e);
        }
    }

    static byte[] encode(SelfTestResult result) {
        return (ResultJson.mapper().writeValueAsString(result) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** What {@link #write} has written; for findings that are looked at again. */
    public static SelfTestResult read(Path path) {
        return ResultJson.mapper().readValue(path.toFile(), SelfTestResult.class);
    }
}
