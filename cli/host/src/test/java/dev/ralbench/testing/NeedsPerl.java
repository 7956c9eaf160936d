package dev.ralbench.testing;

import dev.ralbench.process.SearchPath;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests on processes that a script in Perl forks; {@code RALBENCH_PERL_TESTS=required} insists on it. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsPerl.Condition.class)
public @interface NeedsPerl {
    final class Condition extends NeedCondition {
        Condition() {
            super("RALBENCH_PERL_TESTS");
        }

        @Override
        Optional<String> obstacle() {
            return SearchPath.ofThisProcess().find("perl").isPresent()
                    ? Optional.empty()
                    : Optional.of("perl is missing: it is not on the PATH");
        }
    }
}
