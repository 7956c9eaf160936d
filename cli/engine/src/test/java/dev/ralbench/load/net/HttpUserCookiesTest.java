package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.load.Workload;
import dev.ralbench.load.Workload.Journey;
import dev.ralbench.load.Workload.OnFailure;
import dev.ralbench.load.Workload.Step;
import dev.ralbench.testing.FakeClock;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The bytes of cookies, which are the server's own. */
class HttpUserCookiesTest {
    private static final String VALUE = "caf\u00e9";
    /** As decoders of headers read the bytes of UTF-8. */
    private static final String AS_READ =
            new String(VALUE.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);

    private static HttpExchange exchange(boolean isHttp2) {
        var request = new RequestTemplate(
                "GET",
                TextTemplate.of("/"),
                Map.of("Cookie", TextTemplate.of("own=" + VALUE)),
                Optional.empty(),
                new Expectation(200, OptionalLong.empty()),
                new Transfer(isHttp2, false, Optional.empty()),
                Set.of());
        var steps = List.of(Step.of("one", request), Step.of("two", request));
        return HttpExchange.with(
                ConnectionPlan.to(URI.create("http://127.0.0.1:1"), Duration.ofSeconds(1)),
                new Workload(List.of(new Journey("all", 1, steps, OnFailure.RESTART, Optional.empty())), List.of(), 7),
                Optional.empty());
    }

    private static <U extends HttpUser> U withCookie(U user) {
        var unused = user.requests().next();
        user.encode();
        user.takeCookies(name -> List.of("a=" + AS_READ));
        unused = user.requests().next();
        user.encode();
        return user;
    }

    @Test
    void comeBackAsTheyCame() {
        var users = new Http1Users(exchange(false), new FakeClock());
        var user = withCookie((Http1Users.User) users.user(0));
        var channel = new EmbeddedChannel();
        var bytes = user.written(channel);

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("\r\nCookie: own=" + VALUE + "; a=" + VALUE + "\r\n");
        bytes.release();
        channel.finishAndReleaseAll();
        users.release();
    }

    @Test
    void comeBackAsTheyCameByHttp2() throws Exception {
        var users = new Http2Users(exchange(true), new FakeClock());
        var user = withCookie(users.user(0));
        var frames = Unpooled.buffer();
        user.encoded().withoutTable().writeTo(frames, 1);
        var headers = new DefaultHttp2HeadersDecoder().decodeHeaders(1, frames.skipBytes(Http2Request.FRAME_HEAD));

        assertThat(new String(
                        headers.get("cookie").toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
                .isEqualTo("own=" + VALUE + "; a=" + VALUE);
        users.release();
    }
}
