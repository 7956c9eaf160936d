package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.http.Redirects.ChainedRequest;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.UserRequests;
import dev.ralbench.load.Workload;
import dev.ralbench.testing.FakeClock;
import io.vertx.core.MultiMap;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VertxSessionTest {
    private final UserRequests requests = new UserRequests(
            Workload.of(new RequestTemplate(
                    "GET",
                    "/",
                    Map.of(),
                    Optional.empty(),
                    new RequestTemplate.Expectation(200, OptionalLong.empty()))),
            0,
            new FakeClock());

    private final VertxSession session = new VertxSession(requests, true);

    private static ChainedRequest to(String url) {
        var uri = URI.create(url);
        var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return new ChainedRequest(uri, uri.getRawPath() + query, "GET", true, 0);
    }

    private static MultiMap setting(String... cookies) {
        Iterable<String> headers = List.of(cookies);
        return MultiMap.caseInsensitiveMultiMap().add("set-cookie", headers);
    }

    @ParameterizedTest
    @CsvSource({
        "a=1, http://shop.example/x/y?z=1, true",
        "a=1, http://shop.example/x, true",
        "a=1, http://shop.example/xy, false",
        "a=1, http://shop.example/, false",
        "a=1, http://SHOP.example:81/x, true",
        "a=1, http://www.shop.example/x, false",
        "a=1, http://shop.example2/x, false",
        "a=1, http://a.example/x, false",
        "a=1; Path=/, http://shop.example/, true",
        "a=1; Path=y, http://shop.example/x, true",
        "a=1; Path=/q/, http://shop.example/q/r, true",
        "a=1; Path=/q/, http://shop.example/q, false",
        "a=1; Domain=shop.example, http://www.shop.example/x, true",
        "a=1; Domain=.Shop.Example, http://shop.example/x, true",
        "a=1; Domain=example, http://other.example/x, true",
        "a=1; Domain=other.example, http://other.example/x, false",
        "a=1; Domain=hop.example, http://shop.example/x, false",
        "a=1; Secure, http://shop.example/x, false",
        "a=1; Secure, https://shop.example/x, true",
        "a=1; Max-Age=0, http://shop.example/x, false",
        "a=1; Max-Age=60; HttpOnly, http://shop.example/x, true",
        "'a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', http://shop.example/x, false",
        "a=1; Domain=, http://shop.example/x, true",
        "=1, http://shop.example/x, false",
    })
    void aCookieGoesToWhereItBelongs(String header, String url, boolean isSent) {
        session.takeCookies(to("http://shop.example/x/set?y=/z"), setting(header));

        assertThat(session.cookies(to(url))).isEqualTo(isSent ? Optional.of("a=1") : Optional.empty());
    }

    @Test
    void anAddressIsBelowNoDomain() {
        session.takeCookies(to("http://127.0.0.1/"), setting("a=1; Domain=0.0.1", "b=2"));

        assertThat(session.cookies(to("http://127.0.0.1/"))).contains("b=2");
        assertThat(session.cookies(to("http://1.127.0.0.1/"))).isEmpty();
    }

    @Test
    void longerPathsComeFirstAndLaterValuesReplaceEarlierOnes() {
        session.takeCookies(
                to("http://shop.example/x/y"),
                setting("a=1; Path=/", "b=2; Path=/x/y", "c=3", "a=4; Path=/", "b=5; Path=/x/y/z"));

        assertThat(session.cookies(to("http://shop.example/x/y"))).contains("b=2; c=3; a=4");
    }

    @Test
    void cookiesStayWithinTheJourney() {
        assertThat(requests.next()).isZero();
        assertThat(session.request().path().text()).isEqualTo("/");
        session.takeCookies(to("http://shop.example/"), setting("a=1"));
        assertThat(session.request().method()).isEqualTo("GET");
        assertThat(session.cookies(to("http://shop.example/"))).contains("a=1");
    }

    @Test
    void aUserWithoutJourneysKeepsNone() {
        var plain = new VertxSession(requests, false);
        plain.takeCookies(to("http://shop.example/"), setting("a=1"));

        assertThat(plain.cookies(to("http://shop.example/"))).isEmpty();
    }
}
