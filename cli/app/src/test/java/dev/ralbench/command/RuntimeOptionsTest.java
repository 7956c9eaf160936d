package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuntimeOptionsTest {
    @ParameterizedTest
    @CsvSource({
        "mysql://root:secret@db:3306, mysql://root:***@db:3306",
        "--mysql-url=mysql://root:secret@db:3306, --mysql-url=mysql://root:***@db:3306",
        "redis://:se:cret@127.0.0.1:6379, redis://:***@127.0.0.1:6379",
        "mysql://root@db:3306, mysql://root@db:3306",
        "http://127.0.0.1:8080/a@b, http://127.0.0.1:8080/a@b",
        "results/a:b@c.json, results/a:b@c.json",
        "mysql://root:${env:PW}@db:3306, mysql://root:${env:PW}@db:3306",
        "mysql://${env:USER}:${env:PW}@db:3306, mysql://${env:USER}:${env:PW}@db:3306",
        "mysql://${env:USER}:secret@db:3306, mysql://${env:USER}:***@db:3306",
        "redis://:secret${env:PW}@db:3306, redis://:***@db:3306",
        "${env:MYSQL}, ${env:MYSQL}",
        "@/run/secrets/db, @/run/secrets/db",
    })
    @Disturbance(value = "a password in --mysql-url", then = "*** in the result")
    void aPasswordIsNotKept(String typed, String kept) {
        assertThat(RuntimeOptions.withoutPassword(typed)).isEqualTo(kept);
    }

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
