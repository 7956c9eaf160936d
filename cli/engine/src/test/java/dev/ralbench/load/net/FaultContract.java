package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestBody;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.testing.BrokenAnswer;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.FaultyServer.Behaviour;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What every sender must do with servers that break HTTP: each fault is its own request's, and never the next one's. */
abstract class FaultContract extends TlsContract {
    private static final RequestTemplate.Expectation STATUS_200 =
            new RequestTemplate.Expectation(200, OptionalLong.empty());
    /** Less than the time for which a server keeps a connection open on purpose. */
    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    /** One user; of its four requests the first and the third meet the fault, the others a sound answer. */
    private Measurement everyOther(RequestTemplate request, Behaviour fault) throws Exception {
        return everyOther(request, PATIENCE, fault);
    }

    private Measurement everyOther(RequestTemplate request, Duration timeout, Behaviour fault) throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            if (number % 2 == 0) {
                fault.respond(number, exchange);
            } else {
                exchange.ok();
            }
        })) {
            return run(
                    senders(),
                    new LoadShape.LoopsPerUser(1, 4, Duration.ZERO),
                    request,
                    ConnectionPlan.to(server.url(), timeout),
                    Duration.ZERO,
                    timeout);
        }
    }

    private static RequestTemplate asking(String method) {
        return new RequestTemplate(method, "/", Map.of(), Optional.empty(), STATUS_200);
    }

    private static RequestTemplate sending(int bytes, Map<String, String> headers) {
        return new RequestTemplate("POST", "/", headers, Optional.of(RequestBody.text("x".repeat(bytes))), STATUS_200);
    }

    private static void assertThatTheOthersAreSound(Measurement measurement, Outcome outcome) {
        var requests = measurement.wholeRun().requests();
        assertThat(requests.count(Outcome.OK))
                .as(measurement.failureDetails().toString())
                .isEqualTo(outcome == Outcome.OK ? 4 : 2);
        assertThat(requests.count(outcome))
                .as(measurement.failureDetails().toString())
                .isEqualTo(outcome == Outcome.OK ? 4 : 2);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @Disturbance(value = "a broken answer:", then = "it counts for its own request, the next one is answered")
    void aBrokenAnswerCountsForItsOwnRequest(BrokenAnswer answer) throws Exception {
        var timeout = answer.outcome() == Outcome.TIMEOUT ? LONG_TIMEOUT : PATIENCE;
        assertThatTheOthersAreSound(
                everyOther(asking("GET"), timeout, (number, exchange) -> answer.send(exchange)), answer.outcome());
    }

    private static void inSingleBytes(FaultyServer.Exchange exchange, String answer, Duration pause)
            throws IOException {
        for (int i = 0; i < answer.length(); i++) {
            exchange.send(answer.substring(i, i + 1));
            exchange.pause(pause);
        }
    }

    @Test
    @Disturbance(value = "an answer in single bytes, slower than the timeout", then = "timed out, and counted")
    void anAnswerThatDripsIsATimeOut() throws Exception {
        var answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
        var pause = LONG_TIMEOUT.multipliedBy(3).dividedBy(answer.length());
        var measurement =
                everyOther(asking("GET"), LONG_TIMEOUT, (number, exchange) -> inSingleBytes(exchange, answer, pause));
        assertThatTheOthersAreSound(measurement, Outcome.TIMEOUT);
    }

    @Test
    @Disturbance(value = "an answer in single bytes, in time", then = "read as one")
    void anAnswerInSingleBytesIsRead() throws Exception {
        var answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n";
        var measurement =
                everyOther(asking("GET"), (number, exchange) -> inSingleBytes(exchange, answer, Duration.ofMillis(1)));
        assertThatTheOthersAreSound(measurement, Outcome.OK);
        assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(1);
    }

    @Test
    @Disturbance(value = "a connection is reset within a body", then = "a failure of its request")
    void aResetWithinABodyIsOne() throws Exception {
        var measurement = everyOther(asking("GET"), (number, exchange) -> {
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
            exchange.reset();
        });
        assertThatTheOthersAreSound(measurement, Outcome.RESET);
    }

    /** Nothing more can come, but the kernel still takes what is sent. */
    @Test
    @Disturbance(
            value = "a target half-closes its connection within a body",
            then = "a failure of its request, at once")
    void aHalfClosedConnectionWithinABodyIsAReset() throws Exception {
        var measurement = everyOther(asking("GET"), AT_ONCE, (number, exchange) -> {
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
            exchange.socket().shutdownOutput();
            exchange.pause(PATIENCE);
        });
        assertThatTheOthersAreSound(measurement, Outcome.RESET);
    }

    @Test
    @Disturbance(
            value = "a target half-closes its connection after an answer",
            then = "no request fails, it is opened again")
    void aConnectionThatIsHalfClosedAfterAnAnswerIsOpenedAgain() throws Exception {
        var measurement = everyOther(asking("GET"), (number, exchange) -> {
            exchange.ok();
            exchange.socket().shutdownOutput();
        });
        assertThatTheOthersAreSound(measurement, Outcome.OK);
    }

    @Test
    @Disturbance(
            value = "a target says Connection: close and stays open",
            then = "each request has a connection of its own")
    void aConnectionThatIsToBeClosedServesNoMore() throws Exception {
        var measurement = everyOther(
                asking("GET"),
                (number, exchange) ->
                        exchange.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"));
        assertThatTheOthersAreSound(measurement, Outcome.OK);
        assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(3);
    }

    @Test
    @Disturbance(value = "408 on an idle connection, which closes", then = "named, and no answer of the next request")
    void aTimeOutThatTheServerSaysIsNoAnswer() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            exchange.ok();
            exchange.send("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            exchange.socket().close();
        })) {
            var measurement = run(
                    senders(),
                    new LoadShape.LoopsPerUser(1, 4, Duration.ZERO),
                    asking("GET"),
                    ConnectionPlan.to(server.url(), PATIENCE),
                    TIMEOUT); // a think time in which even a busy machine gets it there
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(4);
            assertThat(measurement.failureDetails()).containsOnlyKeys(Measurement.SURPLUS);
        }
    }

    /** What these answers must not have is taken for the beginning of the next one by who believes the length. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "GET, 204 No Content, UNEXPECTED_STATUS",
        "GET, 304 Not Modified, UNEXPECTED_STATUS",
        "HEAD, 200 OK, OK",
    })
    @Disturbance(value = "a body where there must be none:", then = "not taken for the next answer")
    void aBodyWhereThereMustBeNoneIsNoAnswer(String method, String status, Outcome outcome) throws Exception {
        var body = "HTTP/1.1 500 Forged\r\nContent-Length: 0\r\n\r\n";
        var measurement = everyOther(
                asking(method),
                (number, exchange) -> exchange.send(
                        "HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body));
        assertThatTheOthersAreSound(measurement, outcome);
        assertThat(measurement.failureDetails()).doesNotContainKey("status 500");
    }

    /** The rest of the request may not be taken for another one, so the connection serves no more. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"413 Content Too Large", "417 Expectation Failed", "401 Unauthorized"})
    @Disturbance(value = "an answer before the request's body was read:", then = "counted, the connection is given up")
    void anAnswerBeforeTheBodyIsCounted(String status) throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            exchange.send("HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            exchange.pause(TIMEOUT.multipliedBy(2));
            exchange.socket().close();
        })) {
            var measurement = run(
                    new LoadShape.LoopsPerUser(1, 4, Duration.ZERO),
                    sending(16 << 20, Map.of("Expect", "100-continue")),
                    server.url());
            assertThat(measurement.failureDetails()).isEqualTo(Map.of("status " + status.substring(0, 3), 4L));
            assertThat(server.connections()).isEqualTo(4);
        }
    }

    @Test
    @Disturbance(value = "a target stops to read in the middle of a request", then = "timed out, and counted")
    void aServerThatReadsNoFurtherIsATimeOut() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> exchange.pause(PATIENCE))) {
            var measurement = run(
                    new LoadShape.LoopsPerUser(1, 3, Duration.ZERO),
                    sending(16 << 20, Map.of()),
                    server.url(),
                    TIMEOUT);
            assertThat(measurement.wholeRun().requests().count(Outcome.TIMEOUT)).isEqualTo(3);
            assertThat(server.connections()).isEqualTo(3);
        }
    }
}
