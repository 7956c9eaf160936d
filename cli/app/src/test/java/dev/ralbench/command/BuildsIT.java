package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.docker.TestImages;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.Work;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.NeedsDocker;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Builds of one service, given on the command line, and what is found out about their work. */
class BuildsIT {
    private static final String SERVICE = """
            import com.sun.net.httpserver.HttpServer;
            import java.net.InetAddress;
            import java.net.InetSocketAddress;

            public class Shop {
                public static void main(String[] arguments) throws Exception {
                    int port = Integer.parseInt(arguments[0].replace("--server.port=", ""));
                    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
                    server.createContext("/", exchange -> {
                        byte[] body = "BODY".getBytes();
                        exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
                        exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/") ? 200 : STATUS, body.length);
                        exchange.getResponseBody().write(body);
                        exchange.close();
                    });
                    server.start();
                }
            }
            """;

    @TempDir
    private Path directory;

    private record Run(Shell.CommandResult outcome, RunResult result) {
        TrialResult trial(String variant) {
            return result.trials().stream()
                    .filter(trial -> trial.id().variant().equals(variant))
                    .findFirst()
                    .orElseThrow();
        }

        Work work(String variant) {
            return trial(variant).setup().work().orElseThrow();
        }

        Map<String, String> subject(String variant) {
            return trial(variant).setup().target().orElseThrow().subject();
        }
    }

    private Run run(String scenario, String... options) throws IOException {
        var file = directory.resolve("result.json");
        var args = new ArrayList<>(List.of("run", "--scenario", scenario, "-o", file.toString()));
        args.addAll(List.of(options));
        var outcome = Shell.run(args.toArray(String[]::new));
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        ResultSchema.assertKeptBy(file);
        return new Run(outcome, ResultFile.read(file));
    }

    private String scenario(String target) throws IOException {
        return Files.writeString(directory.resolve("mine.yaml"), """
                        schema: 1
                        name: mine
                        request: { path: /products }
                        load: { closed: { loops: { users: 2, loops: 5 } } }
                        jvm: -Xmx64m -XX:+UseSerialGC
                        variants: { only: { target: %s } }
                        """.formatted(target))
                .toString();
    }

    private Path jar(String name, String body) throws IOException {
        return jar(name, body, 200);
    }

    private Path jar(String name, String body, int status) throws IOException {
        var build = Files.createDirectories(directory.resolve(name));
        var source = Files.writeString(
                build.resolve("Shop.java"),
                SERVICE.replace("BODY", body.replace("\"", "\\\"")).replace("STATUS", String.valueOf(status)));
        var compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, "-d", build.toString(), source.toString()))
                .isZero();
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Shop");
        var jar = directory.resolve(name + ".jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var classes = Files.newDirectoryStream(build, "*.class")) {
            for (var file : classes) {
                out.putNextEntry(new JarEntry(String.valueOf(file.getFileName())));
                out.write(Files.readAllBytes(file));
            }
        }
        return jar;
    }

    @Test
    void twoJarsAreStartedWithoutMoreAndToldApartByTheirHash() throws IOException {
        var run = run(
                scenario("{ url: \"http://127.0.0.1:9\" }"),
                "--variant",
                "base=" + jar("old shop", "{\"id\":1}"),
                "--variant",
                "head=" + jar("new", "{\"id\":1,\"tags\":[]}"),
                "--label",
                "head.revision=3f2c1ab",
                "--label",
                "head.jar=mine");

        assertThat(run.subject("base"))
                .containsEntry("jvmFlags", "-Xmx64m -XX:+UseSerialGC")
                .hasEntrySatisfying("jar", hash -> assertThat(hash).matches("sha256:[0-9a-f]{16}"))
                .hasEntrySatisfying("jdk", jdk -> assertThat(jdk).startsWith(System.getProperty("java.version")));
        assertThat(run.result().scenario().label("head", "revision")).contains("3f2c1ab");
        assertThat(run.result().scenario().label("head", "jar")).contains("mine");
        assertThat(run.subject("head")).doesNotContainKey("revision");
        assertThat(run.subject("head").get("jar"))
                .startsWith("sha256:")
                .isNotEqualTo(run.subject("base").get("jar"));
        assertThat(run.work("base").contentType()).contains("application/json");
        assertThat(run.work("base").bodyBytes()).contains(8L);
        assertThat(run.outcome().out()).contains("not the same work: head answers 18 bytes, base 8");
    }

    @Test
    void aVariantAgainstItselfDoesTheSameWork() throws IOException {
        var jar = jar("shop", "{\"id\":1}");
        var run =
                run(scenario("{ jar: \"" + jar + "\", ready: / }"), "--variant", "base=only", "--variant", "head=only");

        assertThat(run.result().trials())
                .extracting(trial -> trial.id().variant())
                .containsExactlyInAnyOrder("base", "head");
        assertThat(run.work("head")).isEqualTo(run.work("base"));
        assertThat(run.subject("head")).isEqualTo(run.subject("base"));
        assertThat(run.outcome().out()).doesNotContain("not the same work");
    }

    private static final String ALTERNATING = """
            version: 1
            gate: tiny
            design:
              shape: alternating
              pairs: { looks: [1] }
              windows: { per_level: 1, length: 200ms, lead_in: 50ms }
              levels: [2]
              warmup: { requests: 10, limit: 0 }
            absolute:
              - { metric: errors, levels: all, max: 0%, every_trial: true }
            """;

    private static final String SEQUENTIAL = """
            version: 1
            gate: tiny
            design: { shape: sequential, pairs: { looks: [1] } }
            absolute:
              - { metric: errors, levels: all, max: 0%, every_trial: true }
            """;

    private record GatedBuilds(
            Shell.CommandResult outcome, Path file, RunResult result, String markdown, String junit) {}

    /** Two builds of a service with these answers, by the gate of this text. */
    private GatedBuilds gated(String gate, String work, String base, String head) throws IOException {
        return gated(gate, work, jar("base", base), jar("head", head));
    }

    private GatedBuilds gated(String gate, String work, Path base, Path head) throws IOException {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                        schema: 1
                        name: mine
                        request: { path: /products }
                        load: { closed: { constant: { users: 2, hold: 300ms } } }
                        jvm: -Xmx64m -XX:+UseSerialGC
                        variants: { only: { target: { url: "http://127.0.0.1:9" } } }
                        """ + work);
        var results = Files.createTempDirectory(directory, "results");
        var file = results.resolve("result.json");
        var markdown = results.resolve("report.md");
        var junit = results.resolve("report.xml");
        var outcome = Shell.run(
                "run",
                "--scenario",
                scenario.toString(),
                "--gate",
                Files.writeString(directory.resolve("gate.yaml"), gate).toString(),
                "--variant",
                "base=" + base,
                "--variant",
                "head=" + head,
                "-o",
                file.toString(),
                "-o",
                markdown.toString(),
                "-o",
                junit.toString());
        ResultSchema.assertKeptBy(file);
        return new GatedBuilds(
                outcome, file, ResultFile.read(file), Files.readString(markdown), Files.readString(junit));
    }

    @ParameterizedTest
    @ValueSource(strings = {ALTERNATING, SEQUENTIAL})
    void buildsThatDoOtherWorkAreNotMeasuredForAGate(String gate) throws IOException {
        var run = gated(gate, "", "{\"id\":1,\"price\":5}", "{\"id\":1,\"cost\":5}");

        assertThat(run.outcome().exit()).as(run.outcome().err()).isEqualTo(ExitCode.INCOMPARABLE.code());
        assertThat(run.result().trials()).hasSize(2).allSatisfy(trial -> {
            assertThat(trial.measurement()).isEmpty();
            assertThat(trial.wasRefusedForItsWork()).isTrue();
        });
        var answers = List.of(
                "head does not do the same work as base", "{\"id\":1,\"price\":5}", "{\"id\":1,\"cost\":5}", "work: {");
        assertThat(run.outcome().err()).contains(answers).doesNotContain("no load was begun");
        assertThat(run.markdown()).contains(answers);
        assertThat(run.junit().replace("&quot;", "\"")).contains(answers);
        var again = Shell.run(
                "compare",
                run.file().toString(),
                "--gate",
                directory.resolve("gate.yaml").toString());
        assertThat(again.exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
        assertThat(again.err()).contains(answers);
    }

    /** An error page is no other work: head is broken, and that is what has to be said. */
    @ParameterizedTest
    @ValueSource(strings = {ALTERNATING, SEQUENTIAL})
    void anErrorOfHeadIsNoOtherWork(String gate) throws IOException {
        var run = gated(gate, "", jar("base", "{\"id\":1}"), jar("head", "{\"error\":\"no stock\"}", 500));

        assertThat(run.outcome().exit()).as(run.outcome().err()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.outcome().err())
                .contains("every answer before the load was wrong", "no stock")
                .doesNotContain("the same work");
    }

    @Test
    void aChangedDigitIsMeasuredForAGateUnlessTheScenarioComparesBytes() throws IOException {
        var measured = gated(ALTERNATING, "", "{\"id\":1}", "{\"id\":2}");

        assertThat(measured.result().trials())
                .allMatch(trial -> trial.measurement().isPresent());
        assertThat(measured.outcome().err()).doesNotContain("the same work");

        var refused = gated(ALTERNATING, "work: { same: bytes }\n", "{\"id\":1}", "{\"id\":2}");
        assertThat(refused.outcome().exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
        assertThat(refused.outcome().err()).contains("work: { same: shape }", "{\"id\":1}", "{\"id\":2}");
    }

    @Test
    void aBuildMayDifferForAReason() throws IOException {
        var run = gated(ALTERNATING, "work: { differs: { head: \"it tells more\" } }\n", "{\"id\":1}", "{\"ids\":[2]}");

        assertThat(run.result().trials()).allMatch(trial -> trial.measurement().isPresent());
        assertThat(run.outcome().err()).doesNotContain("the same work");
    }

    @Test
    void aProgramThatSaysNothingOfAPortLearnsItByItsEnvironment() throws IOException {
        var jar = jar("shop", "{}");
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var program = Files.writeString(
                directory.resolve("serve"), "#!/bin/sh\nexec '" + java + "' -Xmx64m -cp '" + jar + "' Shop $PORT\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();

        var run = run(scenario("{ url: \"http://127.0.0.1:9\" }"), "--variant", "base=" + program);

        assertThat(run.trial("base")
                        .measurement()
                        .orElseThrow()
                        .wholeRun()
                        .requests()
                        .ended())
                .isEqualTo(10);
        assertThat(run.subject("base")).containsEntry("command", program.toString());
    }

    @Test
    void responsesThatDifferFromRequestToRequestHaveNoHash() throws IOException {
        try (var server = new FaultyServer((number, exchange) -> {
            var body = "{\"number\":" + number + "}";
            exchange.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                    + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
        })) {
            var run = run(scenario("{ url: \"" + server.url() + "\" }"));

            assertThat(run.work("only").bodySha256()).isEmpty();
            assertThat(run.work("only").shapeSha256()).isPresent();
            assertThat(run.subject("only"))
                    .containsExactly(Map.entry("url", server.url().toString()));
        }
    }

    @Test
    void noSingleRequestIsSentWhereNoneIsWanted() throws IOException {
        try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
            var file = scenario("{ url: \"" + server.url() + "\" }");
            Files.writeString(Path.of(file), Files.readString(Path.of(file)) + "work: { same: nothing }\n");
            var run = run(file);

            assertThat(run.trial("only").setup().work()).isEmpty();
            assertThat(server.requests()).as("two ask whether it is there").isEqualTo(12);
        }
    }

    @Test
    void aTargetThatAnswersOtherwiseThanExpectedIsAFindingAndNoFailureOfTheTrial() throws IOException {
        try (var server = new FaultyServer((number, exchange) -> {
            if (number == 3 || number == 4) { // if every response were wrong, no load would begin
                exchange.status(503);
            } else {
                exchange.ok();
            }
        })) {
            var run = run(scenario("{ url: \"" + server.url() + "\" }"));

            assertThat(run.work("only").status()).isEqualTo(503);
            assertThat(run.trial("only").status()).isEqualTo(TrialResult.Status.COMPLETE);
            assertThat(run.trial("only")
                            .measurement()
                            .orElseThrow()
                            .wholeRun()
                            .requests()
                            .failed())
                    .isZero();
        }
    }

    @Test
    void anImageWithoutAnEngineIsAFailureOfTheEnvironment() throws IOException {
        var shell = new Shell(Map.of("DOCKER_HOST", "unix://" + directory.resolve("no.sock")));
        var file = scenario("{ image: \"ralbench-tests/absent:1\", ready: / }");

        var outcome = shell.execute(
                "run", "-s", file, "-o", directory.resolve("r.json").toString());
        assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.err()).contains("no.sock").doesNotContain("Exception");

        var asProcess = shell.execute("run", "-s", file, "--runtime", "process");
        assertThat(asProcess.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(asProcess.err()).contains("ralbench-tests/absent:1", "--runtime docker");
    }

    @Test
    void anImageNextToAJarIsRefused() throws IOException {
        var outcome = Shell.run(
                "run",
                "-s",
                scenario("{ image: \"shop:1\", ready: / }"),
                "--variant",
                "base=only",
                "--variant",
                "head=" + jar("shop", "{}"),
                "--variant",
                "only");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("image").doesNotContain("Exception");
    }

    @Nested
    @NeedsDocker
    class InContainers {
        private static final String BASE = "ralbench-tests/shop:base";
        private static final String HEAD = "ralbench-tests/shop:head";

        private final List<String> made = new ArrayList<>();

        private String image(String name, String body) throws Exception {
            var build = Files.createDirectories(directory.resolve("image"));
            Files.copy(jar("shop", body), build.resolve("shop.jar"), StandardCopyOption.REPLACE_EXISTING);
            var id = TestImages.ofJar(name, build, "shop.jar");
            made.add(name);
            return id;
        }

        @AfterEach
        void removeImages() {
            made.forEach(TestImages::remove);
        }

        @Test
        void twoImagesAreMeasuredAndToldApartByTheirId() throws Exception {
            var baseId = image(BASE, "{\"id\":1}");
            var headId = image(HEAD, "{\"id\":2}");

            var run = run(
                    scenario("{ url: \"http://127.0.0.1:9\" }"),
                    "--variant",
                    "base=image:" + BASE,
                    "--variant",
                    "head=image:" + HEAD);

            assertThat(run.result().fingerprint().machine()).containsEntry("runtime", "docker");
            assertThat(run.subject("base").get("image"))
                    .matches("sha256:[0-9a-f]{64}")
                    .contains(baseId);
            assertThat(run.subject("head").get("image")).contains(headId);
            assertThat(run.trial("base")
                            .setup()
                            .target()
                            .orElseThrow()
                            .commandLine()
                            .orElseThrow())
                    .startsWith("docker run")
                    .contains("--env PORT=")
                    .endsWith(BASE);
            assertThat(run.outcome().out()).contains("not the same work: head answers bytes of SHA-256");
            assertThat(run.trial("head")
                            .measurement()
                            .orElseThrow()
                            .wholeRun()
                            .views()
                            .inside())
                    .as("the JVM in the container is looked into")
                    .isPresent();
        }

        @Test
        @Disturbance(value = "the fixed port of an image is taken", then = "named")
        void aFixedPortThatIsTakenIsNamed() throws Exception {
            image(BASE, "{}");
            try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
                var file = scenario("{ image: \"" + BASE + "\", ready: /, port: "
                        + server.url().getPort() + " }");

                var outcome = Shell.run(
                        "run", "-s", file, "-o", directory.resolve("r.json").toString());

                assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
                assertThat(outcome.err()).contains("port " + server.url().getPort(), "taken");
            }
        }
    }
}
