package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuntimeOptionsTest {
    @Test
    @Disturbance(value = "a wrong URL with a password", then = "refused, the password is not repeated")
    void aUrlThatIsNoneIsRefusedWithoutBeingRepeated() {
        var outcome = Shell.run("run", "http://127.0.0.1:9/", "--dry-run", "--mysql-url", "mysql://root:sec ret@db");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).startsWith("ralbench: --mysql-url: ").doesNotContain("sec ret");
    }

    @Test
    void theCommandLineIsStrongerThanTheEnvironment() {
        var shell = new Shell(Map.of("RALBENCH_REDIS_URL", "nonsense://"));

        assertThat(shell.execute("run", "http://127.0.0.1:9/", "--dry-run").err())
                .contains("--redis-url: ");
        assertThat(shell.execute("run", "http://127.0.0.1:9/", "--dry-run", "--redis-url", "redis://a:1")
                        .err())
                .isEmpty();
    }
}
