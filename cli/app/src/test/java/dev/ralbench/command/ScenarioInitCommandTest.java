package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ralbench.testing.Golden;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios made of what other programs write, with the notes on what is missing, and of services. */
class ScenarioInitCommandTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"shop.yaml", "pets.json", "access.log", "visit.har"})
    void aFileBecomesAScenario(String name) {
        var file = Path.of("src/test/resources/import").resolve(name);

        var outcome = Shell.run("init", file.toString());

        assertThat(outcome.exit()).isZero();
        Golden.matches("import/" + name + ".imported.txt", outcome.out() + "\n-- notes\n" + outcome.err());
    }

    @Test
    void theScenarioIsWrittenAndValid() {
        var scenario = directory.resolve("mine.yaml");

        var outcome = Shell.run(
                "init",
                "src/test/resources/import/access.log",
                "--url",
                "http://127.0.0.1:9",
                "-o",
                scenario.toString());

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).endsWith("scenario: " + scenario + System.lineSeparator());
        assertThat(scenario).content().contains("url: http://127.0.0.1:9");
        assertThat(Shell.run("validate", scenario.toString()).exit()).isZero();
        var again = Shell.run("init", "src/test/resources/import/access.log", "-o", scenario.toString());
        assertThat(again.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(again.err()).contains("exists already", "--force");
    }

    private Shell.CommandResult ofText(String text) throws IOException {
        return Shell.run(
                "init", Files.writeString(directory.resolve("given"), text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello", "a: 1", "{\"a\": 1}", "{\"log\": {}}", "[1]", "{", "openapi: [", "a: 1\na: 2"})
    void whatIsNoneIsOneMessage(String text) throws IOException {
        var outcome = ofText(text);

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("ralbench: ").contains("given").doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"openapi: 3.0.0", "{\"openapi\": \"3.0.0\", \"paths\": {\"/a\": {\"delete\": {}}}}"})
    void anApiWithoutARequestIsOneMessage(String text) throws IOException {
        var outcome = ofText(text);

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("holds no request");
    }

    @Test
    void aFileThatIsNotThereIsOneMessage() {
        var outcome = Shell.run("init", directory.resolve("nothing").toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("cannot be read").doesNotContain("Exception:");
    }

    private record Written(Shell.CommandResult outcome, Path scenario) {
        String text() throws IOException {
            return Files.readString(scenario);
        }
    }

    private Written written(String... what) {
        var scenario = directory.resolve("shop.yaml");
        var words = new ArrayList<String>(List.of("init"));
        words.addAll(List.of(what));
        words.addAll(List.of("--force", "-o", scenario.toString()));
        var outcome = Shell.run(words.toArray(String[]::new));
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        return new Written(outcome, scenario);
    }

    /** All that init can be given, as words of its command line; a space within one is written as _. */
    private static List<String> sources() {
        return List.of(
                "http://127.0.0.1:9/products/42?a=b --no-check",
                "node_server.js --path /products/42 --no-check",
                "java_-jar_app.jar --no-check",
                "--image registry.example:5000/team/shop:1 --no-check",
                "src/test/resources/import/shop.yaml",
                "src/test/resources/import/pets.json",
                "src/test/resources/import/access.log",
                "src/test/resources/import/visit.har");
    }

    private Written written(String source) {
        return written(
                Stream.of(source.split(" ")).map(word -> word.replace('_', ' ')).toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void itIsValidAndSoIsEachBlockWithoutItsSigns(String source) throws IOException {
        var written = written(source);
        assertThat(Shell.run("validate", written.scenario().toString()).exit()).isZero();
        var lines = written.text().lines().toList();
        var blocks = blocks(lines);
        assertThat(blocks).hasSizeGreaterThan(6);

        for (var block : blocks) {
            assertValid(without(lines, block), "only " + lines.get(block.getFirst()));
        }
        assertValid(without(lines, blocks.stream().flatMap(List::stream).toList()), "all");
    }

    /** Lines of YAML behind a sign, which prose is not: it has one space there. */
    private static boolean isToUncomment(String line) {
        return line.matches(" *#(\\S| {2}).*");
    }

    private static List<List<Integer>> blocks(List<String> lines) {
        var blocks = new ArrayList<List<Integer>>();
        for (int i = 0; i < lines.size(); i++) {
            if (isToUncomment(lines.get(i))) {
                if (i == 0 || !isToUncomment(lines.get(i - 1))) {
                    blocks.add(new ArrayList<>());
                }
                blocks.getLast().add(i);
            }
        }
        return blocks;
    }

    private static String without(List<String> lines, List<Integer> signs) {
        return IntStream.range(0, lines.size())
                .mapToObj(i -> signs.contains(i) ? lines.get(i).replaceFirst("#", "") : lines.get(i))
                .collect(Collectors.joining("\n"));
    }

    private void assertValid(String text, String what) throws IOException {
        var file = Files.writeString(directory.resolve("uncommented.yaml"), text);
        var outcome = Shell.run("validate", file.toString());
        assertThat(outcome.exit()).as(what + ": " + outcome.err() + "\n" + text).isZero();
    }

    /** A service that answers each request with that status. */
    private static HttpServer service(int status) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/json; charset=utf-8");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/products/42";
    }

    @Test
    void aUrlIsAskedAndItsAnswerIsWhatIsExpected() throws IOException {
        var ok = service(200);
        var redirect = service(302);
        try {
            assertThat(written(url(ok)).text())
                    .contains("name: shop", "path: /products/42", "#  header: { Content-Type: application/json }")
                    .doesNotContain("\n  expect:");
            assertThat(written(url(redirect)).text()).contains("  expect:\n    status: 302\n");
        } finally {
            ok.stop(0);
            redirect.stop(0);
        }
    }

    @Test
    void aUrlThatDoesNotExistIsOneMessage() throws IOException {
        var missing = service(404);
        var gone = url(missing);
        var refused = Shell.run("init", gone);
        missing.stop(0);

        assertThat(refused.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains(gone, "status 404");
        var unanswered = Shell.run("init", gone);
        assertThat(unanswered.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(unanswered.err()).contains("no service answers", "Connection refused");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "init",
                "init http://127.0.0.1:9/ --image shop:1",
                "init http://127.0.0.1:9/ --path /x",
                "init http://127.0.0.1:9/ --url http://127.0.0.1:8",
                "init 127.0.0.1:9/x",
                "init --image shop:1 --path x --no-check",
                "init no-such-program-anywhere",
                "init src/test/resources/import/access.log -o scenario.txt"
            })
    void whatIsNotMeantIsOneMessage(String line) {
        var outcome = Shell.run(line.split(" "));

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("ralbench: ").contains("->").doesNotContain("Exception");
    }
}
