package dev.ralbench.testing;

import dev.ralbench.Failure;
import dev.ralbench.process.InstalledNode;
import dev.ralbench.process.SearchPath;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * The Node.js of this machine. Without it, or without npm, tests that need it are skipped, and the log says so; with
 * {@code RALBENCH_NODE_TESTS=required} in the environment they fail.
 */
public final class TestNode {
    static final String VARIABLE = "RALBENCH_NODE_TESTS";

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
        NeedCondition.unlessRequired(VARIABLE, missing()).ifPresent(Assumptions::abort);
    }

    /** Why tests cannot run here. */
    static Optional<String> missing() {
        try {
            var unused = npm();
            return Optional.empty();
        } catch (Failure failure) {
            return Optional.of(failure.what() + ": " + failure.why());
        }
    }
}
