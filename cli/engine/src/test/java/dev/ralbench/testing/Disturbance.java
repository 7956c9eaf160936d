package dev.ralbench.testing;

import dev.ralbench.Printable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * A test of something that happens to a run and must not do harm: a crash, a full disk, a hostile target, another user.
 * Each is a row of the table that {@code .ci/disturbances} prints.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag(Disturbance.TAG)
@ExtendWith(Disturbance.Table.class)
public @interface Disturbance {
    /** What the rows' tests are found by. */
    String TAG = "disturbance";

    /** What happens, in a few words. Of a test with parameters each set of them is a row if this ends with a colon. */
    String value();

    /** What has to come of it, in a few words. */
    String then();

    /** Writes the rows to a file, one after the other, as tests end. */
    final class Table implements TestWatcher {
        private static final Path FILE = Path.of("target", "disturbances.tsv");

        @Override
        public void testSuccessful(ExtensionContext test) {
            add(test, "pass");
        }

        @Override
        public void testFailed(ExtensionContext test, Throwable cause) {
            add(test, "FAIL");
        }

        @Override
        public void testAborted(ExtensionContext test, Throwable cause) {
            add(test, "not tried");
        }

        @Override
        public void testDisabled(ExtensionContext test, Optional<String> reason) {
            add(test, "not tried");
        }

        private static void add(ExtensionContext test, String outcome) {
            var method = test.getRequiredTestMethod();
            var row = method.getAnnotation(Disturbance.class);
            var which = row.value().endsWith(":") ? " " + test.getDisplayName() : "";
            var line = String.join("\t", outcome, Printable.line(row.value() + which), row.then()) + "\n";
            try {
                Files.createDirectories(FILE.getParent());
                Files.writeString(FILE, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
