package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Arrivals;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RateShape;
import dev.ralbench.load.RequestBody;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowRequests;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.FaultyServer.Behaviour;
import dev.ralbench.testing.RawAnswer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every sender must do with responses, shown with the generator against a real server that misbehaves. Every load must end, and
 * every count add up. Most tests wait for a timeout, so several run at a time.
 */
@Execution(ExecutionMode.CONCURRENT)
abstract class SenderContract {
    /** For requests that are never answered. */
    static final Duration TIMEOUT = Duration.ofMillis(500);
    /** For loads in which some requests are never answered, and others at once, however busy the machine is. */
    static final Duration LONG_TIMEOUT = Duration.ofSeconds(2);
    /** For requests that are answered, however busy the machine is. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    static final int USERS = 50;
    /** As {@link FaultyServer.Exchange#ok} answers. */
    static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    static final LoadShape TWO_SECONDS = new LoadShape.ConstantUsers(USERS, Duration.ofSeconds(2));

    /** What makes the senders that keep this contract. */
    abstract SenderFactory senders();

    Measurement run(LoadShape shape, RequestTemplate request, URI url) throws Exception {
        return run(senders(), shape, request, ConnectionPlan.to(url, PATIENCE), Duration.ZERO);
    }

    /** A load whose requests may take so long. */
    Measurement run(LoadShape shape, RequestTemplate request, URI url, Duration timeout) throws Exception {
        return run(senders(), shape, request, ConnectionPlan.to(url, timeout), Duration.ZERO, timeout);
    }

    static Measurement run(
            SenderFactory senders, LoadShape shape, RequestTemplate request, ConnectionPlan connections, Duration think)
            throws Exception {
        return run(senders, shape, request, connections, think, PATIENCE);
    }

    static Measurement run(
            SenderFactory senders,
            LoadShape shape,
            RequestTemplate request,
            ConnectionPlan connections,
            Duration think,
            Duration timeout)
            throws Exception {
        var plan = new LoadPlan(
                shape,
                Optional.of(Duration.ofSeconds(20)),
                timeout,
                think,
                connections.keepAlive(),
                LoadPlan.OnFailure.CONTINUE);
        try (var sender = senders.open(connections, request)) {
            var recording = new LoadRecording();
            var end = new LoadGenerator(plan, sender, recording, window -> {})
                    .start()
                    .get(60, TimeUnit.SECONDS);
            assertThat(end.reason()).isEqualTo(LoadEnd.Reason.PLAN);
            return recording.finish(plan, end.detail());
        }
    }

    private Measurement run(LoadShape shape, Behaviour behaviour) throws Exception {
        return run(shape, PATIENCE, behaviour);
    }

    private Measurement run(LoadShape shape, Duration timeout, Behaviour behaviour) throws Exception {
        try (var server = new FaultyServer(behaviour)) {
            var measurement = run(shape, request("GET"), server.url(), timeout);
            assertCountsAddUp(measurement, server.requests());
            return measurement;
        }
    }

    static RequestTemplate request(String method) {
        return new RequestTemplate(
                method,
                "/endpoint",
                Map.of("Accept", "application/json"),
                Optional.empty(),
                new RequestTemplate.Expectation(200, OptionalLong.of(0)));
    }

    static WindowRequests.Transfer transfer(Measurement measurement) {
        var whole = measurement.wholeRun().requests().transfer().orElseThrow();
        assertThat(measurement.windows().stream()
                        .map(window -> window.requests().transfer().orElseThrow())
                        .mapToLong(WindowRequests.Transfer::receivedBytes)
                        .sum())
                .isEqualTo(whole.receivedBytes());
        return whole;
    }

    /** What was sent and what arrived may differ by what was on its way when the load ended. */
    static void assertCountsAddUp(Measurement measurement, long arrived) {
        var whole = measurement.wholeRun();
        long sent = whole.requests().outcomes().values().stream()
                        .mapToLong(Long::longValue)
                        .sum()
                - whole.requests().count(Outcome.CONNECT_FAILED);
        long again = measurement.failureDetails().getOrDefault(Measurement.RESENT, 0L);
        assertThat(sent + again).isBetween(arrived, arrived + USERS + again);
        assertThat(whole.requests().all().count()).isEqualTo(whole.requests().ended());
        assertThat(measurement.series().slots().stream()
                        .mapToLong(s -> s.completions() + s.failures())
                        .sum())
                .isEqualTo(whole.requests().ended());
        assertThat(measurement.failureDetails().entrySet().stream()
                        .filter(detail -> !List.of(Measurement.SURPLUS, Measurement.RESENT)
                                .contains(detail.getKey()))
                        .mapToLong(Map.Entry::getValue)
                        .sum())
                .isEqualTo(whole.requests().failed());
    }

    @Test
    void aHeaderOutsideOfAsciiIsSentInUtf8() throws Exception {
        var received = ConcurrentHashMap.<String>newKeySet();
        var request = new RequestTemplate(
                "GET",
                "/",
                Map.of("X-Name", "Jürgen €"),
                Optional.empty(),
                new RequestTemplate.Expectation(200, OptionalLong.of(0)));
        try (var server = new FaultyServer((number, exchange) -> {
            received.addAll(exchange.headers());
            exchange.ok();
        })) {
            var measurement = run(new LoadShape.TotalRequests(2, 10, Optional.empty()), request, server.url());

            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(10);
            assertThat(received)
                    .filteredOn(line -> line.startsWith("X-Name"))
                    .containsOnly("X-Name: J\u00c3\u00bcrgen \u00e2\u0082\u00ac"); // each byte as one character
        }
    }

    @Test
    void responsesWithAnotherStatusAreFailuresAndTheConnectionStaysInUse() throws Exception {
        var measurement = run(TWO_SECONDS, (number, exchange) -> {
            exchange.pause(Duration.ofMillis(5));
            if (number % 2 == 0) {
                exchange.ok();
            } else {
                exchange.status(500);
            }
        });
        var whole = measurement.wholeRun();
        assertThat(whole.requests().count(Outcome.UNEXPECTED_STATUS)).isPositive();
        assertThat(whole.requests().errorShare().getAsDouble()).isEqualTo(0.5, within(0.05));
        assertThat(measurement.failureDetails()).containsOnlyKeys("status 500");
        assertThat(whole.requests().connecting().count()).isEqualTo(USERS);
    }

    @Test
    void aBodyOfTheWrongLengthIsAFailure() throws Exception {
        var measurement = run(
                new LoadShape.LoopsPerUser(5, 4, Duration.ZERO),
                (number, exchange) ->
                        exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"));
        assertThat(measurement.wholeRun().requests().count(Outcome.UNEXPECTED_BODY))
                .isEqualTo(20);
        assertThat(measurement.failureDetails()).containsOnlyKeys("body of 5 bytes instead of 0");
    }

    @Test
    void elementsOfTheBodyAreCountedAsTheyArrive() throws Exception {
        var expect = new RequestTemplate.Expectation(200, OptionalLong.empty(), Map.of("data.items", 2L));
        var request = new RequestTemplate("GET", "/", Map.of(), Optional.empty(), expect);
        try (var server = new FaultyServer((number, exchange) -> {
            switch ((int) (number % 4)) {
                case 0 -> {
                    exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"data\":\r\n");
                    exchange.pause(Duration.ofMillis(5));
                    exchange.send("d\r\n{\"items\":[1,2\r\n3\r\n]}}\r\n0\r\n\r\n");
                }
                case 1 -> exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n{\"data\":{\"items\":[1]}}");
                case 2 -> exchange.status(500);
                default -> exchange.ok();
            }
        })) {
            var measurement = run(new LoadShape.LoopsPerUser(1, 20, Duration.ZERO), request, server.url());
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(5);
            assertThat(measurement.wholeRun().requests().count(Outcome.UNEXPECTED_STATUS))
                    .isEqualTo(5);
            assertThat(measurement.failureDetails())
                    .containsOnly(
                            Map.entry("status 500", 5L),
                            Map.entry("data.items has 1 element instead of 2", 5L),
                            Map.entry("body is empty instead of JSON", 5L));
            assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(1);
        }
    }

    @Test
    void elementsOfACompressedBodyAreCounted() throws Exception {
        var expect = new RequestTemplate.Expectation(200, OptionalLong.empty(), Map.of("items", 2L));
        var request = new RequestTemplate("GET", "/", Map.of(), Optional.empty(), expect);
        try (var server = new FaultyServer((number, exchange) -> {
            switch ((int) (number % 3)) {
                case 0 -> exchange.send(encoded("gzip", Compressed.gzip("{\"items\":[1,2]}")));
                case 1 -> exchange.send(encoded("gzip", Compressed.gzip("{\"items\":[1]}")));
                default -> exchange.send(encoded("br", "whatever".getBytes(StandardCharsets.ISO_8859_1)));
            }
        })) {
            var measurement = run(new LoadShape.LoopsPerUser(1, 12, Duration.ZERO), request, server.url());
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(4);
            assertThat(measurement.failureDetails())
                    .containsOnly(
                            Map.entry("items has 1 element instead of 2", 4L),
                            Map.entry(
                                    "body has Content-Encoding br; elements are counted in gzip and deflate only", 4L));
            assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(1);
        }
    }

    @Test
    void statusesHeadersTextsValuesSizeAndTimeAreExpected() throws Exception {
        var expect = new RequestTemplate.Expectation(
                Set.of(200, 201),
                Optional.of(new RequestTemplate.BodySize(10, 12)),
                Map.of(),
                Map.of("X-Cache", "HIT"),
                List.of("name"),
                Map.of("/name", "a"),
                Optional.of(Duration.ofMillis(500)));
        var request = new RequestTemplate("GET", "/", Map.of(), Optional.empty(), expect);
        try (var server = new FaultyServer((number, exchange) -> {
            switch ((int) (number % 6)) {
                case 0 -> exchange.send(hit("201 Created", "{\"name\":\"a\"}"));
                case 1 -> exchange.send(hit("202 Accepted", "{\"name\":\"a\"}"));
                case 2 -> exchange.send(hit("200 OK", "{\"name\":\"a\"}").replace("HIT", "MISS"));
                case 3 -> exchange.send(hit("200 OK", "{\"name\":\"b\"}"));
                case 4 -> exchange.send(hit("200 OK", "{\"name\":\"abc\"}"));
                default -> {
                    exchange.pause(Duration.ofMillis(600));
                    exchange.send(hit("200 OK", "{\"name\":\"a\"}"));
                }
            }
        })) {
            var measurement = run(new LoadShape.LoopsPerUser(1, 12, Duration.ZERO), request, server.url());
            assertThat(measurement.failureDetails())
                    .containsOnly(
                            Map.entry("status 202", 2L),
                            Map.entry("header X-Cache does not contain 'HIT'", 2L),
                            Map.entry("/name is not 'a'", 2L),
                            Map.entry("body of 14 bytes instead of 10 to 12", 2L),
                            Map.entry("slower than 0.5 s", 2L));
            var requests = measurement.wholeRun().requests();
            assertThat(requests.count(Outcome.OK)).isEqualTo(2);
            assertThat(requests.count(Outcome.UNEXPECTED_STATUS)).isEqualTo(2);
            assertThat(requests.count(Outcome.UNEXPECTED_BODY)).isEqualTo(6);
            assertThat(requests.count(Outcome.TIMEOUT)).isEqualTo(2);
            assertThat(requests.connecting().count()).isEqualTo(1);
        }
    }

    private static String hit(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nX-Cache: HIT\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static String encoded(String encoding, byte[] body) {
        return "HTTP/1.1 200 OK\r\nContent-Encoding: " + encoding + "\r\nContent-Length: " + body.length + "\r\n\r\n"
                + new String(body, StandardCharsets.ISO_8859_1);
    }

    @Test
    @Disturbance(value = "a target resets connections", then = "counted, and opened again")
    void resetConnectionsAreCountedAndReopened() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            if (number % 4 == 0) {
                exchange.reset();
            } else {
                exchange.ok();
            }
        })) {
            var each = new ConnectionPlan(server.url(), Optional.empty(), List.of(), false, PATIENCE);
            var measurement = run(
                    senders(), new LoadShape.LoopsPerUser(10, 20, Duration.ZERO), request("GET"), each, Duration.ZERO);
            assertThat(measurement.wholeRun().requests().count(Outcome.RESET)).isEqualTo(50);
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(150);
        }
    }

    /** The first request of each connection is answered, the second meets its end. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Disturbance(
            value = "a target closes connections that are idle",
            then = "the request is sent again, and counted as such")
    void aRequestOnAConnectionThatWasClosedWhileIdleIsSentAgain(boolean byReset) throws Exception {
        var served = ConcurrentHashMap.<Socket>newKeySet();
        var head = new AtomicLong();
        var measurement = run(new LoadShape.LoopsPerUser(2, 5, Duration.ZERO), (number, exchange) -> {
            head.set(exchange.headBytes());
            if (served.add(exchange.socket())) {
                exchange.ok();
            } else if (byReset) {
                exchange.reset();
            } else {
                exchange.socket().close();
            }
        });
        assertThat(measurement.failureDetails()).isEqualTo(Map.of(Measurement.RESENT, 8L));
        assertThat(transfer(measurement))
                .isEqualTo(new WindowRequests.Transfer(10, 0, 10L * OK.length(), 18 * head.get()));
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(10);
    }

    /** As Node and others do that do not announce it. */
    @Test
    void aServerThatClosesAfterEachAnswerFailsNoRequest() throws Exception {
        var measurement = run(new LoadShape.LoopsPerUser(5, 10, Duration.ZERO), (number, exchange) -> {
            exchange.ok();
            exchange.socket().close();
        });
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(50);
    }

    @Test
    void aNewConnectionThatEndsWithoutAnAnswerIsAFailure() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            if (number == 0) {
                exchange.ok();
            } else {
                exchange.socket().close();
            }
        })) {
            try (var sender = senders().open(ConnectionPlan.to(server.url(), PATIENCE), request("GET"))) {
                var user = new SingleUser(sender);
                assertThat(user.open()).isEqualTo("connected");
                assertThat(user.send()).isEqualTo("ended OK ");
                assertThat(user.send()).isEqualTo("resent");
                assertThat(user.next()).isEqualTo("ended RESET closed before the response");
                assertThat(server.requests()).isEqualTo(3);
                assertThat(user.strays()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"H", "HTTP/1.1 103 Early Hints\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no"})
    void aRequestWhoseAnswerHasBegunIsNotSentAgain(String part) throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            if (number == 0) {
                exchange.ok();
            } else {
                exchange.send(part);
                exchange.socket().close();
            }
        })) {
            try (var sender = senders().open(ConnectionPlan.to(server.url(), PATIENCE), request("GET"))) {
                var user = new SingleUser(sender);
                assertThat(user.open()).isEqualTo("connected");
                assertThat(user.send()).isEqualTo("ended OK ");
                assertThat(user.send()).startsWith("ended RESET closed ");
                assertThat(server.requests()).isEqualTo(2);
            }
        }
    }

    @Test
    void aRequestIsNotSentAgainToAServerThatIsGone() throws Exception {
        var own = new CompletableFuture<FaultyServer>();
        try (var server = new FaultyServer((number, exchange) -> {
            if (number == 0) {
                exchange.ok();
            } else {
                own.join().close();
            }
        })) {
            own.complete(server);
            try (var sender = senders().open(ConnectionPlan.to(server.url(), PATIENCE), request("GET"))) {
                var user = new SingleUser(sender);
                assertThat(user.open()).isEqualTo("connected");
                assertThat(user.send()).isEqualTo("ended OK ");
                assertThat(user.send()).startsWith("ended RESET c").endsWith(", then connection refused");
            }
        }
    }

    @Test
    void aRequestThatIsSentAgainCanBeGivenUp() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            if (number == 0) {
                exchange.ok();
            } else if (number == 1) {
                exchange.socket().close();
            } else {
                exchange.pause(PATIENCE);
            }
        })) {
            try (var sender = senders().open(ConnectionPlan.to(server.url(), PATIENCE), request("GET"))) {
                var user = new SingleUser(sender);
                assertThat(user.open()).isEqualTo("connected");
                assertThat(user.send()).isEqualTo("ended OK ");
                assertThat(user.send()).isEqualTo("resent");
                user.giveUp();
                assertThat(user.open()).isEqualTo("connected");
                assertThat(user.events()).isEmpty();
            }
        }
    }

    @Test
    @Disturbance(value = "a body is cut off", then = "a failure of its request")
    void aTruncatedBodyIsAReset() throws Exception {
        var measurement = run(new LoadShape.LoopsPerUser(5, 2, Duration.ZERO), (number, exchange) -> {
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
            exchange.socket().close();
        });
        assertThat(measurement.wholeRun().requests().count(Outcome.RESET)).isEqualTo(10);
        assertThat(measurement.failureDetails()).containsOnlyKeys("closed within the response");
    }

    @Test
    void aResponseAfterTheTimeOutIsATimeOutAndIsNotTakenForTheNextOne() throws Exception {
        var measurement = run(new LoadShape.LoopsPerUser(10, 3, Duration.ZERO), LONG_TIMEOUT, (number, exchange) -> {
            if (number < 10) {
                exchange.pause(LONG_TIMEOUT.plusMillis(200));
                exchange.status(500);
            } else {
                exchange.pause(Duration.ofMillis(300));
                exchange.ok();
            }
        });
        assertThat(measurement.wholeRun().requests().count(Outcome.TIMEOUT)).isEqualTo(10);
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(20);
    }

    @Test
    @Disturbance(value = "a target takes requests and never answers", then = "timed out, and counted")
    void connectionsLeftHalfOpenTimeOut() throws Exception {
        var half = "HTTP/1.1 200 OK\r\nContent-Le";
        var head = new AtomicLong();
        var measurement = run(new LoadShape.LoopsPerUser(10, 2, Duration.ZERO), TIMEOUT, (number, exchange) -> {
            head.set(exchange.headBytes());
            if (number % 2 == 0) {
                exchange.send(half);
                exchange.pause(PATIENCE);
            } else {
                exchange.socket().shutdownInput();
                exchange.pause(PATIENCE);
            }
        });
        assertThat(measurement.wholeRun().requests().count(Outcome.TIMEOUT)).isEqualTo(20);
        var bytes = transfer(measurement);
        assertThat(bytes.responses()).isZero();
        assertThat(bytes.sentBytes()).as("whether they are read in time or not").isEqualTo(20 * head.get());
        assertThat(bytes.receivedBytes() % half.length()).isZero();
        assertThat(bytes.receivedBytes()).as("as many as came in time").isLessThanOrEqualTo(10L * half.length());
    }

    @Test
    void hungRequestsOfALimitedPartDoNotHoldUpTheNext() throws Exception {
        var limit = Optional.of(LONG_TIMEOUT);
        var shape = new LoadShape.Sequence(List.of(
                new LoadShape.LoopsPerUser(20, 2, Duration.ZERO, limit),
                new LoadShape.LoopsPerUser(20, 5, Duration.ZERO)));
        var measurement = run(shape, (number, exchange) -> {
            if (number < 7) {
                exchange.pause(PATIENCE);
            }
            exchange.ok();
        });
        var windows = measurement.windows();
        assertThat(windows.getFirst().requests().count(Outcome.STILL_OPEN)).isEqualTo(7);
        assertThat(windows.getFirst().requests().count(Outcome.OK)).isEqualTo(26);
        assertThat(windows.getLast().requests().count(Outcome.OK)).isEqualTo(100);
        assertThat(windows.getLast().requests().connecting().count()).isEqualTo(7);
    }

    @Test
    @Disturbance(value = "answers that are not HTTP", then = "counted as such")
    void whatIsNotHttpIsAProtocolError() throws Exception {
        var measurement = run(
                new LoadShape.LoopsPerUser(5, 2, Duration.ZERO),
                (number, exchange) -> exchange.send("SSH-2.0-OpenSSH_9.2\r\n\r\n"));
        assertThat(measurement.wholeRun().requests().count(Outcome.PROTOCOL_ERROR))
                .isEqualTo(10);
    }

    @Test
    void responsesThatEndWithTheConnectionAreWhole() throws Exception {
        var measurement = run(new LoadShape.LoopsPerUser(5, 3, Duration.ZERO), (number, exchange) -> {
            exchange.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
            exchange.socket().close();
        });
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(15);
        assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(15);
    }

    @Test
    void aConnectionThatIsClosedAfterAHundredRequestsIsReopenedWithoutAFailure() throws Exception {
        var measurement = run(new LoadShape.LoopsPerUser(1, 1000, Duration.ZERO), (number, exchange) -> {
            if (number % 100 == 99) {
                exchange.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
                exchange.socket().close();
            } else {
                exchange.ok();
            }
        });
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(1000);
        assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource
    void everyFormOfAnAnswerIsRead(RawAnswer answer) throws Exception {
        var expect = new RequestTemplate.Expectation(answer.status(), OptionalLong.of(answer.bodyBytes()));
        var request = new RequestTemplate(answer.method(), "/", Map.of(), Optional.empty(), expect);
        var sent = new AtomicLong();
        try (var server = new FaultyServer((number, exchange) -> {
            sent.addAndGet(exchange.headBytes());
            answer.send(number, exchange);
        })) {
            var measurement = run(new LoadShape.LoopsPerUser(2, 3, Duration.ZERO), request, server.url());
            assertThat(transfer(measurement))
                    .isEqualTo(new WindowRequests.Transfer(
                            6, 6 * answer.bodyBytes(), 6L * answer.text().length(), sent.get()));
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
            assertThat(server.connections()).isEqualTo(answer.closes() ? 6 : 2);
        }
    }

    @ParameterizedTest(name = "{0}")
    @Disturbance(value = "an answer without a proper end:", then = "a failure of its request")
    @CsvSource({
        "two lengths, 'Content-Length: 2\r\nContent-Length: 3\r\n\r\nok', PROTOCOL_ERROR",
        "a negative length, 'Content-Length: -2\r\n\r\nok', PROTOCOL_ERROR",
        "a chunk without a size, 'Transfer-Encoding: chunked\r\n\r\nZZ\r\nok\r\n0\r\n\r\n', PROTOCOL_ERROR",
        "chunks cut off, 'Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n', RESET",
        "chunks cut off before their end, 'Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n', RESET",
        "a length cut off, 'Content-Length: 3\r\n\r\nok', RESET",
    })
    void anAnswerWithoutAnEndIsAFailure(String what, String rest, Outcome outcome) throws Exception {
        var expect = new RequestTemplate.Expectation(200, OptionalLong.empty());
        var request = new RequestTemplate("GET", "/", Map.of(), Optional.empty(), expect);
        var answer = "HTTP/1.1 200 OK\r\n" + rest.replace("\\r", "\r").replace("\\n", "\n");
        try (var server = new FaultyServer((number, exchange) -> {
            exchange.send(answer);
            exchange.socket().close();
        })) {
            var measurement = run(new LoadShape.LoopsPerUser(2, 2, Duration.ZERO), request, server.url());
            assertThat(measurement.wholeRun().requests().count(outcome))
                    .as(what)
                    .isEqualTo(4);
            var bytes = transfer(measurement);
            assertThat(bytes.responses()).isZero();
            assertThat(bytes.bodyBytes()).isZero();
            if (outcome == Outcome.RESET) { // of what is not HTTP the rest is not read
                assertThat(bytes.receivedBytes()).isEqualTo(4L * answer.length());
            }
        }
    }

    /** Of each request by itself, also where it is the first one or comes after a failure. */
    @Test
    void theBytesOfARequestAreItsOwn() throws Exception {
        var answers =
                List.of(OK, "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy", "HTTP/1.1 200 OK\r\nContent-Len", OK);
        var heads = new ConcurrentLinkedQueue<Integer>();
        try (var server = new FaultyServer((number, exchange) -> {
                    heads.add(exchange.headBytes());
                    exchange.send(answers.get((int) number));
                    if (number == 2) {
                        exchange.socket().close();
                    }
                });
                var sender = senders().open(ConnectionPlan.to(server.url(), PATIENCE), request("GET"))) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended OK ");
            long sent = heads.remove();
            assertThat(user.bytes()).isEqualTo(new SingleUser.Bytes(true, 0, OK.length(), sent));
            assertThat(user.send()).isEqualTo("ended UNEXPECTED_STATUS status 503");
            assertThat(user.bytes())
                    .isEqualTo(new SingleUser.Bytes(true, 4, answers.get(1).length(), sent));
            assertThat(user.send()).startsWith("ended PROTOCOL_ERROR ");
            assertThat(user.bytes())
                    .isEqualTo(new SingleUser.Bytes(false, 0, answers.get(2).length(), sent));
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended OK ");
            assertThat(user.bytes()).isEqualTo(new SingleUser.Bytes(true, 0, OK.length(), sent));
        }
    }

    @Test
    void theBodyOfARequestIsSentToo() throws Exception {
        var body = "x".repeat(100_000);
        var request = new RequestTemplate(
                "POST",
                "/",
                Map.of(),
                Optional.of(RequestBody.text(body)),
                new RequestTemplate.Expectation(200, OptionalLong.of(0)));
        var head = new AtomicLong();
        try (var server = new FaultyServer((number, exchange) -> {
                    head.set(exchange.headBytes());
                    exchange.ok();
                });
                var sender = senders().open(ConnectionPlan.to(server.url(), PATIENCE), request)) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended OK ");
            assertThat(user.bytes()).isEqualTo(new SingleUser.Bytes(true, 0, OK.length(), head.get() + body.length()));
        }
    }

    @Test
    void aCompressedBodyCountsAsItIsTransferred() throws Exception {
        var expect = new RequestTemplate.Expectation(200, OptionalLong.empty(), Map.of("items", 2L));
        var request = new RequestTemplate("GET", "/", Map.of(), Optional.empty(), expect);
        var zipped = Compressed.gzip("{\"items\":[1," + "2".repeat(10_000) + "]}");
        var answer = encoded("gzip", zipped);
        try (var server = new FaultyServer((number, exchange) -> exchange.send(answer))) {
            var measurement = run(new LoadShape.LoopsPerUser(1, 12, Duration.ZERO), request, server.url());
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(12);
            assertThat(transfer(measurement).bodyBytes()).isEqualTo(12L * zipped.length);
            assertThat(transfer(measurement).receivedBytes()).isEqualTo(12L * answer.length());
        }
    }

    @Test
    void requestsOfAnOpenLoadHaveTheirBytesToo() throws Exception {
        var answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
        var request = new RequestTemplate(
                "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.of(5)));
        try (var server = new FaultyServer((number, exchange) -> exchange.send(answer))) {
            var measurement = run(
                    new LoadShape.Open(new RateShape.Constant(50, Duration.ofSeconds(1)), Arrivals.even(), 10),
                    request,
                    server.url());
            var bytes = transfer(measurement);
            long ended = measurement.wholeRun().requests().completions().ended();
            assertThat(bytes.responses()).isEqualTo(ended).isPositive();
            assertThat(bytes.bodyBytes()).isEqualTo(5 * ended);
            assertThat(bytes.receivedBytes()).isEqualTo(ended * answer.length());
        }
    }

    @Test
    @Disturbance(value = "a head without an end", then = "given up, and counted")
    void aHeadWithoutAnEndIsGivenUp() throws Exception {
        var measurement = run(
                new LoadShape.LoopsPerUser(2, 2, Duration.ZERO),
                (number, exchange) -> exchange.send("HTTP/1.1 200 OK\r\n" + "X-Large: 123456789\r\n".repeat(10_000)));
        assertThat(measurement.wholeRun().requests().count(Outcome.PROTOCOL_ERROR))
                .isEqualTo(4);
    }

    @Test
    @Disturbance(value = "an interim answer, and no other", then = "timed out, and counted")
    void anInterimAnswerWithoutAnotherIsATimeOut() throws Exception {
        var measurement = run(
                new LoadShape.LoopsPerUser(2, 1, Duration.ZERO),
                TIMEOUT,
                (number, exchange) -> exchange.send("HTTP/1.1 102 Processing\r\n\r\n"));
        assertThat(measurement.wholeRun().requests().count(Outcome.TIMEOUT)).isEqualTo(2);
    }

    @Test
    void aSwitchOfProtocolsIsTheAnswerAndEndsTheConnection() throws Exception {
        var expect = new RequestTemplate.Expectation(101, OptionalLong.empty());
        var request = new RequestTemplate(
                "GET", "/", Map.of("Connection", "Upgrade", "Upgrade", "mine"), Optional.empty(), expect);
        try (var server = new FaultyServer((number, exchange) ->
                exchange.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: mine\r\n\r\n"))) {
            var measurement = run(new LoadShape.LoopsPerUser(2, 2, Duration.ZERO), request, server.url());
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(4);
            assertThat(server.connections()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @CsvSource({"POST, Content-Length: 0", "PUT, Content-Length: 0", "PATCH, Content-Length: 0", "GET,", "DELETE,"})
    void aRequestWithoutABodySaysSoIfItsMethodUsuallyHasOne(String method, String length) throws Exception {
        var heads = new ConcurrentLinkedQueue<String>();
        try (var server = new FaultyServer((number, exchange) -> {
            exchange.headers().stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length"))
                    .map(line -> "Content-Length" + line.substring("content-length".length()))
                    .forEach(heads::add);
            exchange.ok();
        })) {
            var measurement = run(new LoadShape.LoopsPerUser(1, 2, Duration.ZERO), request(method), server.url());
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(List.copyOf(heads)).isEqualTo(length == null ? List.of() : List.of(length, length));
        }
    }

    @Test
    void anAddressOfVersion6IsReached() throws Exception {
        var hosts = new ConcurrentLinkedQueue<String>();
        try (var server = FaultyServer.ofVersion6((number, exchange) -> {
            hosts.addAll(hosts(exchange));
            exchange.ok();
        })) {
            var measurement = run(new LoadShape.LoopsPerUser(1, 2, Duration.ZERO), request("GET"), server.url());
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(hosts).containsOnly("host: [::1]:" + server.url().getPort());
        }
    }

    private static List<String> hosts(FaultyServer.Exchange exchange) {
        return exchange.headers().stream()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .filter(line -> line.startsWith("host:"))
                .toList();
    }

    /** The name means another address here, or none at all. */
    @ParameterizedTest
    @ValueSource(strings = {"localhost", "my_service", "nowhere.invalid"})
    void theKnownAddressIsConnectedToWhateverTheNameMeans(String host) throws Exception {
        var hosts = new ConcurrentLinkedQueue<String>();
        try (var server = FaultyServer.ofVersion6((number, exchange) -> {
            hosts.addAll(hosts(exchange));
            exchange.ok();
        })) {
            var authority = host + ":" + server.url().getPort();
            var connections = new ConnectionPlan(
                    URI.create("http://" + authority),
                    Optional.of(InetAddress.getAllByName("::1")[0]),
                    Optional.empty(),
                    List.of(),
                    true,
                    PATIENCE);
            var measurement = run(
                    senders(),
                    new LoadShape.LoopsPerUser(1, 2, Duration.ZERO),
                    request("GET"),
                    connections,
                    Duration.ZERO);
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(hosts).containsOnly("host: " + authority);
        }
    }

    @Test
    void responsesToHeadHaveNoBodyWhateverTheirLengthSays() throws Exception {
        try (var server = new FaultyServer(
                (number, exchange) -> exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 1234\r\n\r\n"))) {
            var measurement = run(new LoadShape.LoopsPerUser(5, 10, Duration.ZERO), request("HEAD"), server.url());
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(50);
        }
    }

    @Test
    void eachUserAsksForAPathOfItsOwnOnAllOfItsConnections() throws Exception {
        var asked = new ConcurrentHashMap<String, Integer>();
        var number = new TextTemplate.OfUser(new TextTemplate.Range(0, 4, 1));
        var request = new RequestTemplate(
                "GET",
                new TextTemplate(List.of(TextTemplate.Literal.of("/items/"), number)),
                Map.of(),
                Optional.empty(),
                new RequestTemplate.Expectation(200, OptionalLong.of(0)),
                RequestTemplate.Transfer.PLAIN,
                Set.of());
        try (var server = new FaultyServer((connection, exchange) -> {
            asked.merge(exchange.requestLine(), 1, Integer::sum);
            exchange.ok();
        })) {
            var connections = new ConnectionPlan(server.url(), Optional.empty(), List.of(), false, PATIENCE);
            var shape = new LoadShape.LoopsPerUser(10, 7, Duration.ZERO, Optional.empty());
            var measurement = run(senders(), shape, request, connections, Duration.ZERO);

            assertThat(measurement.wholeRun().requests().failed()).isZero();
            assertThat(asked).hasSize(5).allSatisfy((line, count) -> {
                assertThat(line).matches("GET /items/[0-4] HTTP/1.1");
                assertThat(count).isEqualTo(2 * 7);
            });
        }
    }

    @Test
    @Disturbance(value = "no server listens any more", then = "every request counts as a failure to connect")
    void aPortWithoutAServerGivesConnectFailures() throws Exception {
        var measurement = run(new LoadShape.LoopsPerUser(5, 3, Duration.ZERO), request("GET"), closedPort());
        assertThat(measurement.wholeRun().requests().count(Outcome.CONNECT_FAILED))
                .isEqualTo(15);
        assertThat(measurement.failureDetails()).containsOnlyKeys("connection refused");
    }

    @Test
    @Disturbance(value = "two answers to one request", then = "the second is not taken for the next request's")
    void aSurplusResponseIsNotTakenForTheNextOne() throws Exception {
        var measurement = run(new LoadShape.LoopsPerUser(1, 20, Duration.ZERO), (number, exchange) -> {
            exchange.pause(Duration.ofMillis(20));
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".repeat(2));
        });
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(20);
        assertThat(measurement.wholeRun().requests().successful().minMillis().getAsDouble())
                .isGreaterThan(19);
        assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(20);
        assertThat(measurement.failureDetails()).containsOnly(Map.entry(Measurement.SURPLUS, 20L));
    }

    /** It comes while the user thinks. */
    @Test
    @Disturbance(value = "an answer without a request", then = "named")
    void anUnrequestedResponseIsNamed() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            exchange.ok();
            exchange.pause(Duration.ofMillis(20));
            exchange.ok();
        })) {
            var measurement = run(
                    senders(),
                    new LoadShape.LoopsPerUser(2, 5, Duration.ZERO),
                    request("GET"),
                    ConnectionPlan.to(server.url(), PATIENCE),
                    Duration.ofMillis(100));
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(10);
            assertThat(measurement.failureDetails()).containsOnlyKeys(Measurement.SURPLUS);
            assertThat(measurement.failureDetails().get(Measurement.SURPLUS)).isBetween(8L, 10L);
        }
    }

    @Test
    @Disturbance(value = "every kind of failure at once", then = "the counts add up")
    void manyFatesAtOnceStillAddUp() throws Exception {
        var measurement = run(TWO_SECONDS, TIMEOUT, (number, exchange) -> {
            switch ((int) (number % 6)) {
                case 0 -> exchange.reset();
                case 1 -> exchange.status(503);
                case 2 -> exchange.pause(Duration.ofSeconds(1));
                case 3 -> {
                    exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
                    exchange.socket().close();
                }
                default -> exchange.ok();
            }
        });
        assertThat(measurement.wholeRun().requests().count(Outcome.TIMEOUT)).isPositive();
        assertThat(measurement.wholeRun().requests().count(Outcome.RESET)).isPositive();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isPositive();
        assertThat(measurement.wholeRun().requests().count(Outcome.UNEXPECTED_STATUS))
                .isPositive();
    }

    static URI closedPort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + free.getLocalPort());
        }
    }
}
