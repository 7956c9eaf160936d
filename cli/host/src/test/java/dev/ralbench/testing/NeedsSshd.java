package dev.ralbench.testing;

import dev.ralbench.process.SearchPath;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that log in to this machine by ssh; {@code RALBENCH_SSH_TESTS=required} insists on them. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsSshd.Condition.class)
public @interface NeedsSshd {
    final class Condition extends NeedCondition {
        /** Not on the PATH of users. */
        static final Path SSHD = Path.of("/usr/sbin/sshd");

        Condition() {
            super("RALBENCH_SSH_TESTS");
        }

        @Override
        Optional<String> obstacle() {
            boolean hasClient = SearchPath.ofThisProcess().find("ssh").isPresent();
            return hasClient && Files.isExecutable(SSHD)
                    ? Optional.empty()
                    : Optional.of((hasClient ? SSHD + " is missing" : "ssh is not on the PATH")
                            + " (on Debian in openssh-server and openssh-client)");
        }
    }
}
