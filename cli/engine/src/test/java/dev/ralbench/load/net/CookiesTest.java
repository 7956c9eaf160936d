package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.HttpUrl;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CookiesTest {
    private final List<String> carried = new ArrayList<>();
    private final Cookies cookies = new Cookies(carried::add);

    private static Cookies.Place at(String url) {
        var uri = URI.create(url);
        var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return Cookies.Place.of(
                HttpUrl.host(uri), uri.getRawPath() + query, uri.getScheme().equals("https"));
    }

    private void take(String url, String... headers) {
        cookies.take(at(url), List.of(headers));
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
        take("http://shop.example/x/set?y=/z", header);

        assertThat(cookies.header(at(url))).isEqualTo(isSent ? "a=1" : "");
    }

    /** They are a part of the value (RFC 6265, 5.2): Python's servers read the escapes only within them. */
    @Test
    void quotesAroundAValueComeBack() {
        take("http://shop.example/", "a=\"x\\054y\"", "b=\"\"");

        assertThat(cookies.header(at("http://shop.example/"))).isEqualTo("a=\"x\\054y\"; b=\"\"");
    }

    @Test
    void anAddressIsBelowNoDomain() {
        take("http://127.0.0.1/", "a=1; Domain=0.0.1", "b=2");

        assertThat(cookies.header(at("http://127.0.0.1/"))).isEqualTo("b=2");
        assertThat(cookies.header(at("http://1.127.0.0.1/"))).isEmpty();
    }

    @Test
    void longerPathsComeFirstAndLaterValuesReplaceEarlierOnes() {
        take("http://shop.example/x/y", "a=1; Path=/", "b=2; Path=/x/y", "c=3", "a=4; Path=/", "b=5; Path=/x/y/z");

        assertThat(cookies.header(at("http://shop.example/x/y"))).isEqualTo("b=2; c=3; a=4");
    }

    @Test
    void cookiesGoWithTheirJourneyButForThoseBeforeAllJourneys() {
        cookies.courseBegins(true);
        take("http://shop.example/", "user=1", "b=; Max-Age=0");
        assertThat(cookies.isEmpty()).isFalse();
        assertThat(carried).containsExactly("1");

        cookies.courseBegins(false);
        take("http://shop.example/", "journey=2", "user=3");
        assertThat(cookies.header(at("http://shop.example/"))).isEqualTo("journey=2; user=3");

        cookies.courseBegins(false);
        assertThat(cookies.header(at("http://shop.example/"))).isEqualTo("user=1");

        cookies.courseBegins(true);
        assertThat(cookies.isEmpty()).isTrue();
        assertThat(cookies.header(at("http://shop.example/"))).isEmpty();
    }
}
