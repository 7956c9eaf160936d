package dev.ralbench.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.declared.DeclaredRedis;
import dev.ralbench.placement.Precedence;
import dev.ralbench.result.Design;
import dev.ralbench.result.PredictionAddition;
import dev.ralbench.result.RunResult;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.testing.NamedKinds;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a session makes of a request and its environment before it starts anything. */
class SessionTest {
    private static final RunRequest REQUEST = RunRequest.of("http://127.0.0.1:9/");

    private static final DependencyKinds KINDS =
            NamedKinds.of(Map.of(DeclaredMySql.KIND, "root", DeclaredRedis.KIND, ""));

    @TempDir
    private Path directory;

    private Session session(Map<String, String> environment) {
        return new Session(new Surroundings(
                environment,
                ScenarioCatalog.standard(),
                new TargetCatalog(directory),
                KINDS,
                new FakeClock(),
                load -> new RunResult.Ceiling(1, 1e5, Optional.empty(), Optional.empty()),
                PredictionAddition.NONE,
                "ralbench test"));
    }

    @Test
    void theRequestIsStrongerThanTheEnvironment() {
        var environment =
                Map.of("RALBENCH_RUNTIME", "docker", "RALBENCH_REDIS_URL", "redis://a:1", "RALBENCH_MYSQL", " ");
        var chosen = REQUEST.runtime(RuntimeMode.PROCESS).server("--mysql", "mysqld");
        var session = session(environment);

        assertThat(session.runtime(chosen)).isEqualTo(RuntimeMode.PROCESS);
        assertThat(session.servers(chosen).of("mysql").program()).contains("mysqld");
        assertThat(session.servers(chosen).of("redis").url()).contains(URI.create("redis://a:1"));
        assertThat(session.runtime(REQUEST)).isEqualTo(RuntimeMode.DOCKER);
        assertThat(session.servers(REQUEST).of("mysql").program()).isEmpty();
        assertThat(session(Map.of()).runtime(REQUEST)).isEqualTo(RuntimeMode.AUTO);
    }

    @ParameterizedTest
    @CsvSource({
        "mysql://shop:${env:PW}@db:3306, mysql://shop:p%40s%2Fs%20w@db:3306",
        "'mysql://${env:USER}:x@${env:HOST}:3306', mysql://root:x@db:3306",
        "${env:WHOLE}, mysql://root:a%40b@db:3306",
    })
    void variablesAreFilledIn(String typed, String url) {
        var environment = Map.of("PW", "p@s/s w", "USER", "root", "HOST", "db", "WHOLE", "mysql://root:a%40b@db:3306");

        assertThat(session(environment)
                        .servers(REQUEST.server("--mysql-url", typed))
                        .of("mysql")
                        .url())
                .contains(URI.create(url));
        var fromEnvironment = new HashMap<>(environment);
        fromEnvironment.put("RALBENCH_MYSQL_URL", typed);
        assertThat(session(fromEnvironment).servers(REQUEST).of("mysql").url()).contains(URI.create(url));
    }

    @Test
    void aUrlMayBeTheFirstLineOfAFile() throws IOException {
        var file = Files.writeString(directory.resolve("url"), "redis://:secret@db:6379 \nmore\n");

        assertThat(session(Map.of())
                        .servers(REQUEST.server("--redis-url", "@" + file))
                        .of("redis")
                        .url())
                .contains(URI.create("redis://:secret@db:6379"));
    }

    @Test
    void aFileOrAVariableThatIsMissingIsNamed() throws IOException {
        var empty = Files.writeString(directory.resolve("empty"), "\nredis://:secret@db:6379");

        assertThat(refused("--redis-url", "@/no/such/file", Map.of()).what())
                .isEqualTo("--redis-url: there is no file /no/such/file that can be read");
        assertThat(refused("--redis-url", "@" + empty, Map.of()).what())
                .isEqualTo("--redis-url: the first line of " + empty + " is empty");
        assertThat(refused("--mysql-url", "mysql://a:${env:PW}@b", Map.of("PW", ""))
                        .what())
                .isEqualTo("--mysql-url: not set in the environment: PW");
    }

    private Failure refused(String option, String value, Map<String, String> environment) {
        var failure =
                catchThrowableOfType(Failure.class, () -> session(environment).servers(REQUEST.server(option, value)));
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        return failure;
    }

    @Test
    void anOptionOfNoServerIsRefusedWithThoseThatThereAre() {
        for (var option : List.of("--mysq", "--postgres-url")) {
            var failure = refusedPlan(REQUEST.server(option, "x"));

            assertThat(failure.what()).isEqualTo(option + ": no kind of server has this option");
            assertThat(failure.why()).contains("valid here: ", "--mysql, ", "--mysql-url", "--redis, ", "--redis-url");
        }
        assertThat(refusedPlan(REQUEST.server("--mysq", "x")).why()).startsWith("did you mean --mysql?");
    }

    /** First what needs no file, of all requests; then the names of all scenarios; then whether each suits its request. */
    @Test
    void allRequestsAreCheckedBeforeAScenarioIsRead() {
        var missing = RunRequest.of("no-such-scenario");
        var steps = REQUEST.option("--steps", "10");

        assertThat(refusedPlan(missing).what()).isEqualTo("there is no built-in scenario no-such-scenario");
        assertThat(refusedPlan(missing, REQUEST.trials(0)).what()).startsWith("--trials: must be at least 1");
        assertThat(refusedPlan(missing, steps).what()).isEqualTo("--steps: needs --hold");
        assertThat(refusedPlan(missing, REQUEST.option("--header", "x")).what()).startsWith("--header: needs");
        assertThat(refusedPlan(missing, REQUEST.cpus(List.of("x=1"))).what()).startsWith("--cpus");
        assertThat(refusedPlan(missing, REQUEST.server("--mysq", "x")).what()).startsWith("--mysq: ");
        assertThat(refusedPlan(missing, REQUEST.findCapacity(9, 8)).what()).startsWith("--find-capacity: must be");
        assertThat(refusedPlan(steps.findCapacity(1, 2)).what())
                .isEqualTo("--find-capacity and --steps exclude each other");
        assertThat(refusedPlan(REQUEST.option("--body", "@/no/such/file"), REQUEST.trials(0))
                        .what())
                .startsWith("--trials: must be at least 1");
    }

    @Test
    void allScenariosAreReadBeforeOneIsHeldAgainstItsRequest() {
        var open = REQUEST.rate(5).order(Design.Order.ALTERNATING);
        var notBuilt = RunRequest.of("delay-200"); // its target is not in the directory

        assertThat(refusedPlan(open, RunRequest.of("no-such-scenario")).what())
                .isEqualTo("there is no built-in scenario no-such-scenario");
        assertThat(refusedPlan(notBuilt).what()).doesNotContain("open load");
        assertThat(refusedPlan(notBuilt, open).what()).contains("has an open load");
        assertThat(catchThrowableOfType(Failure.class, () -> session(Map.of()).preview(List.of(notBuilt, open))))
                .hasMessageContaining("has an open load");
    }

    private Failure refusedPlan(RunRequest... requests) {
        var failure =
                catchThrowableOfType(Failure.class, () -> session(Map.of()).plan(List.of(requests)));
        assertThat(failure).isNotNull();
        return failure;
    }

    /** 192.0.2.1 is of TEST-NET-1 (RFC 5737), which no machine has. */
    @Test
    void theGeneratorIsAloneWhereAllTargetsAreElsewhere() {
        var session = session(Map.of());
        var elsewhere = RunRequest.of("http://192.0.2.1:9/");

        assertThat(session.isAlone(session.preview(elsewhere))).isTrue();
        assertThat(session.isAlone(session.preview(elsewhere.option("--pid", "1"))))
                .isFalse();
        assertThat(session.isAlone(session.preview(REQUEST))).isFalse();
        assertThat(session.isAlone(session.preview(RunRequest.of("delay-200")))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        ", false, EVENT_LOOPS",
        "false, false, EVENT_LOOPS",
        "true, false, NONE",
        ", true, NONE",
        "false, true, NONE",
    })
    void theEnvironmentOrTheRequestMakesAllEquals(String variable, boolean asked, Precedence precedence) {
        var environment = variable == null ? Map.<String, String>of() : Map.of("RALBENCH_FAIR", variable);
        var request = asked ? REQUEST.fair() : REQUEST;

        assertThat(session(environment).preview(request).placement().precedence())
                .isEqualTo(precedence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "TRUE", "1"})
    void aPrecedenceOfTheEnvironmentThatIsNeitherTrueNorFalseIsRefused(String text) {
        var failure = catchThrowableOfType(
                Failure.class, () -> session(Map.of("RALBENCH_FAIR", text)).preview(REQUEST));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo("RALBENCH_FAIR: must be true or false, got " + text);
    }

    @Test
    void anUnknownRuntimeOfTheEnvironmentIsRefused() {
        var failure = catchThrowableOfType(
                Failure.class,
                () -> session(Map.of("RALBENCH_RUNTIME", "podman")).runtime(REQUEST));

        assertThat(failure.what()).contains("RALBENCH_RUNTIME", "podman");
    }
}
