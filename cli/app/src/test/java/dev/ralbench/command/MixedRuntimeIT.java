package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.mysql.MySqlKind;
import dev.ralbench.process.Program;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.EmbeddedVersion;
import dev.ralbench.testing.NeedsDocker;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.ResultSchema;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dependencies in containers next to targets that are processes, and the other way round. */
@Timeout(120)
class MixedRuntimeIT {
    private static final String MARIADB = EmbeddedVersion.of(new MySqlKind());

    @TempDir
    private Path directory;

    private Path scenario(String needs, String variant) throws IOException {
        Files.writeString(directory.resolve("selftest.sql"), resource("selftest.sql"));
        return Files.writeString(directory.resolve("mixed.yaml"), """
                schema: 1
                name: mixed
                request: { path: /work }
                load: { closed: { requests: { users: 2, requests: 40 } } }
                needs: { %s }
                jvm: -Xmx64m
                variants: { mini: { %s } }
                """.formatted(needs, variant));
    }

    private static String byCommand() throws IOException {
        var jar = Repository.path("targets/mini/target/mini.jar").toRealPath();
        return """
                target: { command: "${java} ${jvmFlags} -jar '%s' --port=${port} --sql=1", ready: /ready,
                  env: { MYSQL_HOST: "${mysql.host:-}", MYSQL_PORT: "${mysql.port:-}", MYSQL_DATABASE: selftest,
                         MYSQL_USER: "${mysql.user:-}", MYSQL_PASSWORD: "${mysql.password:-}" } }
                """.formatted(jar);
    }

    private static String resource(String name) throws IOException {
        try (var stream = MixedRuntimeIT.class.getResourceAsStream("/dev/ralbench/scenarios/" + name)) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Shell withoutEngine() {
        return new Shell(Map.of("DOCKER_HOST", "unix://" + directory.resolve("no.sock")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mysql: { database: selftest, image: 'mysql:8.4' }",
                "mongodb: { database: shop, image: 'mongo:8' }",
                "mongodb: { database: shop, runtime: container }"
            })
    void aContainerThatIsAskedForIsNotReplacedByAProcess(String needs) throws IOException {
        var file = scenario(needs, byCommand());

        var outcome = withoutEngine().execute("run", file.toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.err()).contains("no.sock").doesNotContain("Exception");
    }

    @Test
    void aProductThatIsAskedForIsNotReplacedByAnother() throws IOException {
        var file = scenario("mysql: { database: selftest, product: mysql }", byCommand());

        var outcome = withoutEngine().execute("run", file.toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.err())
                .contains("needs.mysql.product asks for MySQL, and this is MariaDB", "needs.mysql.image")
                .doesNotContain("Exception");
    }

    @Test
    void aProgramOfThisMachineIsNotInAnImage() throws IOException {
        var file = scenario("redis: { runtime: container }", byCommand());

        var outcome = withoutEngine().execute("run", file.toString(), "--redis", "redis-server");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err())
                .contains("--redis redis-server", "needs.redis")
                .doesNotContain("Exception");
    }

    @Nested
    @NeedsDocker
    class WithAnEngine {
        private RunResult run(Path scenario, String... more) throws IOException {
            var output = directory.resolve("mixed.json");
            var words = new ArrayList<>(List.of("run", scenario.toString(), "-o", output.toString()));
            words.addAll(List.of(more));
            var outcome = Shell.run(words.toArray(String[]::new));
            assertThat(outcome.exit()).as(outcome.err()).isZero();
            ResultSchema.assertKeptBy(output);
            var result = ResultFile.read(output);
            assertThat(result.lastAttempts()).hasSize(1).allSatisfy(trial -> {
                var whole = trial.measurement().orElseThrow().wholeRun();
                assertThat(whole.requests().failed()).isZero();
                assertThat(trial.setup().work().orElseThrow().servedPerRequest())
                        .containsEntry("mysql", 1.0);
            });
            return result;
        }

        @Test
        void aProcessHasItsDatabaseInAContainerAndItsCacheNextToIt() throws IOException {
            var needs =
                    "mysql: { database: selftest, script: selftest.sql, runtime: container }, redis: { database: 0 }";

            var fingerprint = run(scenario(needs, byCommand())).fingerprint();

            assertThat(fingerprint.machine()).containsEntry("runtime", "process");
            assertThat(fingerprint.software())
                    .containsKeys("engine", "image.mysql")
                    .doesNotContainKey("image.java");
            assertThat(fingerprint.software().get("mysql")).startsWith("MySQL ").contains(", container ");
            assertThat(fingerprint.software().get("redis")).endsWith(", embedded");
        }

        /** MongoDB's own image can be fetched from a registry only, so this one has a program that is called like it. */
        @Test
        void aProcessHasMongoDbFromTheImageThatTheScenarioNames() throws Exception {
            var image = "ralbench/mongod-for-tests:" + ProcessHandle.current().pid();
            buildMongod(image);
            try {
                Files.writeString(directory.resolve("items.jsonl"), "{\"_id\": 1}\n{\"_id\": 2}\n");

                var byFile = runWithMongoDb("data: { items: items.jsonl }", image);
                assertThat(byFile.err()).contains("loading items.jsonl into MongoDB 8.0.4 (once)");
                assertThat(ResultFile.read(mixed()).fingerprint().software())
                        .containsKeys("engine", "image.mongodb")
                        .doesNotContainKey("image.java")
                        .containsEntry("mongodb", "MongoDB 8.0.4, container " + image);

                var seed = "${java} -jar ${document-store.jar} seed --documents=6000 --tenth=10";
                var variables = "env: { MONGODB_URL: \"${mongodb.url}\", MONGODB_DATABASE: shop }";
                var byJava = runWithMongoDb(
                        "load: { command: '" + seed + " && echo calibrated: here', " + variables + ", files: [] },"
                                + " documents: { worms: 6000 }",
                        image);
                assertThat(byJava.out()).contains("; here");

                var inItsImage = runWithMongoDb("load: { command: 'mongod --version' }", image);
                assertThat(inItsImage.err()).contains("loading the data of 'mongod --version' into MongoDB 8.0.4");
            } finally {
                docker("rmi", "--force", image);
            }
        }

        private Path mixed() {
            return directory.resolve("mixed.json");
        }

        private Shell.CommandResult runWithMongoDb(String data, String image) throws IOException {
            var jar = Repository.path("targets/mini/target/mini.jar").toRealPath();
            var needs = "mongodb: { database: shop, " + data + ", image: \"" + image + "\" }";
            var variant = "target: { command: \"${java} -jar '" + jar + "' --port=${port}\", ready: /ready,"
                    + " env: { STORE: \"${mongodb.url}\" } }";

            Files.deleteIfExists(mixed());
            var outcome = Shell.run("run", scenario(needs, variant).toString(), "-o", mixed().toString());

            assertThat(outcome.exit()).as(outcome.err()).isZero();
            return outcome;
        }

        private void buildMongod(String image) throws Exception {
            var context = Files.createDirectories(directory.resolve("mongod-image"));
            for (var name : List.of("Dockerfile", "Mongod.java", "mongod")) {
                try (var stream = MixedRuntimeIT.class.getResourceAsStream("/mongod-image/" + name)) {
                    Files.write(
                            context.resolve(name),
                            Objects.requireNonNull(stream, name).readAllBytes());
                }
            }
            Files.setPosixFilePermissions(context.resolve("mongod"), PosixFilePermissions.fromString("rwxr-xr-x"));
            var lib = Files.createDirectories(context.resolve("lib"));
            var classPath = new ArrayList<String>();
            try (var jars = Files.list(Repository.path("targets/document-store/target/lib"))) {
                for (var jar : jars.toList()) {
                    classPath.add(
                            Files.copy(jar, lib.resolve(jar.getFileName())).toString());
                }
            }
            assertThat(ToolProvider.getSystemJavaCompiler()
                            .run(
                                    null,
                                    null,
                                    null,
                                    "--release=21",
                                    "--class-path=" + String.join(File.pathSeparator, classPath),
                                    "-d",
                                    context.resolve("classes").toString(),
                                    context.resolve("Mongod.java").toString()))
                    .isZero();
            docker("build", "--network", "none", "--build-arg", "BASE=" + javaImage(), "-t", image, context.toString());
        }

        /** The one that containers of targets have here. */
        private String javaImage() throws Exception {
            for (var image : Program.JAVA.images()) {
                if (process("docker", "image", "inspect", image).waitFor() == 0) {
                    return image;
                }
            }
            return Program.JAVA.images().getFirst();
        }

        private void docker(String... words) throws Exception {
            var all = new ArrayList<>(List.of("docker"));
            all.addAll(List.of(words));
            var process = process(all.toArray(String[]::new));
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
        }

        private Process process(String... words) throws IOException {
            var builder = new ProcessBuilder(words).redirectErrorStream(true);
            builder.environment().put("DOCKER_BUILDKIT", "0"); // the classic builder needs no plugin
            return builder.start();
        }

        @Test
        void aContainerHasItsDatabaseAsAProcess() throws IOException {
            var needs = "mysql: { database: selftest, script: selftest.sql, runtime: process }";

            var fingerprint = run(scenario(needs, "target: mini, with: { sql: 1 }"), "--runtime", "docker")
                    .fingerprint();

            assertThat(fingerprint.machine()).containsEntry("runtime", "docker");
            assertThat(fingerprint.software())
                    .containsKeys("engine", "image.java")
                    .doesNotContainKey("image.mysql")
                    .containsEntry("mysql", "MariaDB " + MARIADB + ", embedded, as MySQL 8.0.10");
        }
    }
}
