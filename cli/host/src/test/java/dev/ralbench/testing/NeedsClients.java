package dev.ralbench.testing;

import dev.ralbench.process.SearchPath;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
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
        private static final int OLDEST_GO = 21;
        private static final Pattern GO = Pattern.compile("go1\\.(\\d{1,9})");

        Condition() {
            super("RALBENCH_CLIENT_TESTS");
        }

        @Override
        Optional<String> obstacle() {
            var missing = PROGRAMS.stream()
                    .filter(program -> SearchPath.ofThisProcess().find(program).isEmpty())
                    .toList();
            return missing.isEmpty() ? tooOldGo() : Optional.of("not on the PATH: " + String.join(", ", missing));
        }

        /** From 1.21 on it gets the version that a module asks for. */
        private static Optional<String> tooOldGo() {
            var version = goVersion();
            var minor = GO.matcher(version);
            return minor.lookingAt() && Integer.parseInt(minor.group(1)) >= OLDEST_GO
                    ? Optional.empty()
                    : Optional.of("Go 1." + OLDEST_GO + " or newer is needed, and the go on the PATH is " + version);
        }

        private static String goVersion() {
            try {
                var go = new ProcessBuilder("go", "env", "GOVERSION")
                        .redirectErrorStream(true)
                        .start();
                go.getOutputStream().close();
                return new String(go.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            } catch (IOException e) {
                return String.valueOf(e.getMessage());
            }
        }
    }
}
