package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusRequestTest {
    @Test
    @Disturbance(value = "escape sequences in an answer that is not HTTP", then = "quoted without them")
    void anAnswerThatIsNotHttpIsQuotedAsItMayBePrinted() {
        try (var server = new FaultyServer((number, exchange) -> exchange.send("\u001b[31mNOT-HTTP\u0007\u009b2J\n"))) {
            var address = new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), server.url().getPort());

            var answer = new StatusRequest(address, "/", Optional.empty()).ask(() -> true);

            assertThat(answer).hasToString("not HTTP: ?[31mNOT-HTTP??2J");
        }
    }
}
