package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ralbench.http.ControlClient;
import dev.ralbench.http.Route;
import dev.ralbench.measurement.EventLoopLag;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NodeProbeIT {
    private final ControlClient client = new ControlClient();
    private final AtomicInteger questions = new AtomicInteger();
    private HttpServer server;
    private volatile String page = "";
    private volatile int status = 200;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/counters", exchange -> {
            var body = page.getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
            questions.incrementAndGet();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        client.close();
    }

    private Optional<NodeProbe> open() {
        var url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return NodeProbe.open(
                new CountersPage(client, new Route(url, Optional.empty(), Optional.empty()), "/counters"));
    }

    /** Buckets hold those below them, too. */
    private static String page(long heap, long upToOne, long upToTwo, long all, double lagSeconds, int collections) {
        return """
                nodejs_heap_size_used_bytes %d
                nodejs_gc_duration_seconds_count %d
                nodejs_gc_duration_seconds_sum 0.5
                nodejs_eventloop_lag_seconds_bucket{le="0.001000"} %d
                nodejs_eventloop_lag_seconds_bucket{le="0.002000"} %d
                nodejs_eventloop_lag_seconds_bucket{le="+Inf"} %d
                nodejs_eventloop_lag_seconds_sum %s
                """.formatted(heap, collections, upToOne, upToTwo, all, lagSeconds);
    }

    @Test
    void aWindowHasWhatWasCountedInIt() {
        page = page(1000, 10, 12, 12, 0.25, 3);
        var probe = open().orElseThrow();

        page = page(3000, 15, 20, 21, 0.75, 5);
        var first = probe.nextWindow();
        page = page(2000, 15, 20, 21, 0.75, 5);
        var second = probe.nextWindow();

        assertThat(first)
                .contains(new InsideView.Node(
                        3000, new EventLoopLag(500, new TreeMap<>(Map.of(1.0, 5L, 2.0, 4L))), 2, 0));
        assertThat(second).contains(new InsideView.Node(2000, new EventLoopLag(0, new TreeMap<>()), 0, 0));
    }

    @Test
    void theHeapIsPolledBetweenTheEndsOfAWindow() {
        page = page(1000, 0, 0, 0, 0, 0);
        var probe = open().orElseThrow();
        int asked = questions.get();

        page = page(9000, 0, 0, 0, 0, 0);
        probe.ask();
        Eventually.within(Duration.ofSeconds(10), () -> questions.get() > asked);
        page = page(2000, 0, 0, 0, 0, 0);
        Eventually.within(Duration.ofSeconds(10), () -> {
            probe.ask(); // takes the answer once it is there
            return questions.get() > asked + 1;
        });

        assertThat(probe.nextWindow().orElseThrow().heapPeakBytes()).isEqualTo(9000);
        assertThat(probe.nextWindow().orElseThrow().heapPeakBytes()).isEqualTo(2000);
    }

    @Test
    void aSampleHasTheLastAnswerOnceAndTheLatenessSinceTheOneBefore() {
        page = page(1000, 10, 12, 12, 0.25, 3);
        var probe = open().orElseThrow();
        page = page(3000, 15, 20, 22, 0.75, 5);

        assertThat(probe.poll()).as("not asked yet").isEqualTo(ProbeSample.Inside.UNKNOWN);
        probe.ask();
        assertThat(awaitSample(probe))
                .isEqualTo(new ProbeSample.Inside(
                        Optional.of(3000L), Optional.empty(), Optional.of(500.0), Optional.of(50.0)));
        assertThat(probe.poll()).as("no new answer").isEqualTo(ProbeSample.Inside.UNKNOWN);
        probe.ask();
        assertThat(awaitSample(probe).loopLagMillis())
                .as("its timers were not due")
                .isEmpty();
    }

    private static ProbeSample.Inside awaitSample(NodeProbe probe) {
        var seen = new ArrayList<ProbeSample.Inside>();
        Eventually.within(Duration.ofSeconds(10), () -> {
            seen.add(probe.poll());
            return !seen.getLast().equals(ProbeSample.Inside.UNKNOWN);
        });
        return seen.getLast();
    }

    @Test
    void aWindowWhosePageCannotBeReadAtEitherEndIsUnknown() {
        page = page(1000, 0, 0, 0, 0, 0);
        var probe = open().orElseThrow();

        status = 503;
        assertThat(probe.nextWindow()).isEmpty();
        status = 200;
        assertThat(probe.nextWindow()).isEmpty();
        assertThat(probe.nextWindow()).isPresent();
    }

    @Test
    void aPageThatSaysNothingOfNodeIsOfAnotherProgram() {
        page = "calls_total 12\n";

        assertThat(open()).isEmpty();
    }
}
