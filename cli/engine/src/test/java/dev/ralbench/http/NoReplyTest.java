package dev.ralbench.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a failure means, whatever the language of the system's words. */
class NoReplyTest {
    private static NoReply of(IOException failure, String words) {
        failure.initCause(new IOException(words));
        return NoReply.of(failure, Optional.empty());
    }

    @Test
    void aRefusalIsKnownByItsClassAndToldInEnglish() {
        var refused =
                of(new ConnectException("Verbindungsaufbau abgelehnt: /127.0.0.1:9"), "Verbindungsaufbau abgelehnt");

        assertThat(refused.isRefused()).isTrue();
        assertThat(refused.isOfServer()).isTrue();
        assertThat(refused.wasConnected()).isFalse();
        assertThat(refused.reason()).isEqualTo("Connection refused");
    }

    @Test
    void otherReasonsToHaveNoConnectionAreNoRefusals() {
        var late = NoReply.of(
                new ConnectTimeoutException("connection timed out after 5 s: /127.0.0.1:9"), Optional.empty());
        assertThat(late.isRefused()).isFalse();
        assertThat(late.reason()).isEqualTo("Connect timed out");

        assertThat(of(new NoRouteToHostException("x: /192.0.2.1:9"), "No route to host")
                        .isRefused())
                .isFalse();
        assertThat(of(new SocketException("x: /192.0.2.1:9"), "Network is unreachable")
                        .reason())
                .isEqualTo("Network is unreachable");
        var ofProxy = new ConnectException(
                "http, none, /127.0.0.1:3128 => shop.example/<unresolved>:443, status: 403 Connection refused");
        assertThat(NoReply.of(ofProxy, Optional.empty()).isRefused()).isFalse();
        assertThat(new NoReply().isRefused()).isFalse();
    }
}
