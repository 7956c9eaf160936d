package dev.ralbench.testing;

import dev.ralbench.process.SearchPath;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that get clients of databases from the registries of four languages, and start them; {@code
 * RALBENCH_CLIENT_TESTS=required} insists on it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsClients.Condition.class)
public @interface NeedsClients {
    final class Condition extends NeedCondition {
        private static final List<String> PROGRAMS = List.of("mvn", "node", "npm", "python3", "go");

        Condition() {
            super("RALBENCH_CLIENT_TESTS");
        }

        @Override
        Optional<String> obstacle() {
            var missing = PROGRAMS.stream()
                    .filter(program -> SearchPath.ofThisProcess().find(program).isEmpty())
                    .toList();
            return missing.isEmpty() ? Optional.empty() : Optional.of("not on the PATH: " + String.join(", ", missing));
        }
    }
}
