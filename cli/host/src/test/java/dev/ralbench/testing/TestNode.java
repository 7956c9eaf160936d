package dev.ralbench.testing;

import dev.ralbench.Failure;
import dev.ralbench.process.InstalledNode;
import dev.ralbench.process.SearchPath;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * The Node.js of this machine. Without it, or without npm, tests that need it are skipped, which is said; with
 * {@code RALBENCH_NODE_TESTS=required} in the environment they fail.
 */
public final class TestNode {
    private static final String VARIABLE = "RALBENCH_NODE_TESTS";

    private TestNode() {}

    public static Path executable() {
        return installed().executable();
    }

    public static Path npm() {
        return installed()
                .npm(SearchPath.ofThisProcess())
                .orElseThrow(() -> Failure.environment("npm is missing", "it is not next to node or on the PATH", ""));
    }

    private static InstalledNode installed() {
        return InstalledNode.find(System.getenv(), SearchPath.ofThisProcess());
    }

    /** Ends the test that asks if it cannot run here. */
    public static void orSkip() {
        obstacle().ifPresent(Assumptions::abort);
    }

    /** Why tests cannot run here; an error if they have to. */
    static Optional<String> obstacle() {
        try {
            var unused = npm();
            return Optional.empty();
        } catch (Failure failure) {
            if ("required".equals(System.getenv(VARIABLE))) {
                throw new IllegalStateException(VARIABLE + "=required, but " + failure.what(), failure);
            }
            return Optional.of(failure.what() + ": " + failure.why());
        }
    }
}
