package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RuntimeOptionsTest {
    @ParameterizedTest
    @CsvSource({
        "mysql://root:secret@db:3306, mysql://root:***@db:3306",
        "--mysql-url=mysql://root:secret@db:3306, --mysql-url=mysql://root:***@db:3306",
        "redis://:se:cret@127.0.0.1:6379, redis://:***@127.0.0.1:6379",
        "mysql://root@db:3306, mysql://root@db:3306",
        "http://127.0.0.1:8080/a@b, http://127.0.0.1:8080/a@b",
        "results/a:b@c.json, results/a:b@c.json",
    })
    void aPasswordIsNotKept(String typed, String kept) {
        assertThat(RuntimeOptions.withoutPassword(typed)).isEqualTo(kept);
    }

    @Test
    void theCommandLineIsStrongerThanTheEnvironment() {
        var environment =
                Map.of("RALBENCH_RUNTIME", "docker", "RALBENCH_REDIS_URL", "redis://a:1", "RALBENCH_MYSQL", " ");
        var options = parse("--runtime", "process", "--mysql", "mysqld");

        assertThat(options.mode(environment)).isEqualTo(RuntimeOptions.Mode.PROCESS);
        assertThat(options.sources(environment).mysqlProgram()).contains("mysqld");
        assertThat(options.sources(environment).redisUrl().orElseThrow()).isEqualTo(java.net.URI.create("redis://a:1"));
        assertThat(parse().mode(environment)).isEqualTo(RuntimeOptions.Mode.DOCKER);
        assertThat(parse().sources(environment).mysqlProgram()).isEmpty();
        assertThat(parse().mode(Map.of())).isEqualTo(RuntimeOptions.Mode.AUTO);
    }

    @Test
    void aUrlThatIsNoneIsRefusedWithoutBeingRepeated() {
        var failure = catchThrowableOfType(
                Failure.class,
                () -> parse("--mysql-url", "mysql://root:sec ret@db").sources(Map.of()));

        assertThat(failure.kind()).isEqualTo(Failure.Kind.USAGE);
        assertThat(failure.what() + failure.why() + failure.fix())
                .contains("--mysql-url")
                .doesNotContain("sec ret");
    }

    @Test
    void anUnknownRuntimeOfTheEnvironmentIsRefused() {
        var failure = catchThrowableOfType(Failure.class, () -> parse().mode(Map.of("RALBENCH_RUNTIME", "podman")));

        assertThat(failure.what()).contains("RALBENCH_RUNTIME", "podman");
    }

    private static RuntimeOptions parse(String... words) {
        var options = new RuntimeOptions();
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words);
        return options;
    }
}
