package dev.ralbench.testing;

import dev.ralbench.process.SearchPath;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that type into the shells that people use; {@code RALBENCH_SHELL_TESTS=required} insists on them. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsShells.Condition.class)
public @interface NeedsShells {
    final class Condition extends NeedCondition {
        Condition() {
            super("RALBENCH_SHELL_TESTS");
        }

        @Override
        Optional<String> obstacle() {
            return Stream.of("bash", "zsh", "fish", "script", "man", "mandoc")
                    .filter(program -> SearchPath.ofThisProcess().find(program).isEmpty())
                    .reduce((one, other) -> one + ", " + other)
                    .map(missing -> "not on the PATH: " + missing
                            + " (on Debian in the packages bash, zsh, fish, bsdutils, man-db, mandoc)");
        }
    }
}
