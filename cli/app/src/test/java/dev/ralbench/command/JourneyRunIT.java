package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users log in to a shop that lets them do nothing without their token and their cookie, buy something, and log out. */
@Timeout(120)
class JourneyRunIT {
    /** Refuses what does not fit the session of its token, and logs every token that it issues and gets. */
    private static final String SHOP = """
            import com.sun.net.httpserver.HttpExchange;
            import com.sun.net.httpserver.HttpServer;
            import java.net.InetAddress;
            import java.net.InetSocketAddress;
            import java.nio.charset.StandardCharsets;
            import java.util.Map;
            import java.util.UUID;
            import java.util.concurrent.ConcurrentHashMap;
            import java.util.concurrent.Executors;
            import java.util.concurrent.atomic.AtomicInteger;

            public class Shop {
                record Session(String cookie, Map<String, String> orders, int number) {}

                static final Map<String, Session> SESSIONS = new ConcurrentHashMap<>();
                static final AtomicInteger NUMBERS = new AtomicInteger();

                static void send(HttpExchange exchange, int status, String json) throws Exception {
                    var bytes = json.getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders().set("Content-Type", "application/json");
                    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                }

                static void serve(HttpExchange exchange, String stage) throws Exception {
                    var asked = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
                    var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                    var headers = exchange.getRequestHeaders();
                    if (asked.equals("GET /ready")) {
                        send(exchange, 200, "{}");
                        return;
                    }
                    if (asked.equals("POST /login")) {
                        if (!body.contains("\\"password\\": \\"open, sesame\\"")) {
                            send(exchange, 401, "{}");
                            return;
                        }
                        var token = UUID.randomUUID().toString();
                        var cookie = "c" + UUID.randomUUID().toString().replace("-", "");
                        int number = NUMBERS.incrementAndGet();
                        SESSIONS.put(token, new Session(cookie, new ConcurrentHashMap<>(), number));
                        System.out.println("issued " + token + " and " + cookie);
                        exchange.getResponseHeaders().set("Set-Cookie", "session=" + cookie + "; Path=/");
                        send(exchange, 201, "{\\"user\\": {\\"number\\": " + number + "}, \\"token\\": \\"" + token + "\\"}");
                        return;
                    }
                    var authorization = String.valueOf(headers.getFirst("Authorization"));
                    var token = authorization.replaceFirst("Bearer ", "");
                    System.out.println(asked + " with " + token);
                    var session = SESSIONS.get(token);
                    if (session == null || !String.valueOf(headers.getFirst("Cookie")).equals("session=" + session.cookie())) {
                        send(exchange, 401, "{}");
                    } else if (asked.equals("GET /products")) {
                        boolean isDown = stage.equals("dies") && session.number() > 20;
                        if (isDown) {
                            Runtime.getRuntime().halt(3);
                        }
                        // every other user gets a page without products
                        send(exchange, 200, stage.equals("sold-out") && session.number() % 2 == 0
                                ? "{\\"items\\": []}"
                                : "{\\"items\\": [{\\"id\\": \\"tea & co/" + session.number() + "\\"}]}");
                    } else if (asked.equals("POST /cart")) {
                        send(exchange, body.equals("product=tea+%26+co%2F" + session.number() + "&count=1") ? 200 : 400, "{}");
                    } else if (asked.equals("POST /orders")) {
                        var id = Integer.toString(NUMBERS.incrementAndGet());
                        session.orders().put("/orders/" + id, id);
                        exchange.getResponseHeaders().set("X-Order", id);
                        send(exchange, 201, "{}");
                    } else if (asked.startsWith("GET /orders/")) {
                        send(exchange, session.orders().containsKey(exchange.getRequestURI().getPath()) ? 200 : 404, "{}");
                    } else if (asked.equals("POST /logout")) {
                        SESSIONS.remove(token);
                        send(exchange, 204, "");
                    } else {
                        send(exchange, 404, "{}");
                    }
                }

                public static void main(String[] arguments) throws Exception {
                    var server = HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])), 0);
                    server.createContext("/", exchange -> {
                        try {
                            serve(exchange, arguments[1]);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    });
                    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
                    server.start();
                }
            }
            """;

    private static final List<String> STEPS = List.of("login", "list", "cart", "order", "look", "logout");

    @TempDir
    private Path searched;

    @TempDir
    private Path aside;

    private final Shell shell = new Shell(Map.of("SHOP_PASSWORD", "open, sesame"));

    @BeforeEach
    void writeTheService() throws IOException {
        Files.writeString(aside.resolve("Shop.java"), SHOP);
    }

    private String scenario(String stage) throws IOException {
        return Files.writeString(aside.resolve("shop.yaml"), """
                        schema: 1
                        name: shop
                        request:
                          headers: { Accept: application/json, Authorization: "Bearer ${token}" }
                        journeys:
                          buy:
                            steps:
                              login:
                                method: POST
                                path: /login
                                headers: { Authorization: null }
                                body: '{"user": "${uuid}", "password": "${env:SHOP_PASSWORD}"}'
                                expect: { status: [200, 201], header: { Content-Type: json }, text: token, within: 30s }
                                extract:
                                  token: { json: /token }
                                  number: { json: /user/number }
                                  session: { cookie: session }
                              list:
                                path: /products
                                query: page=${number}
                                extract: { product: { json: /items/0/id } }
                              cart: { method: POST, path: /cart, form: { product: "${product}", count: 1 } }
                              order:
                                method: POST
                                path: /orders
                                expect: { status: 201 }
                                extract: { order: { header: X-Order }, braces: { regex: '(\\{)\\}' } }
                              look: { if: { braces: "{" }, repeat: 2, path: "/orders/${order}" }
                              never: { if: { order: unset }, path: /never }
                              logout: { method: POST, path: /logout, expect: { status: 204, bodySize: 0B..0B } }
                        load: { closed: { loops: { users: 4, loops: 15 } }, timeout: 5s }
                        jvm: -Xmx128m -XX:+UseSerialGC
                        variants:
                          only:
                            target:
                              command: "${java} ${jvmFlags} '%s' ${port} %s"
                              ready: /ready
                        """.formatted(aside.resolve("Shop.java"), stage))
                .toString();
    }

    private Shell.CommandResult run(String stage) throws IOException {
        return shell.execute(
                "run",
                scenario(stage),
                "-o",
                searched.resolve("r.json").toString(),
                "-o",
                searched.resolve("r.md").toString());
    }

    private WindowMeasurement level() {
        return ResultFile.read(searched.resolve("r.json"))
                .lastAttempts()
                .getFirst()
                .measurement()
                .orElseThrow()
                .levels()
                .toList()
                .getFirst();
    }

    private static NamedRequests named(WindowMeasurement level, String name) {
        return level.named().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long count(WindowMeasurement level, String name, Outcome outcome) {
        return named(level, name).outcomes().getOrDefault(outcome, 0L);
    }

    /** What the service has logged of its sessions, in no other file. */
    private void assertThatNoTokenIsStored() throws IOException {
        List<Path> files;
        try (var all = Files.walk(searched)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        var issued = files.stream()
                .filter(file -> file.toString().endsWith(".log"))
                .flatMap(file -> Pattern.compile("issued (\\S+) and (\\S+)")
                        .matcher(read(file))
                        .results())
                .flatMap(found -> Stream.of(found.group(1), found.group(2)))
                .toList();
        assertThat(issued).hasSizeGreaterThan(20);
        for (var file : files) {
            if (!file.toString().endsWith(".log")) {
                assertThat(read(file)).as(file.toString()).doesNotContain(issued);
            }
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void wholeJourneysAreMadeAndCounted() throws IOException {
        var run = run("sound");

        assertThat(run.exit()).as(run.err()).isZero();
        var level = level();
        assertThat(level.requests().failed()).isZero();
        assertThat(STEPS)
                .allSatisfy(
                        step -> assertThat(count(level, step, Outcome.OK)).isEqualTo(step.equals("look") ? 120 : 60));
        assertThat(named(level, "never").outcomes().values()).allMatch(count -> count == 0);
        assertThat(named(level, "buy").kind()).isEqualTo(NamedRequests.Kind.JOURNEY);
        assertThat(count(level, "buy", Outcome.OK)).isEqualTo(60);
        assertThatNoTokenIsStored();
    }

    @Test
    @Disturbance(value = "a value is not in every response", then = "its step fails, and what follows is not sent")
    void withoutItsValueAJourneyEnds() throws IOException {
        var run = run("sold-out");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.INVALID.code());
        var level = level();
        assertThat(count(level, "login", Outcome.OK)).isEqualTo(60);
        assertThat(count(level, "list", Outcome.OK))
                .isEqualTo(count(level, "cart", Outcome.OK))
                .isEqualTo(count(level, "logout", Outcome.OK))
                .isEqualTo(count(level, "buy", Outcome.OK))
                .isLessThan(60);
        assertThat(named(level, "list").outcomes().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(60);
        assertThat(read(searched.resolve("r.json"))).contains("extract product: nothing at /items/0/id");
    }

    @Test
    @Disturbance(
            value = "a service ends whose log is full of tokens",
            then = "the end of its log is stored without the tokens")
    void tokensInALogAreNotStored() throws IOException {
        var run = run("dies");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(read(searched.resolve("r.json"))).contains("GET /products with <redacted>");
        assertThat(run.err()).contains("with <redacted>");
        assertThatNoTokenIsStored();
    }

    @Test
    @Disturbance(
            value = "a step in the middle of a journey expects what the service never answers",
            then = "the run ends before the load, with the step's name")
    void aWrongExpectationOfALaterStepIsFoundBeforeTheLoad() throws IOException {
        var scenario = Path.of(scenario("sound"));
        Files.writeString(scenario, read(scenario).replace("expect: { status: 201 }", "expect: { status: 202 }"));

        var run = shell.execute(
                "run", scenario.toString(), "-o", searched.resolve("r.json").toString());

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.err())
                .contains("step order of buy failed each time before the load: status 201")
                .containsPattern("POST http://\\S+/orders, expected status 202; no load was begun")
                .contains("--keep-going");
        var kept = shell.execute(
                "run",
                scenario.toString(),
                "--keep-going",
                "-o",
                searched.resolve("kept.json").toString());
        assertThat(kept.err()).doesNotContain("before the load");
    }

    @Test
    @Disturbance(
            value = "one of several requests is answered wrongly",
            then = "the run ends before the load, unless it would change data to find out")
    void eachSafeRequestOfAMixIsLookedAtBeforeTheLoad() throws IOException {
        var mix = """
                schema: 1
                name: mix
                requests:
                  ready: { path: /ready }
                  buy: { method: POST, path: /orders }
                  orders: { METHOD path: "/orders/${random 1..3}" }
                load: { closed: { loops: { users: 1, loops: 5 } } }
                jvm: -Xmx128m -XX:+UseSerialGC
                variants:
                  only: { target: { command: "${java} ${jvmFlags} '%s' ${port} sound", ready: /ready } }
                """.formatted(aside.resolve("Shop.java"));

        var wrong = shell.execute(
                "run",
                Files.writeString(aside.resolve("a.yaml"), mix.replace("METHOD", ""))
                        .toString(),
                "-o",
                searched.resolve("wrong.json").toString());
        assertThat(wrong.exit()).as(wrong.err()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(wrong.err()).contains("orders failed each time before the load: status 401");

        var unsafe = shell.execute(
                "run",
                Files.writeString(aside.resolve("b.yaml"), mix.replace("METHOD", "method: DELETE,"))
                        .toString(),
                "-o",
                searched.resolve("unsafe.json").toString());
        assertThat(unsafe.exit()).as("its load has failures").isEqualTo(ExitCode.INVALID.code());
    }
}
