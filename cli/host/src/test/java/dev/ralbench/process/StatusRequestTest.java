package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.http.ControlClient;
import dev.ralbench.http.Route;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusRequestTest {
    @Test
    @Disturbance(value = "escape sequences in an answer that is not HTTP", then = "never printed")
    void aResponseThatIsNotHttpIsQuotedAsItMayBePrinted() {
        try (var server =
                new FaultyServer((number, exchange) -> exchange.send("SSH-2.0-\u001b[31mred\u0007\u009b2J\r\n"))) {
            assertThat(response(server)).hasToString("not HTTP: invalid version format: SSH-2.0-?[31MRED??2J");
        }
    }

    @Test
    void aServiceThatHangsUpHasNotAnswered() {
        try (var server =
                new FaultyServer((number, exchange) -> exchange.socket().close())) {
            assertThat(response(server)).hasToString("the connection was closed without a whole answer");
        }
    }

    /** A response to HTTP/1.1 that begins as HTTP/2 does, and to HTTP/2 as well. */
    @Test
    void aServiceThatSpeaksHttp2OnlyIsNamedAsThat() throws IOException {
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> sendSettings(server));
            var url = URI.create("http://127.0.0.1:" + server.getLocalPort());

            assertThat(response(url)).isInstanceOf(StatusResult.OtherVersion.class);
        }
    }

    private static void sendSettings(ServerSocket server) {
        while (!server.isClosed()) {
            try (var client = server.accept()) {
                boolean isHttp2 = client.getInputStream().read() == 'P'; // of its preface, PRI * HTTP/2.0
                client.getOutputStream().write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
                if (!isHttp2) { // a client that reads a line waits for its end
                    client.shutdownOutput();
                }
                client.getInputStream().readAllBytes();
            } catch (IOException closed) {
                // the test is over, or the other side has given up
            }
        }
    }

    /** Its page goes on for ever. */
    @Test
    void theStatusIsEnough() {
        try (var server = new FaultyServer(
                (number, exchange) -> exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none"))) {
            assertThat(response(server)).isEqualTo(new StatusResult.Status(200));
        }
    }

    private static StatusResult response(FaultyServer server) {
        return response(server.url());
    }

    private static StatusResult response(URI url) {
        var route = new Route(url, Optional.empty(), Optional.empty());
        try (var client = new ControlClient();
                var request = new StatusRequest(client, route, "/", Duration.ofSeconds(10))) {
            return request.ask(() -> true);
        }
    }
}
