package dev.ralbench.result;

import dev.ralbench.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;

/** The file that a self-test's findings are kept in: checked before the first run, replaced as a whole after each. */
public final class SelfTestFile {
    private static final String NAME_ONE =
            "Name a file that ralbench selftest wrote, such as results/20260211T091407Z-selftest.json.";

    private SelfTestFile() {}

    /**
     * Creates the file with its first content, so that a wrong path shows before anything is measured.
     *
     * @throws dev.ralbench.Failure if a file cannot be written there
     */
    public static void create(Path path, SelfTestResult start) {
        ResultFile.prepareDirectory(path);
        write(path, start);
    }

    /**
     * Replaces the content.
     *
     * @throws dev.ralbench.Failure when it cannot be written; the file then keeps its old content
     */
    public static void write(Path path, SelfTestResult result) {
        try {
            Files.createDirectories(AtomicWriter.directoryOf(path));
            new AtomicWriter().replace(path, encode(result));
        } catch (IOException e) {
            throw WriteFailures.before(path, e);
        }
    }

    static byte[] encode(SelfTestResult result) {
        return (ResultJson.mapper().writeValueAsString(result) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads a file of {@link #write}.
     *
     * @throws Failure when it cannot be read, or holds something else
     */
    public static SelfTestResult read(Path path) {
        try {
            var document = ResultJson.mapper().readTree(Files.readAllBytes(path));
            var schema = document.path("schema").asString("");
            if (!schema.equals(SelfTestResult.SCHEMA)) {
                throw notASelfTest(path, "schema: " + (schema.isEmpty() ? "missing" : schema));
            }
            return ResultJson.mapper().treeToValue(document, SelfTestResult.class);
        } catch (JacksonException e) {
            throw notASelfTest(path, e.getOriginalMessage().lines().findFirst().orElse("not JSON"))
                    .causedBy(e);
        } catch (IOException e) {
            var why = e instanceof NoSuchFileException ? "there is no such file" : String.valueOf(e.getMessage());
            throw Failure.usage("cannot read the self-test " + path, why, NAME_ONE)
                    .causedBy(e);
        }
    }

    private static Failure notASelfTest(Path path, String why) {
        return Failure.usage(path + " holds no findings of a self-test", why, NAME_ONE);
    }
}
