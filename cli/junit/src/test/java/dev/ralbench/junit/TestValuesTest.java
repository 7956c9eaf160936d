package dev.ralbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code {NAME}} stands for in the texts of an annotation: here of this very test. */
class TestValuesTest {
    private static final String HOST = "127.0.0.1";

    /** Of an outer test too. */
    class Base {
        private final int port = 8080;
    }

    @RegisterExtension
    private final Values values = new Values();

    private final String outer = "of the outer test";

    @SuppressWarnings("UnusedVariable")
    private String unset;

    private static final class Values implements BeforeTestExecutionCallback {
        private TestValues found;

        @Override
        public void beforeTestExecution(ExtensionContext context) {
            found = new TestValues(context);
        }

        String filled(String text) {
            return found.filled(text);
        }
    }

    @SuppressWarnings("UnusedMethod")
    private String path() {
        return "/products/42";
    }

    @Test
    void fieldsAndMethodsAreFilledIn() {
        assertThat(values.filled("http://{HOST}{path}")).isEqualTo("http://127.0.0.1/products/42");
    }

    @Test
    void placeholdersOfScenariosStay() {
        assertThat(values.filled("${uuid} ${env:PORT} ${random 1..9} {\"json\": 1}"))
                .isEqualTo("${uuid} ${env:PORT} ${random 1..9} {\"json\": 1}");
    }

    @Test
    void whatIsNotSetYetIsRefused() {
        assertThatThrownBy(() -> values.filled("http://{unset}")).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.what()).isEqualTo("http://{unset}: {unset} is null");
            assertThat(failure.fix()).isEqualTo("set it there, or in a @BeforeAll method");
        });
    }

    @Nested
    class Inner extends Base {
        private final String HOST = "::1";

        @Test
        void innerOnesComeFirst() {
            assertThat(values.filled("{HOST} {outer} {port}")).isEqualTo("::1 of the outer test 8080");
        }
    }
}
