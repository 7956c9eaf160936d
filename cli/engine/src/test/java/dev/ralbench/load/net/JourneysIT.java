package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.Clock;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.Pause;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.load.TextTemplate.Encoding;
import dev.ralbench.load.TextTemplate.Literal;
import dev.ralbench.load.TextTemplate.Variable;
import dev.ralbench.load.Workload;
import dev.ralbench.load.Workload.Extraction;
import dev.ralbench.load.Workload.Journey;
import dev.ralbench.load.Workload.OnFailure;
import dev.ralbench.load.Workload.Source;
import dev.ralbench.load.Workload.Step;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.SlotLimits;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.FaultyServer.Exchange;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Journeys by each sender, against real connections. */
class JourneysIT {
    enum Sender {
        NETTY,
        VERTX;

        SenderFactory factory() {
            return this == NETTY
                    ? new NettySenderFactory(Transport.best(), 2, Clock.system())
                    : new VertxSenderFactory(Transport.best(), 2, false, Clock.system());
        }
    }

    private static final Transfer FOLLOWING = new Transfer(false, true, Optional.empty());
    private static final Expectation OK = new Expectation(200, OptionalLong.empty());

    private static RequestTemplate get(String path) {
        return get(TextTemplate.of(path), Map.of(), Transfer.PLAIN);
    }

    private static RequestTemplate get(TextTemplate path, Map<String, TextTemplate> headers, Transfer transfer) {
        return new RequestTemplate("GET", path, headers, Optional.empty(), OK, transfer, Set.of());
    }

    private static TextTemplate text(String before, String variable, Encoding encoding) {
        return new TextTemplate(List.of(Literal.of(before), new Variable(variable, encoding)));
    }

    private static Step step(String name, RequestTemplate request, Extraction... extractions) {
        return new Step(name, request, List.of(extractions), Optional.empty(), 1, Optional.empty());
    }

    private static Journey journey(OnFailure onFailure, Step... steps) {
        return new Journey("visit", 1, List.of(steps), onFailure, Optional.empty());
    }

    private static Measurement run(Sender by, URI url, Journey journey, int users, int journeys) throws Exception {
        return run(
                by, url, journey, new LoadShape.LoopsPerUser(users, journeys, Duration.ZERO), Duration.ofSeconds(20));
    }

    private static Measurement run(Sender by, URI url, Journey journey, LoadShape shape, Duration timeout)
            throws Exception {
        return run(
                by.factory(),
                ConnectionPlan.to(url, Duration.ofSeconds(10)),
                new Workload(List.of(journey), List.of(), 1),
                LoadPlan.of(shape, timeout));
    }

    private static Measurement run(SenderFactory senders, ConnectionPlan connections, Workload workload, LoadPlan plan)
            throws Exception {
        var recording = new LoadRecording(SlotLimits.NONE, workload.names());
        try (var sender = senders.open(connections, workload)) {
            var end = new LoadGenerator(plan, sender, recording, window -> {})
                    .start()
                    .get(60, TimeUnit.SECONDS);
            return recording.finish(plan, end.detail());
        }
    }

    private static NamedRequests of(Measurement measurement, String name) {
        return measurement.wholeRun().named().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void json(Exchange exchange, String headers, String body) throws IOException {
        exchange.send("HTTP/1.1 200 OK\r\n" + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private static String header(Exchange exchange, String name) {
        return exchange.headers().stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    private static String path(Exchange exchange) {
        return exchange.requestLine().split(" ")[1];
    }

    @ParameterizedTest
    @EnumSource
    void whatIsExtractedIsSentInTheNextRequests(Sender by) throws Exception {
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        try (var server = new FaultyServer((number, exchange) -> {
            switch (path(exchange).replaceAll("[?].*", "")) {
                case "/login" ->
                    json(
                            exchange,
                            "X-Trace: t" + number + "\r\nSet-Cookie: sid=s" + number + "; Path=/\r\n",
                            "{\"user\":{\"token\":\"a b" + number + "\"}} <i>" + number + "</i>");
                case "/list" -> {
                    var asked = path(exchange) + " " + header(exchange, "authorization") + " "
                            + header(exchange, "x-trace") + " " + header(exchange, "cookie") + " "
                            + header(exchange, "x-sid");
                    var n = header(exchange, "x-n");
                    if (!asked.equals("/list?t=a%20b%s Bearer a b%s t%s sid=s%s s%s".replace("%s", n))) {
                        wrong.add(asked + " " + n);
                    }
                    exchange.ok();
                }
                default -> exchange.status(404);
            }
        })) {
            var list = get(
                    text("/list?t=", "token", Encoding.URL),
                    Map.of(
                            "Authorization",
                            text("Bearer ", "token", Encoding.HEADER),
                            "X-Trace",
                            text("", "trace", Encoding.HEADER),
                            "X-Sid",
                            text("", "sid", Encoding.HEADER),
                            "X-N",
                            text("", "n", Encoding.HEADER)),
                    Transfer.PLAIN);
            var measurement = run(
                    by,
                    server.url(),
                    journey(
                            OnFailure.RESTART,
                            step(
                                    "login",
                                    get("/login"),
                                    new Extraction("token", new Source.JsonPointer("/user/token")),
                                    new Extraction("trace", new Source.Header("X-Trace")),
                                    new Extraction("sid", new Source.Cookie("sid")),
                                    new Extraction("n", new Source.Regex(Pattern.compile("<i>(\\d+)</i>"), 1))),
                            step("list", list)),
                    5,
                    10);

            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(wrong).isEmpty();
            assertThat(of(measurement, "visit").outcomes()).containsEntry(Outcome.OK, 50L);
            assertThat(of(measurement, "list").outcomes()).containsEntry(Outcome.OK, 50L);
            assertThat(server.connections()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Disturbance(
            value = "a response lacks what is extracted",
            then = "counted by its name, and nothing that follows is sent")
    void anExtractionThatFindsNothingFailsItsStep(Sender by) throws Exception {
        try (var server = new FaultyServer((number, exchange) -> json(exchange, "", "{\"tok\":1}"))) {
            var measurement = run(
                    by,
                    server.url(),
                    journey(
                            OnFailure.CONTINUE,
                            step("login", get("/login"), new Extraction("token", new Source.JsonPointer("/token"))),
                            step("list", get(text("/", "token", Encoding.URL), Map.of(), Transfer.PLAIN)),
                            step("news", get("/news"))),
                    2,
                    3);

            assertThat(measurement.failureDetails()).containsOnly(Map.entry("extract token: nothing at /token", 6L));
            assertThat(server.requests()).isEqualTo(6);
            assertThat(of(measurement, "login").outcomes()).containsEntry(Outcome.UNEXPECTED_BODY, 6L);
            assertThat(of(measurement, "visit").outcomes()).containsEntry(Outcome.UNEXPECTED_BODY, 6L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachUserHasCookiesOfItsOwnAndForgetsThemWithItsJourney(Sender by) throws Exception {
        Map<String, String> seen = new ConcurrentHashMap<>();
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        try (var server = new FaultyServer((number, exchange) -> {
            var cookie = header(exchange, "cookie");
            if (path(exchange).equals("/begin")) {
                if (!cookie.isEmpty()) {
                    wrong.add("begin with " + cookie);
                }
                json(exchange, "Set-Cookie: id=" + number + "\r\nSet-Cookie: at=/else; Path=/else\r\n", "");
            } else {
                var peer = exchange.socket().getRemoteSocketAddress() + cookie;
                if (!cookie.matches("id=\\d+") || seen.put(peer, path(exchange)) != null) {
                    wrong.add(path(exchange) + " with " + cookie);
                }
                exchange.ok();
            }
        })) {
            var measurement = run(
                    by,
                    server.url(),
                    journey(OnFailure.RESTART, step("begin", get("/begin")), step("go on", get("/go/on"))),
                    4,
                    5);

            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(wrong).isEmpty();
            assertThat(seen).hasSize(20);
        }
    }

    /** A redirect leads to another host, which sets a cookie as well; each host is shown its own. */
    @Test
    void cookiesOfTwoHostsAreKeptApart() throws Exception {
        Queue<String> atOther = new ConcurrentLinkedQueue<>();
        Queue<String> atHome = new ConcurrentLinkedQueue<>();
        try (var other = new FaultyServer((number, exchange) -> {
                    atOther.add(header(exchange, "cookie"));
                    json(exchange, "Set-Cookie: other=1; Path=/\r\nSet-Cookie: stolen=1; Domain=127.0.0.1\r\n", "");
                });
                var server = new FaultyServer((number, exchange) -> {
                    atHome.add(header(exchange, "cookie"));
                    if (path(exchange).equals("/away")) {
                        exchange.send("HTTP/1.1 302 Found\r\nSet-Cookie: home=1; Path=/\r\nLocation: http://localhost:"
                                + other.url().getPort() + "/\r\nContent-Length: 0\r\n\r\n");
                    } else {
                        exchange.ok();
                    }
                })) {
            var away = get(TextTemplate.of("/away"), Map.of(), FOLLOWING);
            var measurement = run(
                    Sender.VERTX,
                    server.url(),
                    journey(
                            OnFailure.RESTART,
                            step("away", away),
                            step("back", get(TextTemplate.of("/back"), Map.of(), FOLLOWING)),
                            step("again", away)),
                    1,
                    1);

            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(atHome).containsExactly("", "home=1", "home=1");
            assertThat(atOther).containsExactly("", "other=1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void requestsThatStandForThemselvesKeepNoCookies(Sender by) throws Exception {
        Queue<String> cookies = new ConcurrentLinkedQueue<>();
        try (var server = new FaultyServer((number, exchange) -> {
            cookies.add(header(exchange, "cookie"));
            json(exchange, "Set-Cookie: a=1; Path=/\r\n", "");
        })) {
            var measurement = run(by, server.url(), Journey.of("home", 1, get("/")), 1, 3);

            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(cookies).containsExactly("", "", "");
        }
    }

    /** By HTTP/2, with a request that is the same each time but for its cookies, on a connection for each. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void journeysByHttp2(boolean keepAlive) throws Exception {
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        var seen = new ConcurrentHashMap<String, Integer>();
        var vertx = Vertx.vertx();
        try {
            var server = vertx.createHttpServer()
                    .requestHandler(request -> {
                        seen.merge(request.path(), 1, Integer::sum);
                        Iterable<String> set = List.of("a=1; Path=/", "b=2; Path=/list");
                        var cookie = String.join("|", request.headers().getAll("cookie"));
                        if (request.path().equals("/login")) {
                            if (!cookie.isEmpty()) {
                                wrong.add("/login with " + cookie);
                            }
                            request.response()
                                    .putHeader("set-cookie", set)
                                    .putHeader("x-trace", "t1")
                                    .end("{\"token\": \"t2\"}");
                        } else {
                            var asked = request.headers().get("x-trace") + " "
                                    + request.headers().get("authorization") + " " + cookie;
                            if (!asked.equals(
                                    request.path().equals("/list")
                                            ? "t1 Bearer t2 own=1; b=2; a=1"
                                            : "null null a=1")) {
                                wrong.add(request.path() + " with " + asked);
                            }
                            request.response().end("ok");
                        }
                    })
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);
            var http2 = new Transfer(true, false, Optional.empty());
            var list = get(
                    TextTemplate.of("/list"),
                    Map.of(
                            "X-Trace", text("", "trace", Encoding.HEADER),
                            "Cookie", TextTemplate.of("own=1"),
                            "Authorization", text("Bearer ", "token", Encoding.HEADER)),
                    http2);
            var journey = journey(
                    OnFailure.RESTART,
                    step(
                            "login",
                            get(TextTemplate.of("/login"), Map.of(), http2),
                            new Extraction("token", new Source.JsonPointer("/token")),
                            new Extraction("trace", new Source.Header("X-Trace"))),
                    step("list", list),
                    step("plain", get(TextTemplate.of("/plain"), Map.of(), http2)));
            var workload = new Workload(List.of(journey), List.of(), 1);
            var shape = new LoadShape.LoopsPerUser(4, 20, Duration.ZERO);
            var timeout = Duration.ofSeconds(20);
            var plan = new LoadPlan(
                    shape, Optional.empty(), timeout, Duration.ZERO, keepAlive, LoadPlan.OnFailure.CONTINUE);
            var senders = new NettySenderFactory(
                    Transport.best(), 2, Clock.system(), Optional.empty(), Optional.empty(), true);
            var url = URI.create("http://127.0.0.1:" + server.actualPort());
            var connections = new ConnectionPlan(url, Optional.empty(), List.of(), keepAlive, timeout);

            var measurement = run(senders, connections, workload, plan);

            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(wrong).isEmpty();
            assertThat(seen).isEqualTo(Map.of("/login", 80, "/list", 80, "/plain", 80));
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCookieIsChangedAndRemoved(Sender by) throws Exception {
        Queue<String> cookies = new ConcurrentLinkedQueue<>();
        try (var server = new FaultyServer((number, exchange) -> {
            cookies.add(header(exchange, "cookie"));
            json(
                    exchange,
                    switch ((int) number) {
                        case 0 -> "Set-Cookie: a=1; Path=/\r\nSet-Cookie: s=1; Secure\r\n";
                        case 1 -> "Set-Cookie: a=2; Path=/; HttpOnly\r\n";
                        case 2 -> "Set-Cookie: a=; Path=/; Max-Age=0\r\n";
                        default -> "";
                    },
                    "");
        })) {
            var request = get(TextTemplate.of("/"), Map.of("Cookie", TextTemplate.of("own=1")), Transfer.PLAIN);
            var measurement = run(
                    by,
                    server.url(),
                    journey(
                            OnFailure.RESTART,
                            step("one", request),
                            step("two", request),
                            step("three", request),
                            step("four", request)),
                    1,
                    1);

            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(cookies).containsExactly("own=1", "own=1; a=1", "own=1; a=2", "own=1");
        }
    }

    @ParameterizedTest
    @EnumSource
    @Disturbance(value = "a token expires in mid-run", then = "the user logs in again")
    void aTokenThatExpiresIsFetchedAgain(Sender by) throws Exception {
        Map<String, Integer> uses = new ConcurrentHashMap<>();
        try (var server = new FaultyServer((number, exchange) -> {
            if (path(exchange).equals("/login")) {
                json(exchange, "", "{\"token\":" + number + "}");
            } else if (uses.merge(header(exchange, "authorization"), 1, Integer::sum) > 2) {
                exchange.status(401);
            } else {
                exchange.ok();
            }
        })) {
            var list = get(
                    TextTemplate.of("/list"),
                    Map.of("Authorization", text("", "token", Encoding.HEADER)),
                    Transfer.PLAIN);
            var measurement = run(
                    by,
                    server.url(),
                    journey(
                            OnFailure.RESTART,
                            step("login", get("/login"), new Extraction("token", new Source.JsonPointer("/token"))),
                            new Step("list", list, List.of(), Optional.empty(), 5, Optional.empty()),
                            step("logout", get("/logout"))),
                    2,
                    4);

            assertThat(measurement.failureDetails()).containsOnly(Map.entry("status 401", 8L));
            assertThat(of(measurement, "login").outcomes()).containsEntry(Outcome.OK, 8L);
            assertThat(of(measurement, "list").outcomes())
                    .containsEntry(Outcome.OK, 16L)
                    .containsEntry(Outcome.UNEXPECTED_STATUS, 8L);
            assertThat(of(measurement, "logout").outcomes()).containsEntry(Outcome.OK, 0L);
            assertThat(of(measurement, "visit").outcomes()).containsEntry(Outcome.UNEXPECTED_STATUS, 8L);
        }
    }

    /** A late response must not be taken for that of the next step: the connection is given up, and the journey goes on. */
    @ParameterizedTest
    @EnumSource
    @Disturbance(value = "a step of a journey times out", then = "a new connection, and the rest of the journey")
    void afterATimeoutTheJourneyGoesOnWithItsCookiesOnANewConnection(Sender by) throws Exception {
        Queue<String> cookies = new ConcurrentLinkedQueue<>();
        try (var server = new FaultyServer((number, exchange) -> {
            switch (path(exchange)) {
                case "/begin" -> json(exchange, "Set-Cookie: a=1\r\n", "{}");
                case "/slow" -> {
                    exchange.pause(Duration.ofMillis(700));
                    json(exchange, "Set-Cookie: late=1\r\n", "late");
                }
                default -> {
                    cookies.add(header(exchange, "cookie"));
                    exchange.ok();
                }
            }
        })) {
            var measurement = run(
                    by,
                    server.url(),
                    journey(
                            OnFailure.CONTINUE,
                            step("begin", get("/begin")),
                            step("slow", get("/slow")),
                            step("end", get("/end"))),
                    new LoadShape.LoopsPerUser(1, 2, Duration.ZERO),
                    Duration.ofMillis(300));

            assertThat(measurement.failureDetails()).containsOnly(Map.entry("no response within 0.3 s", 2L));
            assertThat(cookies).containsExactly("a=1", "a=1");
            assertThat(of(measurement, "end").outcomes()).containsEntry(Outcome.OK, 2L);
            assertThat(of(measurement, "visit").outcomes()).containsEntry(Outcome.TIMEOUT, 2L);
            assertThat(server.connections()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Disturbance(
            value = "an extracted value fits into no header",
            then = "its request is not sent, and the load goes on")
    void aValueThatFitsIntoNoHeaderIsNotSent(Sender by) throws Exception {
        try (var server =
                new FaultyServer((number, exchange) -> json(exchange, "", "{\"token\":\"a\\r\\nX-Evil: 1\"}"))) {
            var list = get(
                    TextTemplate.of("/list"),
                    Map.of("Authorization", text("", "token", Encoding.HEADER)),
                    Transfer.PLAIN);
            var measurement = run(
                    by,
                    server.url(),
                    journey(
                            OnFailure.RESTART,
                            step("login", get("/login"), new Extraction("token", new Source.JsonPointer("/token"))),
                            step("list", list)),
                    1,
                    2);

            assertThat(measurement.failureDetails())
                    .containsOnly(Map.entry("not sent: a value fits into no path or header", 2L));
            assertThat(server.requests()).isEqualTo(2);
        }
    }

    /**
     * As the server itself measures them, because a busy machine makes its pauses longer than they are to be; after a warm-up,
     * as a load has one: code that is interpreted takes milliseconds for a request.
     */
    @ParameterizedTest
    @EnumSource
    @Alone
    void latenciesOfStepsAreThoseOfTheServer(Sender by) throws Exception {
        var served = new ConcurrentHashMap<String, Queue<Long>>();
        var isWarm = new AtomicBoolean();
        try (var server = new FaultyServer((number, exchange) -> {
            long begin = System.nanoTime();
            if (isWarm.get()) {
                exchange.pause(Duration.ofMillis(
                        switch (path(exchange)) {
                            case "/a" -> 400;
                            case "/b" -> 200;
                            default -> 600;
                        }));
            }
            exchange.ok();
            if (isWarm.get()) {
                served.computeIfAbsent(path(exchange), path -> new ConcurrentLinkedQueue<>())
                        .add(System.nanoTime() - begin);
            }
        })) {
            var quick = journey(OnFailure.RESTART, step("a", get("/a")), step("b", get("/b")), step("c", get("/c")));
            assertThat(run(by, server.url(), quick, 4, 500).failureDetails()).isEmpty();
            isWarm.set(true);
            var thinking = new Step(
                    "b",
                    get("/b"),
                    List.of(),
                    Optional.of(new Pause.Fixed(Duration.ofMillis(150))),
                    1,
                    Optional.empty());
            var measurement = run(
                    by,
                    server.url(),
                    journey(OnFailure.RESTART, step("a", get("/a")), thinking, step("c", get("/c"))),
                    4,
                    5);

            assertThat(measurement.failureDetails()).isEmpty();
            served.forEach((path, nanos) -> {
                double expected = nanos.stream().sorted().toList().get(nanos.size() / 2) / 1e6;
                double median = of(measurement, path.substring(1))
                        .successful()
                        .percentileMillis(50)
                        .orElseThrow();
                assertThat(median).as(path).isCloseTo(expected, within(expected / 100));
            });
            // From the first intended start to the last response: no time between its parts is lost.
            double parts = mean(measurement, "a") + mean(measurement, "b") + 150 + mean(measurement, "c");
            assertThat(mean(measurement, "visit")).isCloseTo(parts, within(parts / 1000));
        }
    }

    private static double mean(Measurement measurement, String name) {
        return of(measurement, name).successful().meanMillis().orElseThrow();
    }
}
