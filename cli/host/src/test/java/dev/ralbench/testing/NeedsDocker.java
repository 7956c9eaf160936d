package dev.ralbench.testing;

import dev.ralbench.Failure;
import dev.ralbench.docker.DockerEngine;
import dev.ralbench.docker.Images;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests that start containers. Without an engine or images they are skipped, which is said; with
 * {@code RALBENCH_DOCKER_TESTS=required} in the environment they fail.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsDocker.Condition.class)
public @interface NeedsDocker {
    final class Condition implements ExecutionCondition {
        private static final String VARIABLE = "RALBENCH_DOCKER_TESTS";

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (context.getTestMethod().isPresent()) {
                return ConditionEvaluationResult.enabled("decided for the class");
            }
            var obstacle = obstacle();
            if (obstacle.isEmpty()) {
                return ConditionEvaluationResult.enabled("a Docker engine answers, and has the images");
            }
            if ("required".equals(System.getenv(VARIABLE))) {
                throw new IllegalStateException(VARIABLE + "=required, but " + obstacle.get());
            }
            System.out.println(context.getDisplayName() + " is skipped: " + obstacle.get());
            return ConditionEvaluationResult.disabled(obstacle.get());
        }

        private static Optional<String> obstacle() {
            try {
                var engine = DockerEngine.find(System.getenv());
                return new Images(engine, System.getenv(), note -> {}).obstacle(TestPrograms.ALL);
            } catch (Failure failure) {
                return Optional.of(failure.what() + ": " + failure.why());
            }
        }
    }
}
