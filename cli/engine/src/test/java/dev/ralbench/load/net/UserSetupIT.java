package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.load.StepsOnce;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.load.TextTemplate.Encoding;
import dev.ralbench.load.TextTemplate.Literal;
import dev.ralbench.load.TextTemplate.Variable;
import dev.ralbench.load.Workload;
import dev.ralbench.load.Workload.Extraction;
import dev.ralbench.load.Workload.Journey;
import dev.ralbench.load.Workload.OnFailure;
import dev.ralbench.load.Workload.Setup;
import dev.ralbench.load.Workload.Source;
import dev.ralbench.load.Workload.Step;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.SlotLimits;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.FaultyServer.Exchange;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What users send before and after their journeys, against real connections. */
class UserSetupIT {
    private static final Expectation OK = new Expectation(200, OptionalLong.empty());
    private static final TextTemplate BEARER =
            new TextTemplate(List.of(Literal.of("Bearer "), new Variable("token", Encoding.HEADER)));

    private static RequestTemplate get(String path, Map<String, TextTemplate> headers) {
        return new RequestTemplate(
                "GET", TextTemplate.of(path), headers, Optional.empty(), OK, Transfer.PLAIN, Set.of("Authorization"));
    }

    private static Step step(String path, Map<String, TextTemplate> headers, Extraction... extractions) {
        return new Step(
                path.substring(1), get(path, headers), List.of(extractions), Optional.empty(), 1, Optional.empty());
    }

    private static final Step LOGIN =
            step("/login", Map.of(), new Extraction("token", new Source.JsonPointer("/token")));
    private static final Step LOGOUT = step("/logout", Map.of("Authorization", BEARER));
    private static final Setup SETUP = new Setup(Map.of(), List.of(LOGIN), List.of(LOGOUT), Set.of(401));

    /** Sessions of a service: a request has to have the token and the cookie of one. */
    private static final class Sessions implements FaultyServer.Behaviour {
        private final Map<String, AtomicInteger> left = new ConcurrentHashMap<>();
        private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
        private final AtomicInteger logins = new AtomicInteger();
        private final int requestsOfEach;

        /** @param requestsOfEach after which it expires */
        Sessions(int requestsOfEach) {
            this.requestsOfEach = requestsOfEach;
        }

        @Override
        public void respond(long number, Exchange exchange) throws IOException {
            var path = exchange.requestLine().split(" ")[1];
            counts.computeIfAbsent(path, first -> new AtomicInteger()).incrementAndGet();
            if (path.equals("/login")) {
                var id = "t" + logins.incrementAndGet();
                left.put(id, new AtomicInteger(requestsOfEach));
                var body = "{\"token\":\"" + id + "\"}";
                exchange.send("HTTP/1.1 200 OK\r\nSet-Cookie: sid=" + id + "; Path=/\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body);
                return;
            }
            var token = header(exchange, "authorization").replace("Bearer ", "");
            var session = left.get(token);
            boolean isKnown = session != null && header(exchange, "cookie").contains("sid=" + token);
            if (path.equals("/logout") && isKnown) {
                left.remove(token);
                exchange.ok();
            } else if (isKnown && session.getAndDecrement() > 0) {
                var own = path.equals("/one") ? "Set-Cookie: own=x; Path=/\r\n" : "";
                boolean isOwnKept = header(exchange, "cookie").contains("own=x");
                exchange.send("HTTP/1.1 " + (path.equals("/one") == isOwnKept ? "400 Bad" : "200 OK") + "\r\n" + own
                        + "Content-Length: 0\r\n\r\n");
            } else {
                exchange.status(401);
            }
        }

        int count(String path) {
            return counts.getOrDefault(path, new AtomicInteger()).get();
        }

        private static String header(Exchange exchange, String name) {
            return exchange.headers().stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    /** Its first step must not have the cookie of the journey before, and its second one must have that of the first. */
    private static Workload visits() {
        var headers = Map.of("Authorization", BEARER);
        return new Workload(
                        List.of(new Journey(
                                "visit",
                                1,
                                List.of(step("/one", headers), step("/two", headers)),
                                OnFailure.RESTART,
                                Optional.empty())),
                        List.of(),
                        1)
                .with(SETUP);
    }

    private static Measurement run(JourneysIT.Sender by, URI url, Workload workload, LoadShape shape) throws Exception {
        var plan = LoadPlan.of(shape, Duration.ofSeconds(10));
        var recording = new LoadRecording(SlotLimits.NONE, workload.names());
        try (var sender = by.factory().open(ConnectionPlan.to(url, Duration.ofSeconds(10)), workload)) {
            var end = new LoadGenerator(plan, sender, recording, window -> {})
                    .start()
                    .get(60, TimeUnit.SECONDS);
            return recording.finish(plan, end.detail());
        }
    }

    @ParameterizedTest
    @EnumSource
    void tokensAndCookiesOfALoginStayWithTheUser(JourneysIT.Sender by) throws Exception {
        var sessions = new Sessions(Integer.MAX_VALUE);
        try (var server = new FaultyServer(sessions)) {
            var measurement = run(by, server.url(), visits(), new LoadShape.LoopsPerUser(5, 20, Duration.ZERO));

            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(200);
            assertThat(sessions.count("/login")).isEqualTo(5);
            assertThat(sessions.count("/logout")).isEqualTo(5);
            assertThat(sessions.left).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    @Disturbance(
            value = "tokens expire in mid-run",
            then = "each costs one failed request, and its user logs in again before its next journey")
    void tokensThatExpireAreRenewed(JourneysIT.Sender by) throws Exception {
        var sessions = new Sessions(7); // three journeys, and the first request of the fourth
        try (var server = new FaultyServer(sessions)) {
            var measurement = run(by, server.url(), visits(), new LoadShape.LoopsPerUser(3, 20, Duration.ZERO));

            // Three whole journeys of each session, and a fourth whose second request is refused.
            assertThat(measurement.failureDetails()).isEqualTo(Map.of("status 401", 15L));
            assertThat(sessions.count("/login")).isEqualTo(15);
            assertThat(sessions.count("/one")).isEqualTo(60);
            assertThat(sessions.count("/two")).isEqualTo(60);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSingleRequestHasTheLoginOfItsUser(JourneysIT.Sender by) throws Exception {
        var sessions = new Sessions(Integer.MAX_VALUE);
        try (var server = new FaultyServer(sessions)) {
            var workload =
                    Workload.of(get("/one", Map.of("Authorization", BEARER))).with(SETUP);
            var measurement = run(by, server.url(), workload, new LoadShape.LoopsPerUser(3, 10, Duration.ZERO));

            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(30);
        }
    }

    @ParameterizedTest
    @EnumSource
    void stepsAreSentOnceWithTheirVariables(JourneysIT.Sender by) throws Exception {
        var sessions = new Sessions(2);
        try (var server = new FaultyServer(sessions)) {
            var headers = Map.of("Authorization", BEARER);
            var steps = List.of(LOGIN, step("/one", headers), step("/two", headers), step("/two", headers), LOGOUT);
            for (var onFailure : List.of(OnFailure.RESTART, OnFailure.CONTINUE)) {
                var workload = new Workload(
                        List.of(new Journey("steps", 1, steps, onFailure, Optional.empty())), List.of(), 1);
                try (var sender =
                        by.factory().open(ConnectionPlan.to(server.url(), Duration.ofSeconds(10)), workload)) {
                    var result = StepsOnce.send(sender, Duration.ofSeconds(10)).get(20, TimeUnit.SECONDS);

                    assertThat(result.variables()).isEqualTo(Map.of("token", "t" + sessions.logins.get()));
                    assertThat(result.failure()).contains(new StepsOnce.Failed("two", "status 401"));
                }
            }
            assertThat(sessions.count("/logout")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Disturbance(
            value = "a service does not answer a step before the load",
            then = "the step fails after the timeout of the load")
    void stepsThatAreNotAnsweredEnd(JourneysIT.Sender by) throws Exception {
        try (var server = new FaultyServer((number, exchange) -> exchange.pause(Duration.ofSeconds(30)))) {
            var workload = new Workload(
                    List.of(new Journey("steps", 1, List.of(LOGIN), OnFailure.RESTART, Optional.empty())),
                    List.of(),
                    1);
            try (var sender = by.factory().open(ConnectionPlan.to(server.url(), Duration.ofSeconds(10)), workload)) {
                var result = StepsOnce.send(sender, Duration.ofMillis(300)).get(20, TimeUnit.SECONDS);

                assertThat(result.failure()).contains(new StepsOnce.Failed("login", "no response within 0.3 s"));
            }
        }
    }
}
