package dev.ralbench.dependency.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.RunSession;
import dev.ralbench.dependency.RunningEnvironment;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredService;
import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.secret.Secrets;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.testing.ItCache;
import dev.ralbench.testing.Repository;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Services of one's own, each of which is the JDK's web server for files in its directory. */
@Timeout(60)
class OwnServiceIT {
    private static final String WEB_SERVER = "${java} -m jdk.httpserver -b 127.0.0.1 -p ${port} -d ${dir}";

    @TempDir
    Path logs;

    private RunSession session;

    @BeforeEach
    void open() {
        session = RunSession.processes(
                new DependencyKinds(), ItCache.SHARED, Secrets.of(Set.of("STORE_KEY"), Map.of("STORE_KEY", "hunter2")));
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        var directories = session.runDirectories();
        session.close();
        assertThat(directories).as("directories of the run").isEmpty();
    }

    @Test
    void aServiceThatUsesAnotherIsStartedAfterItAndKnowsWhereItIs() throws Exception {
        var front = service(
                "front",
                "echo $STORE $KEY > ${dir}/store.txt; exec " + WEB_SERVER,
                Map.of("STORE", "${store.host}:${store.port}", "KEY", "${env:STORE_KEY}"),
                new ReadyCondition.Http("/store.txt"));
        var store = service("store", WEB_SERVER, Map.of(), new ReadyCondition.LogLine("URL http://"));
        var prepared =
                session.environments.prepare(new DeclaredDependencies(List.of(front, store)), ServerSources.none());

        assertThat(prepared.software()).containsEntry("store", "command " + WEB_SERVER);
        try (var running = prepared.start(logs, "trial")) {
            var placeholders = running.placeholders();
            assertThat(get(running, "store", "/conf/greeting.txt")).isEqualTo("hello");
            assertThat(get(running, "front", "/store.txt").strip())
                    .isEqualTo(placeholders.get("store.host") + ":" + placeholders.get("store.port") + " hunter2");
            assertThat(running.servers()).extracting(server -> server.name()).containsExactly("front", "store");
        }
    }

    private static DeclaredService in(String directory) {
        return new DeclaredService(
                "store",
                "${java} -m jdk.httpserver -b 127.0.0.1 -p ${port}",
                Optional.empty(),
                Optional.of(directory),
                OptionalInt.empty(),
                Map.of(),
                Map.of(),
                new ReadyCondition.Http("/here.txt"),
                Optional.empty());
    }

    @Test
    void aServiceIsStartedInTheDirectoryThatTheScenarioNames() throws Exception {
        var place = Files.createDirectory(logs.resolve("services"));
        Files.writeString(place.resolve("here.txt"), "in services");
        var needs = new DeclaredDependencies(List.of(in(place.toString())));
        var prepared = session.environments.prepare(needs, ServerSources.none());

        assertThat(prepared.software().get("store")).endsWith("-p ${port} in " + place);
        try (var running = prepared.start(logs, "trial")) {
            assertThat(get(running, "store", "/here.txt")).isEqualTo("in services");
        }
    }

    @Test
    void aDirectoryThatIsNotThereIsRefused() {
        var needs = new DeclaredDependencies(List.of(in("no/such/place")));

        var failure = catchThrowableOfType(
                Failure.class,
                () -> new OwnServiceKind(in("no/such/place")).check(needs, new TargetCatalog(Repository.ROOT)));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo("needs.store: directory: there is no such directory: no/such/place");
    }

    @Test
    void aServiceThatEndsFailsTheStartAndTakesTheOthersWithIt() throws Exception {
        var broken = service("broken", "echo no disk; exit 3", Map.of(), new ReadyCondition.Tcp());
        var store = service("store", WEB_SERVER, Map.of(), new ReadyCondition.Tcp());
        var prepared =
                session.environments.prepare(new DeclaredDependencies(List.of(store, broken)), ServerSources.none());

        var failure = catchThrowableOfType(Failure.class, () -> prepared.start(logs, "trial"));

        assertThat(failure.what()).startsWith("needs.broken: ").contains("ended while it started");
        assertThat(failure.why()).contains("exit code 3").contains("no disk");
    }

    @Test
    void aServiceThatNeverSaysThatItIsReadyFailsTheStart() throws Exception {
        var store = new DeclaredService(
                "store",
                WEB_SERVER,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Map.of(),
                Map.of(),
                new ReadyCondition.LogLine("ready for anything"),
                Optional.of(Duration.ofMillis(1500)));
        var prepared = session.environments.prepare(new DeclaredDependencies(List.of(store)), ServerSources.none());

        var failure = catchThrowableOfType(Failure.class, () -> prepared.start(logs, "trial"));

        assertThat(failure.what()).isEqualTo("needs.store: dependency 'store' was not ready after 1.5 s");
        assertThat(failure.why()).contains("a line of its output with: ready for anything");
    }

    private static DeclaredService service(
            String name, String command, Map<String, String> environment, ReadyCondition ready) {
        return new DeclaredService(
                name,
                command,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                environment,
                Map.of("conf/greeting.txt", "hello"),
                ready,
                Optional.empty());
    }

    private static String get(RunningEnvironment running, String name, String path) throws Exception {
        var placeholders = running.placeholders();
        var uri = URI.create(
                "http://" + placeholders.get(name + ".host") + ":" + placeholders.get(name + ".port") + path);
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
