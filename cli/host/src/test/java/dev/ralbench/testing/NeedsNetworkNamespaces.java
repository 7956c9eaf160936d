package dev.ralbench.testing;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests with several machines, made of network namespaces; {@code RALBENCH_NETNS_TESTS=required} insists on them. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsNetworkNamespaces.Condition.class)
public @interface NeedsNetworkNamespaces {
    final class Condition extends NeedCondition {
        private static final List<String> ATTEMPT = List.of(
                "unshare",
                "--net",
                "--mount",
                "sh",
                "-c",
                "ip link add one type veth peer name other && mount -t tmpfs none /tmp");

        Condition() {
            super("RALBENCH_NETNS_TESTS");
        }

        @Override
        Optional<String> obstacle() {
            try {
                return new ProcessBuilder(ATTEMPT).inheritIO().start().waitFor() == 0
                        ? Optional.empty()
                        : Optional.of(
                                "no network namespace with a link could be made: that takes root and the program ip"
                                        + " (on Debian in the package iproute2)");
            } catch (IOException e) {
                return Optional.of("no namespace could be made: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.of("interrupted");
            }
        }
    }
}
