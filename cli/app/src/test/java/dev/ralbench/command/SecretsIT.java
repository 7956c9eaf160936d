package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets reach the service, and are in nothing that ralbench writes. */
class SecretsIT {
    private static final String TOKEN = "S3cr/et+Val=ue&42 %z";
    private static final String IN_CLEAR = "in-clear-77f1";
    /** Writes down what it gets, outside of everything that is searched. */
    private static final String KEEPER = """
            import com.sun.net.httpserver.HttpServer;
            import java.net.InetAddress;
            import java.net.InetSocketAddress;
            import java.nio.charset.StandardCharsets;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.nio.file.StandardOpenOption;

            public class Keeper {
                public static void main(String[] arguments) throws Exception {
                    String secret = System.getenv("SHOP_PASSWORD");
                    if (arguments.length > 2) {
                        System.out.println("no database takes " + secret);
                        System.exit(3);
                    }
                    Path file = Path.of(arguments[1]);
                    var server = HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])), 0);
                    server.createContext("/", exchange -> {
                        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                        String line = exchange.getRequestMethod() + " " + exchange.getRequestURI() + "\\n"
                                + exchange.getRequestHeaders().entrySet() + "\\n" + body + "\\n" + secret + "\\n";
                        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                        exchange.sendResponseHeaders(204, -1);
                        exchange.close();
                    });
                    server.start();
                }
            }
            """;

    @TempDir
    private Path searched;

    @TempDir
    private Path aside;

    private final Shell shell = new Shell(Map.of("SHOP_TOKEN", TOKEN, "SHOP_HOST", "localhost"));
    private final List<String> printed = new ArrayList<>();

    @BeforeEach
    void writeTheService() throws IOException {
        Files.writeString(aside.resolve("Keeper.java"), KEEPER);
    }

    private String variant(String name, String... habits) {
        return "%s: { target: { command: \"${java} ${jvmFlags} '%s' ${port} '%s' %s\", ready: /ready,"
                        .formatted(
                                name,
                                aside.resolve("Keeper.java"),
                                aside.resolve("received.txt"),
                                String.join(" ", habits))
                + " env: { SHOP_PASSWORD: \"pre-${env:SHOP_TOKEN}\" } } }\n";
    }

    private String scenario(String name, String content, String variants) throws IOException {
        return Files.writeString(
                        aside.resolve(name + ".yaml"), """
                        schema: 1
                        name: %s
                        request:
                          method: POST
                          path: "/orders/${env:SHOP_TOKEN}"
                          query: "key=${env:SHOP_TOKEN}"
                          headers: { X-Mine: "Bearer ${env:SHOP_TOKEN}", Authorization: Bearer %s }
                          %s
                          expect: { status: 204 }
                        load: { closed: { loops: { users: 2, loops: 5 } } }
                        jvm: -Xmx128m -XX:+UseSerialGC
                        variants:
                        %s
                        """.formatted(name, IN_CLEAR, content, variants.indent(2)))
                .toString();
    }

    private Shell.CommandResult execute(String... args) {
        var outcome = shell.execute(args);
        printed.add(outcome.out());
        printed.add(outcome.err());
        return outcome;
    }

    private String received() throws IOException {
        return Files.readString(aside.resolve("received.txt"));
    }

    private Path in(String name) {
        return searched.resolve(name);
    }

    @Test
    @Disturbance(value = "secrets in header, query, body and environment", then = "in nothing that is written")
    void theServiceGetsTheValuesAndNothingThatIsWrittenHasThem() throws IOException {
        var file = scenario("text", "body: '{\"token\": \"${env:SHOP_TOKEN}\"}'", variant("base") + variant("head"));
        var args = new ArrayList<>(List.of("run", file, "--trials", "2", "--details"));
        args.addAll(List.of("--mysql-url", "mysql://shop:${env:SHOP_TOKEN}@127.0.0.1:1"));
        for (var name : List.of("r.json", "r.md", "r.xml", "r.csv", "r.txt")) {
            args.addAll(List.of("-o", in(name).toString()));
        }
        var run = execute(args.toArray(String[]::new));

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.err()).contains("header Authorization is stored as <redacted>");
        assertThat(received())
                .contains("POST /orders/S3cr/et%2BVal%3Due%2642%20%25z?key=S3cr%2Fet%2BVal%3Due%2642%20%25z\n")
                .contains("X-mine=[Bearer " + TOKEN + "]", "Authorization=[Bearer " + IN_CLEAR + "]")
                .contains("\n{\"token\": \"" + TOKEN + "\"}\npre-" + TOKEN + "\n");
        ResultSchema.assertKeptBy(in("r.json"));
        assertThat(Files.readString(in("r.json")))
                .contains("Bearer ${env:SHOP_TOKEN}", "key=${env:SHOP_TOKEN}", "pre-${env:SHOP_TOKEN}", "<redacted>")
                .contains("mysql://shop:${env:SHOP_TOKEN}@127.0.0.1:1");
        assertThat(ResultFile.read(in("r.json")).trials())
                .allSatisfy(trial -> assertThat(trial.setup().work()).isPresent());

        for (var format : List.of("terminal", "markdown", "json", "junit", "csv")) {
            execute("compare", in("r.json").toString(), "--format", format, "--details");
        }
        execute("show", file);
        execute("show", "--origin", file);
        execute("validate", file);
        execute("run", "--dry-run", file);
        assertNoSecretIsWritten();
    }

    @Test
    void aFormCarriesTheValueEncoded() throws IOException {
        var file = scenario("form", "form: { item: 42, voucher: \"x ${env:SHOP_TOKEN}\" }", variant("only"));

        var run = execute("run", file, "-o", in("r.json").toString());

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(received())
                .contains("\nitem=42&voucher=x+" + URLEncoder.encode(TOKEN, StandardCharsets.UTF_8) + "\n");
        assertNoSecretIsWritten();
    }

    /** The log of a service is its own; ralbench quotes it. */
    @Test
    @Disturbance(value = "a service prints a secret and dies", then = "masked")
    void whatAServicePrintsAtItsEndIsMasked() throws IOException {
        var file = scenario("broken", "body: x", variant("only", "breaks"));

        var run = execute("run", file, "-o", in("r.json").toString());

        assertThat(run.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.out()).containsIgnoringWhitespaces("no database takes pre-${env:SHOP_TOKEN}");
        var failure =
                ResultFile.read(in("r.json")).trials().getFirst().failure().orElseThrow();
        assertThat(failure.text()).contains("no database takes pre-${env:SHOP_TOKEN}");
        try (var logs = Files.walk(searched)) {
            for (var log : logs.filter(path -> path.toString().endsWith(".log")).toList()) {
                assertThat(log).content().contains(TOKEN);
                Files.delete(log);
            }
        }
        assertNoSecretIsWritten();
    }

    @Test
    void theHostOfARunningServiceMayComeFromAVariable() throws IOException {
        var lines = new ConcurrentLinkedQueue<String>();
        try (var server = new FaultyServer((number, exchange) -> {
            lines.add(exchange.requestLine());
            exchange.send("HTTP/1.1 204 No Content\r\n\r\n");
        })) {
            var url = "http://${env:SHOP_HOST}:" + server.url().getPort();
            var file = scenario("url", "body: x", "only: { target: { url: \"" + url + "\" } }");

            var run = execute("run", file, "-o", in("r.json").toString());

            assertThat(run.exit()).as(run.err()).isZero();
            var target = ResultFile.read(in("r.json"))
                    .trials()
                    .getFirst()
                    .setup()
                    .target()
                    .orElseThrow();
            assertThat(target.url()).isEqualTo(url);
            assertThat(target.subject()).containsEntry("url", url);
            assertThat(lines)
                    .contains(
                            "POST /orders/S3cr/et%2BVal%3Due%2642%20%25z?key=S3cr%2Fet%2BVal%3Due%2642%20%25z HTTP/1.1");
        }
        assertNoSecretIsWritten();
    }

    @Test
    @Disturbance(
            value = "a host from a variable cannot be reached",
            then = "the message has the variable, not its value")
    void whatIsSaidOfAServiceThatCannotBeReachedHasThePlaceholder() throws IOException {
        var file = scenario("gone", "body: x", "only: { target: { url: \"http://${env:SHOP_HOST}:1\" } }");

        var run = execute("run", file, "-o", in("r.json").toString());

        assertThat(run.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.err()).contains("no service answers at http://${env:SHOP_HOST}:1");
        assertNoSecretIsWritten();
    }

    private void assertNoSecretIsWritten() throws IOException {
        var texts = new ArrayList<>(printed);
        try (var files = Files.walk(searched)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                texts.add(file + "\n" + Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        assertThat(texts).as("both streams at least").hasSizeGreaterThan(1);
        for (var secret : List.of(TOKEN, IN_CLEAR)) {
            assertThat(texts).allSatisfy(text -> assertThat(text).doesNotContain(forms(secret)));
        }
    }

    private static List<String> forms(String secret) {
        var inForm = URLEncoder.encode(secret, StandardCharsets.UTF_8);
        return List.of(
                secret,
                inForm,
                inForm.replace("+", "%20"),
                inForm.replace("+", "%20").replace("%2F", "/"),
                Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8)),
                // of "Bearer <secret>", whose beginning shifts the bits
                Base64.getEncoder()
                        .encodeToString(("Bearer " + secret).getBytes(StandardCharsets.UTF_8))
                        .substring(12));
    }
}
