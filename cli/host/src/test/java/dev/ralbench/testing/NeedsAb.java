package dev.ralbench.testing;

import dev.ralbench.process.SearchPath;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that send a load by Apache's {@code ab}, as the studies did; {@code RALBENCH_AB_TESTS=required} insists on it. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsAb.Condition.class)
public @interface NeedsAb {
    final class Condition extends NeedCondition {
        Condition() {
            super("RALBENCH_AB_TESTS");
        }

        @Override
        Optional<String> obstacle() {
            return SearchPath.ofThisProcess().find("ab").isPresent()
                    ? Optional.empty()
                    : Optional.of("ab is missing: it is not on the PATH (on Debian it is in apache2-utils)");
        }
    }
}
