package dev.ralbench.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that start targets on Node.js; see {@link TestNode}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsNode.Condition.class)
public @interface NeedsNode {
    final class Condition extends NeedCondition {
        Condition() {
            super(TestNode.VARIABLE);
        }

        @Override
        Optional<String> obstacle() {
            return TestNode.missing();
        }
    }
}
