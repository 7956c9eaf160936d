package dev.ralbench.testing;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Where a machine lacks what a class of tests needs, they are skipped, and the log says so; with a variable of the environment set to
 * {@code required} they fail.
 */
abstract class NeedCondition implements ExecutionCondition {
    private final String variable;

    NeedCondition(String variable) {
        this.variable = variable;
    }

    /** What is missing, and why that is known. */
    abstract Optional<String> obstacle();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (context.getTestMethod().isPresent()) {
            return ConditionEvaluationResult.enabled("decided for the class");
        }
        var obstacle = unlessRequired(variable, obstacle());
        obstacle.ifPresent(why -> System.out.println(context.getDisplayName() + " is skipped: " + why));
        return obstacle.map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("what it needs is there"));
    }

    /** @throws IllegalStateException if there is an obstacle, and the variable says that there must be none */
    static Optional<String> unlessRequired(String variable, Optional<String> obstacle) {
        if (obstacle.isPresent() && "required".equals(System.getenv(variable))) {
            throw new IllegalStateException(variable + "=required, but " + obstacle.get());
        }
        return obstacle;
    }
}
