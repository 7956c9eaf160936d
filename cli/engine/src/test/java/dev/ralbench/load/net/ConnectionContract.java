package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What every sender must do with connections, next to what it must do with responses. */
abstract class ConnectionContract extends SenderContract {
    @Test
    void withoutKeepAliveEachRequestHasAConnectionOfItsOwn() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
            var once = new ConnectionPlan(server.url(), Optional.empty(), List.of(), false, PATIENCE);
            var measurement = run(
                    senders(), new LoadShape.LoopsPerUser(5, 3, Duration.ZERO), request("GET"), once, Duration.ZERO);
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(15);
            assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(15);
            assertThat(server.connections()).isEqualTo(15);
        }
    }

    @Test
    void aConnectionThatTheServerClosesWhileItIsIdleIsReopenedWithoutAFailure() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            exchange.ok();
            exchange.socket().close();
        })) {
            var measurement = run(
                    senders(),
                    new LoadShape.LoopsPerUser(5, 3, Duration.ZERO),
                    request("GET"),
                    ConnectionPlan.to(server.url(), PATIENCE),
                    Duration.ofMillis(100));
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(15);
            assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(15);
        }
    }

    @Test
    void aResponseWithoutContentIsWholeAndTheConnectionStays() throws Exception {
        var expect = new RequestTemplate.Expectation(204, OptionalLong.of(0));
        var request = new RequestTemplate("DELETE", "/", Map.of(), Optional.empty(), expect);
        try (var server = new FaultyServer((number, exchange) -> exchange.send("HTTP/1.1 204 No Content\r\n\r\n"))) {
            var measurement = run(new LoadShape.LoopsPerUser(5, 4, Duration.ZERO), request, server.url());
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(20);
            assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(5);
        }
    }

    @Test
    void connectionsBeginAtTheGivenAddressesInTurn() throws Exception {
        var peers = new ConcurrentLinkedQueue<Socket>();
        try (var server = new FaultyServer((number, exchange) -> {
            peers.add(exchange.socket());
            exchange.ok();
        })) {
            var sources = List.of(
                    InetAddress.getByName("127.0.0.2"),
                    InetAddress.getByName("127.0.0.3"),
                    InetAddress.getByName("127.0.0.4"));
            var measurement = run(
                    senders(),
                    new LoadShape.LoopsPerUser(6, 1, Duration.ZERO),
                    request("GET"),
                    new ConnectionPlan(server.url(), Optional.empty(), sources, true, PATIENCE),
                    Duration.ZERO);
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
            assertThat(peers.stream()
                            .map(socket -> socket.getInetAddress().getHostAddress())
                            .sorted())
                    .containsExactly("127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3", "127.0.0.4", "127.0.0.4");
        }
    }

    @Test
    @Disturbance(value = "a target accepts no more connections", then = "a failure to connect, in time")
    void connectionsThatAreNotAcceptedFailInTime() throws Exception {
        var none = InetAddress.getLoopbackAddress();
        var queue = new ArrayList<Socket>();
        try (var server = new ServerSocket(0, 1, none)) {
            fill(server, queue);
            try (var sender = senders()
                    .open(
                            ConnectionPlan.to(
                                    URI.create("http://127.0.0.1:" + server.getLocalPort()), Duration.ofMillis(300)),
                            request("GET"))) {
                var user = new SingleUser(sender);
                assertThat(user.open()).isEqualTo("connect failed: no connection in time");
            }
        } finally {
            for (var socket : queue) {
                socket.close();
            }
        }
    }

    /** Until the kernel takes no more connections for it. */
    private static void fill(ServerSocket server, List<Socket> queue) throws IOException {
        while (queue.size() < 10) {
            var socket = new Socket();
            queue.add(socket);
            try {
                socket.connect(server.getLocalSocketAddress(), 200);
            } catch (SocketTimeoutException full) {
                return;
            }
        }
        throw new AssertionError("the queue of connections has no end");
    }

    @Test
    void callbacksComeOnTheLoopsThreadAndNeverFromWithinTheCall() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> exchange.ok());
                var sender = senders().open(ConnectionPlan.to(server.url(), PATIENCE), request("GET"))) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended OK ");
            assertThat(user.strays()).isEmpty();
        }
        try (var sender = senders().open(ConnectionPlan.to(closedPort(), PATIENCE), request("GET"))) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connect failed: connection refused");
            assertThat(user.strays()).isEmpty();
        }
    }

    @Test
    void anUnknownHostIsReportedOnOpening() {
        var plan = ConnectionPlan.to(URI.create("http://nowhere.invalid"), TIMEOUT);
        assertThatThrownBy(() -> senders().open(plan, request("GET")))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("nowhere.invalid");
    }

    @Test
    void aResponseAfterTheConnectionWasGivenUpIsIgnored() throws Exception {
        var mayRespond = new CountDownLatch(1);
        var hasCome = new CountDownLatch(1);
        try (var server = new FaultyServer((number, exchange) -> {
                    if (number == 0) {
                        hasCome.countDown();
                        await(mayRespond);
                    }
                    exchange.ok();
                });
                var sender = senders().open(ConnectionPlan.to(server.url(), PATIENCE), request("GET"))) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            user.sendOnly();
            await(hasCome);
            user.giveUp();
            mayRespond.countDown();
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended OK ");
            assertThat(user.events()).isEmpty();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
