package dev.ralbench.testing;

import dev.ralbench.Failure;
import dev.ralbench.docker.DockerEngine;
import dev.ralbench.docker.Images;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that start containers: they need an engine and images, and {@code RALBENCH_DOCKER_TESTS=required} insists on them. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsDocker.Condition.class)
public @interface NeedsDocker {
    final class Condition extends NeedCondition {
        Condition() {
            super("RALBENCH_DOCKER_TESTS");
        }

        @Override
        Optional<String> obstacle() {
            try {
                var engine = DockerEngine.find(System.getenv());
                return new Images(engine, System.getenv(), note -> {}).obstacle(TestPrograms.ALL);
            } catch (Failure failure) {
                return Optional.of(failure.what() + ": " + failure.why());
            }
        }
    }
}
