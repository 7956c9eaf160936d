package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.load.TextTemplate.Encoding;
import dev.ralbench.load.TextTemplate.Literal;
import dev.ralbench.load.TextTemplate.Part;
import dev.ralbench.load.TextTemplate.Range;
import dev.ralbench.load.Workload;
import dev.ralbench.load.Workload.Journey;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.SlotLimits;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.ListedRows;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several requests with values, as a server sees them, by each sender. */
class MixIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int USERS = 10;
    private static final int EACH = 50;
    private static final List<List<String>> ROWS = List.of(List.of("a b/ü"), List.of("c\"d"));

    private enum Sender {
        HTTP_1(false),
        HTTP_2(true),
        VERTX(false);

        private final boolean http2;

        Sender(boolean http2) {
            this.http2 = http2;
        }

        SenderFactory factory() {
            return this == VERTX
                    ? new VertxSenderFactory(Transport.best(), 2, false, Clock.system())
                    : new NettySenderFactory(
                            Transport.best(), 2, Clock.system(), Optional.empty(), Optional.empty(), http2);
        }

        Transfer transfer() {
            return new Transfer(http2, false, Optional.empty());
        }
    }

    private final Map<String, Integer> seen = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private final Vertx vertx = Vertx.vertx();
    private URI url = URI.create("http://127.0.0.1");

    @BeforeEach
    void serve() throws Exception {
        HttpServer server = vertx.createHttpServer()
                .requestHandler(this::answer)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
        url = URI.create("http://127.0.0.1:" + server.actualPort());
    }

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private void answer(HttpServerRequest request) {
        request.body().onSuccess(body -> {
            var text = request.method() + " " + request.uri() + " " + request.getHeader("X-Id") + " " + body;
            if (!text.matches(
                    "GET /items/(0[5-9]|1[0-4])\\?page=[1-3]&n=(2[0-4]) null "
                            + "|HEAD /fixed null "
                            + "|POST /orders/(a%20b%2F%C3%BC|c%22d) [0-9a-f-]{36} \\{\"item\": [0-9]{1,3}, \"name\": \"(a b/ü|c\\\\\"d)\"}")) {
                wrong.add(text);
            }
            seen.merge(text, 1, Integer::sum);
            var response = request.response().setStatusCode(request.method() == HttpMethod.POST ? 201 : 200);
            var unused = request.method() == HttpMethod.HEAD
                    ? response.putHeader("Content-Length", "12").end()
                    : response.end("{\"items\":[1,2]}");
        });
    }

    private static TextTemplate text(Part... parts) {
        return new TextTemplate(List.of(parts));
    }

    private static Workload workload(Transfer transfer, long seed) {
        var items = new RequestTemplate(
                "GET",
                text(
                        Literal.of("/items/"),
                        new TextTemplate.OfUser(new Range(5, 14, 2)),
                        Literal.of("?page="),
                        new TextTemplate.Random(new Range(1, 3, 1)),
                        Literal.of("&n="),
                        new TextTemplate.OfRequest(new Range(20, 24, 2))),
                Map.of(),
                Optional.empty(),
                new Expectation(200, OptionalLong.empty(), Map.of("items", 2L)),
                transfer,
                Set.of());
        var fixed = new RequestTemplate(
                "HEAD", "/fixed", Map.of(), Optional.empty(), new Expectation(200, OptionalLong.of(0)), transfer);
        var orders = new RequestTemplate(
                "POST",
                text(Literal.of("/orders/"), new TextTemplate.Field(0, 0, Encoding.URL)),
                Map.of("X-Id", text(new TextTemplate.Uuid())),
                Optional.of(text(
                        Literal.of("{\"item\": "),
                        new TextTemplate.Random(new Range(1, 100, 1)),
                        Literal.of(", \"name\": \""),
                        new TextTemplate.Field(0, 0, Encoding.JSON),
                        Literal.of("\"}"))),
                new Expectation(201, OptionalLong.empty()),
                transfer,
                Set.of());
        return new Workload(
                List.of(Journey.of("items", 6, items), Journey.of("fixed", 1, fixed), Journey.of("orders", 3, orders)),
                List.of(ListedRows.ofUsers(ROWS)),
                seed);
    }

    private static Measurement run(Sender sender, URI url, Workload workload, LoadShape shape) throws Exception {
        var plan = LoadPlan.of(shape, PATIENCE);
        try (var open = sender.factory().open(ConnectionPlan.to(url, PATIENCE), workload)) {
            var recording = new LoadRecording(SlotLimits.NONE, workload.names());
            var end = new LoadGenerator(plan, open, recording, window -> {})
                    .start()
                    .get(60, TimeUnit.SECONDS);
            return recording.finish(plan, end.detail());
        }
    }

    private Map<String, Integer> seenOf(Sender sender, long seed) throws Exception {
        seen.clear();
        var measurement = run(
                sender, url, workload(sender.transfer(), seed), new LoadShape.LoopsPerUser(USERS, EACH, Duration.ZERO));

        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(wrong).isEmpty();
        assertThat(seen.values().stream().mapToInt(count -> count).sum()).isEqualTo(USERS * EACH);
        assertThat(measurement.wholeRun().named())
                .extracting(NamedRequests::name)
                .containsExactly("items", "fixed", "orders");
        for (var named : measurement.wholeRun().named()) {
            var method =
                    Map.of("items", "GET", "fixed", "HEAD", "orders", "POST").get(named.name());
            int came = seen.entrySet().stream()
                    .filter(request -> request.getKey().startsWith(method))
                    .mapToInt(Map.Entry::getValue)
                    .sum();
            assertThat(named.outcomes().get(Outcome.OK)).as(named.name()).isEqualTo(came);
            assertThat(named.successful().count()).isEqualTo(came);
            assertThat(named.completions().successful()).isEqualTo(came);
        }
        return new TreeMap<>(seen);
    }

    @ParameterizedTest
    @EnumSource
    void theSeedDecidesWhatIsSent(Sender sender) throws Exception {
        var once = seenOf(sender, 1);

        assertThat(seenOf(sender, 1)).isEqualTo(once);
        assertThat(seenOf(sender, 2)).isNotEqualTo(once);
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1", "VERTX"})
    void aRequestThatIsSentAgainHasTheSameValues(Sender sender) throws Exception {
        var lines = new ConcurrentLinkedQueue<String>();
        var request = new RequestTemplate(
                "GET",
                text(Literal.of("/"), new TextTemplate.Random(new Range(1, 1_000_000_000, 1))),
                Map.of(),
                Optional.empty(),
                new Expectation(200, OptionalLong.of(0)),
                sender.transfer(),
                Set.of());
        try (var server = new FaultyServer((number, exchange) -> {
            lines.add(exchange.requestLine());
            if (lines.size() == 2) {
                exchange.socket().close(); // the second request of the first connection
            } else {
                exchange.ok();
            }
        })) {
            var measurement =
                    run(sender, server.url(), Workload.of(request, 1), new LoadShape.LoopsPerUser(1, 3, Duration.ZERO));

            assertThat(measurement.failureDetails()).containsOnlyKeys(Measurement.RESENT);
            assertThat(lines).hasSize(4);
            assertThat(Set.copyOf(lines)).hasSize(3);
            var all = List.copyOf(lines);
            assertThat(all.get(2)).isEqualTo(all.get(1));
        }
    }
}
