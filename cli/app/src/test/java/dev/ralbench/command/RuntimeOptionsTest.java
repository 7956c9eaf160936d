package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RuntimeOptionsTest {
    @TempDir
    private Path directory;

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
    void theCommandLineIsStrongerThanTheEnvironment() {
        var environment =
                Map.of("RALBENCH_RUNTIME", "docker", "RALBENCH_REDIS_URL", "redis://a:1", "RALBENCH_MYSQL", " ");
        var options = parse("--runtime", "process", "--mysql", "mysqld");

        assertThat(options.mode(environment)).isEqualTo(RuntimeOptions.Mode.PROCESS);
        assertThat(options.sources(environment).of("mysql").program()).contains("mysqld");
        assertThat(options.sources(environment).of("redis").url().orElseThrow()).isEqualTo(URI.create("redis://a:1"));
        assertThat(parse().mode(environment)).isEqualTo(RuntimeOptions.Mode.DOCKER);
        assertThat(parse().sources(environment).of("mysql").program()).isEmpty();
        assertThat(parse().mode(Map.of())).isEqualTo(RuntimeOptions.Mode.AUTO);
    }

    @Test
    @Disturbance(value = "a wrong URL with a password", then = "refused, the password is not repeated")
    void aUrlThatIsNoneIsRefusedWithoutBeingRepeated() {
        var failure = catchThrowableOfType(
                Failure.class,
                () -> parse("--mysql-url", "mysql://root:sec ret@db").sources(Map.of()));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what() + failure.why() + failure.fix())
                .contains("--mysql-url")
                .doesNotContain("sec ret");
    }

    @ParameterizedTest
    @CsvSource({
        "mysql://shop:${env:PW}@db:3306, mysql://shop:p%40s%2Fs%20w@db:3306",
        "'mysql://${env:USER}:x@${env:HOST}:3306', mysql://root:x@db:3306",
        "${env:WHOLE}, mysql://root:a%40b@db:3306",
    })
    void variablesAreFilledIn(String typed, String url) {
        var environment = Map.of("PW", "p@s/s w", "USER", "root", "HOST", "db", "WHOLE", "mysql://root:a%40b@db:3306");

        assertThat(parse("--mysql-url", typed).sources(environment).of("mysql").url())
                .contains(URI.create(url));
        var fromEnvironment = new HashMap<>(environment);
        fromEnvironment.put("RALBENCH_MYSQL_URL", typed);
        assertThat(parse().sources(fromEnvironment).of("mysql").url()).contains(URI.create(url));
    }

    @Test
    void aUrlMayBeTheFirstLineOfAFile() throws IOException {
        var file = Files.writeString(directory.resolve("url"), "redis://:secret@db:6379 \nmore\n");

        assertThat(parse("--redis-url=@" + file).sources(Map.of()).of("redis").url())
                .contains(URI.create("redis://:secret@db:6379"));
    }

    @Test
    void aFileOrAVariableThatIsMissingIsNamed() throws IOException {
        var empty = Files.writeString(directory.resolve("empty"), "\nredis://:secret@db:6379");

        assertThat(refused("--redis-url=@/no/such/file", Map.of()).what())
                .isEqualTo("--redis-url: there is no file /no/such/file that can be read");
        assertThat(refused("--redis-url=@" + empty, Map.of()).what())
                .isEqualTo("--redis-url: the first line of " + empty + " is empty");
        assertThat(refused("--mysql-url=mysql://a:${env:PW}@b", Map.of("PW", ""))
                        .what())
                .isEqualTo("--mysql-url: not set in the environment: PW");
    }

    private static Failure refused(String option, Map<String, String> environment) {
        var failure = catchThrowableOfType(Failure.class, () -> parse(option).sources(environment));
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        return failure;
    }

    @Test
    void anUnknownRuntimeOfTheEnvironmentIsRefused() {
        var failure = catchThrowableOfType(Failure.class, () -> parse().mode(Map.of("RALBENCH_RUNTIME", "podman")));

        assertThat(failure.what()).contains("RALBENCH_RUNTIME", "podman");
    }

    private static RuntimeOptions parse(String... words) {
        var options = new RuntimeOptions();
        new CommandLine(options)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .parseArgs(words);
        return options;
    }
}
