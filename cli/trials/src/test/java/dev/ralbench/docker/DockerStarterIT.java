package dev.ralbench.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.process.CpuSet;
import dev.ralbench.process.FreePort;
import dev.ralbench.process.Pause;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.Program;
import dev.ralbench.process.SchedulingGroup;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.StartedService;
import dev.ralbench.process.StatusFile;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.NeedsDocker;
import dev.ralbench.testing.TestPrograms;
import dev.ralbench.testing.TestService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Services in real containers. */
@NeedsDocker
@Timeout(60)
class DockerStarterIT {
    private static final ProcFs PROC = ProcFs.ofThisMachine();

    @RegisterExtension
    static final TestService TEST_SERVICE = TestService.of(DockerStarterIT.class);

    private static Containers containers;

    @TempDir
    Path directory;

    @BeforeAll
    static void findEngine() throws Exception {
        containers = Containers.of(DockerEngine.find(System.getenv()));
    }

    @AfterAll
    static void closeAll() {
        containers.close();
    }

    @Test
    void aServiceIsReachedLookedIntoAndRemoved() throws Exception {
        int port = FreePort.next();
        var service = containers.starter().start(java(port));

        await(service, () -> canConnect(port));
        assertThat(service.isAlive()).isTrue();
        assertThat(PROC.isJvm(service.pid())).isTrue();
        assertThat(countersOf(service)).isNotEmptyFile();
        assertThat(service.startNanos()).isLessThan(Clock.system().nanoTime());
        await(service, () -> service.log().tail().contains("up, flags"));
        assertThat(service.log().tail()).contains("mine: yes");
        assertThat(service.commandLine())
                .startsWith("docker run --rm --network host --user ")
                .contains("MINE=yes")
                .doesNotContain("secret");
        assertThat(SchedulingGroup.of(service.pid(), PROC)).isPresent();

        long closeNanos = Clock.system().nanoTime();
        service.close();
        assertThat(Duration.ofNanos(Clock.system().nanoTime() - closeNanos)).isLessThan(Duration.ofSeconds(3));
        assertThat(service.exitCode()).hasValue(143); // a JVM's answer to SIGTERM
        assertThat(containers.exists("ralbench-" + containers.runTag().owner())).isFalse();
        service.close();
    }

    @Test
    void aServiceOnSomeCpusHasNoThreadElsewhere() throws Exception {
        int port = FreePort.next();
        var first = CpuSet.of(PROC.status(ProcessHandle.current().pid())
                .flatMap(StatusFile::mayRunOn)
                .orElseThrow()
                .first()
                .orElseThrow());
        var service = containers.starter().start(java(port).on(first));

        await(() -> canConnect(port));
        var mayRunOn = new HashSet<CpuSet>();
        PROC.eachThread(service.pid(), (id, thread) -> thread.mayRunOn().ifPresent(mayRunOn::add));
        assertThat(mayRunOn).containsExactly(first);
        assertThat(service.commandLine()).contains("--cpuset-cpus " + first);
        service.close();
    }

    @Test
    @Disturbance(value = "a container dies at once", then = "its code and its words are told")
    void oneThatDiesAtOnceLeavesItsCodeAndItsWords() {
        var service = containers.starter().start(java(FreePort.next(), "dies"));

        await(() -> !service.isAlive());
        assertThat(service.exitCode()).hasValue(3);
        // Through an engine the two streams may change places.
        assertThat(service.log().path()).content().contains("line 20", "no configuration found");
        service.close();
    }

    @Test
    void aProgramThatIsNotThereIsAFailure() {
        var failure = catchThrowableOfType(
                Failure.class,
                () -> containers.starter().start(Containers.spec(Program.JAVA, directory, "none", "no-such-program")));

        assertThat(failure.why()).contains("no-such-program");
        assertThat(containers.exists("ralbench-" + containers.runTag().owner())).isFalse();
    }

    @Test
    @Disturbance(value = "a container ignores SIGTERM", then = "killed after the grace")
    void aStubbornServiceIsKilledAfterTheGrace() {
        var service = containers
                .starter()
                .start(Containers.spec(
                        Program.JAVA,
                        directory,
                        "stubborn",
                        "sh",
                        "-c",
                        "trap '' TERM; echo up; while :; do sleep 1; done"));
        await(() -> service.log().tail().contains("up"));

        service.close();
        assertThat(service.exitCode()).hasValue(137);
    }

    @Test
    void aServiceThatIsSilentForLongIsHeardAllTheSame() {
        var service = containers
                .starter()
                .start(Containers.spec(Program.JAVA, directory, "silent", "sh", "-c", "sleep 6; echo at last"));

        await(() -> !service.isAlive());
        assertThat(service.exitCode()).hasValue(0);
        assertThat(service.log().tail()).isEqualTo("at last");
        service.close();
    }

    @Test
    @Disturbance(
            value = "a container prints without end",
            then = "the engine's log is bounded, the end is in ralbench's")
    void theEnginesOwnLogHasALimitAndIsReadBeyondIt() throws Exception {
        int lines = 2_250; // of 8000 bytes each: more than the engine keeps in one file
        var print = "seq -f %07999.0f " + lines + "; echo at last; sleep 60";
        try (var service =
                containers.starter().start(Containers.spec(Program.JAVA, directory, "endless", "sh", "-c", print))) {
            assertThat(containers.logLimits()).isEqualTo(Map.of("max-size", "16m", "max-file", "2"));
            assertThat(new Pause(Clock.system())
                            .until(() -> service.log().tail().endsWith("at last"), Duration.ofSeconds(50)))
                    .isTrue();
            assertHasEachLineOnce(Files.readAllLines(service.log().path()), lines);
        }
    }

    /** Numbered lines of 8000 bytes and a last one, of which the middle has been left out. */
    private static void assertHasEachLineOnce(List<String> log, int lines) {
        int note = log.indexOf(log.stream()
                .filter(line -> line.startsWith("... ralbench left out"))
                .findFirst()
                .orElseThrow());
        int last = log.size() - 1;
        int afterNote = lines - (last - note - 1) + 1;
        for (int i = 0; i < last; i++) {
            if (i != note) {
                assertThat(Integer.parseInt(log.get(i))).isEqualTo(i < note ? i + 1 : afterNote + i - note - 1);
            }
        }
        double leftOut = (afterNote - 1 - note) * 8000.0 / (1 << 20);
        assertThat(log.get(note)).contains(String.format(Locale.ROOT, "left out %.1f MiB", leftOut));
    }

    @Test
    void redisWritesItsFilesAsThisUser() throws Exception {
        int port = FreePort.next();
        try (var service = containers.starter().start(redis(port))) {
            await(() -> canConnect(port));
            assertThat(ask(port, "SET key value\r\n")).startsWith("+OK");
            assertThat(ask(port, "SAVE\r\n")).startsWith("+OK");
            assertThat(Files.getOwner(directory.resolve("dump.rdb"))).isEqualTo(Files.getOwner(directory));
            assertThat(service.isAlive()).isTrue();
        }
    }

    @Test
    @Disturbance(value = "a container's port is taken", then = "its log says so")
    void aPortThatIsTakenIsInTheLog() {
        int port = FreePort.next();
        try (var first = containers.starter().start(redis(port))) {
            await(() -> canConnect(port));
            try (var second = containers.starter().start(redis(port))) {
                await(() -> !second.isAlive());
                assertThat(second.exitCode()).hasValue(1);
                assertThat(second.log().saysAddressInUse()).isTrue();
            }
            assertThat(first.isAlive()).isTrue();
        }
    }

    @Test
    void aNameThatIsTakenIsAFailure() {
        var runTag = containers.runTag();
        int next = Integer.parseInt(runTag.next().replaceAll(".*-", "")) + 1;
        var id = containers
                .engine()
                .client()
                .createContainerCmd("ralbench/jre:25")
                .withName("ralbench-" + runTag.owner() + "-" + next)
                .exec()
                .getId();
        try {
            var failure = catchThrowableOfType(
                    Failure.class, () -> containers.starter().start(java(FreePort.next())));
            assertThat(failure.why()).contains("already in use");
            assertThat(failure.fix()).contains("docker rm");
        } finally {
            containers.engine().client().removeContainerCmd(id).exec();
        }
    }

    @Test
    @Disturbance(value = "Ctrl-C while a container is started", then = "no container is left")
    void anAbandonedStartLeavesNoContainer() {
        var engine = containers.engine();
        var spec = Containers.spec(Program.JAVA, directory, "late", "sleep", "300");
        var name = containers.runTag().next();
        var image = new DockerImage("ralbench/jre:25", "ralbench/jre:25");
        var log = ContainerLog.of(spec);
        var late = new HostContainer(
                engine,
                spec,
                image,
                OwnRights.of(PROC),
                containers.runTag(),
                name,
                containers.guard(),
                log,
                Clock.system());

        late.abandon();
        late.startUnlessAbandoned();

        assertThat(containers.exists("ralbench-" + name)).isFalse();
        late.abandon();
        log.stop();
    }

    @Test
    void mysqlMakesItsDataAndServesIt() throws Exception {
        var data = directory.resolve("data");
        try (var setUp = containers.starter().start(mysql("set-up", data, "--initialize-insecure"))) {
            await(() -> !setUp.isAlive());
            assertThat(setUp.exitCode()).as(setUp.log().tail()).hasValue(0);
        }
        int port = FreePort.next();
        try (var server = containers
                .starter()
                .start(mysql("server", data, "--port=" + port, "--socket=" + directory.resolve("s"), "--mysqlx=0"))) {
            await(() -> canConnect(port) || !server.isAlive());
            assertThat(server.isAlive()).as(server.log().tail()).isTrue();
            assertThat(ask(port, "")).contains("password"); // its greeting names how to log in
        }
        assertThat(Files.getOwner(data.resolve("ibdata1"))).isEqualTo(Files.getOwner(directory));
    }

    @Test
    @Disturbance(value = "the Docker engine hangs", then = "the service is ended all the same")
    void anEngineThatHangsDoesNotKeepAServiceAlive() throws Exception {
        var socket = directory.resolve("docker.sock");
        var real = DockerSocket.of(System.getenv()).path();
        try (var stalling = new StallingSocket(socket, real);
                var other = Containers.of(DockerEngine.find(Map.of("DOCKER_HOST", "unix://" + socket)))) {
            var service = other.starter().start(redis(FreePort.next()));
            stalling.stall();

            long startNanos = Clock.system().nanoTime();
            var failure = catchThrowableOfType(Failure.class, service::close);

            assertThat(Duration.ofNanos(Clock.system().nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(15));
            assertThat(failure.why()).contains("did not answer", "its process has been ended");
            assertThat(failure.fix()).startsWith("docker rm");
            assertThat(PROC.stat(service.pid())).isEmpty();
            removeByHand(failure.fix().split(" ", -1)[4]);
        } catch (Failure stillStalled) {
            assertThat(stillStalled.why()).contains("did not answer");
        }
    }

    private static void removeByHand(String id) {
        containers
                .engine()
                .client()
                .removeContainerCmd(id)
                .withForce(true)
                .withRemoveVolumes(true)
                .exec();
    }

    private ServiceSpec java(int port, String... habits) {
        var spec = Containers.spec(
                Program.JAVA,
                directory,
                "java",
                containers.starter().executable(Program.JAVA),
                "-XX:+UseSerialGC",
                "-cp",
                TEST_SERVICE.classes().toString(),
                "TestService",
                String.valueOf(port));
        var arguments = new ArrayList<>(spec.arguments());
        arguments.addAll(List.of(habits));
        return new ServiceSpec(
                spec.title(),
                spec.program(),
                arguments,
                spec.environment(),
                List.of(ServiceSpec.Directory.readOnly(TEST_SERVICE.classes())),
                spec.log());
    }

    private ServiceSpec redis(int port) {
        return Containers.spec(
                TestPrograms.REDIS,
                directory,
                "redis" + System.identityHashCode(new Object()),
                "redis-server",
                "--port",
                String.valueOf(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                directory.toString());
    }

    private ServiceSpec mysql(String log, Path data, String... options) {
        var arguments = new ArrayList<>(List.of(
                "mysqld",
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + data,
                "--bind-address=127.0.0.1",
                "--innodb-redo-log-capacity=8388608",
                "--skip-log-bin"));
        arguments.addAll(List.of(options));
        return Containers.spec(TestPrograms.MYSQL, directory, log, arguments.toArray(String[]::new));
    }

    /** A JVM's own counters, which it publishes within its own file system. */
    private static Path countersOf(StartedService service) {
        var inside = PROC.status(service.pid()).orElseThrow().innermostPid();
        return PROC.fileSystemOf(service.pid())
                .resolve("tmp/hsperfdata_" + System.getProperty("user.name") + "/" + inside);
    }

    private static boolean canConnect(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static String ask(int port, String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var bytes = new byte[512];
            int length = socket.getInputStream().read(bytes);
            return new String(bytes, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
        }
    }

    private static void await(BooleanSupplier reached) {
        assertThat(new Pause(Clock.system()).until(reached, Duration.ofSeconds(20)))
                .isTrue();
    }

    /** The same, and says in what state the service was otherwise. */
    private static void await(StartedService service, BooleanSupplier reached) {
        boolean isReached = new Pause(Clock.system()).until(reached, Duration.ofSeconds(20));
        assertThat(isReached)
                .as(() -> service.commandLine() + ": exit code " + service.exitCode() + ", output: "
                        + service.log().tail())
                .isTrue();
    }
}
