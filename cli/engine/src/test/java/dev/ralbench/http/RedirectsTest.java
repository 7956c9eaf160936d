package dev.ralbench.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.http.Redirects.ChainedRequest;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectsTest {
    private static final ChainedRequest FIRST = Redirects.first(
            URI.create("http://shop.test:8080"),
            new RequestTemplate(
                    "GET", "/a/b?x=1", Map.of(), Optional.empty(), new Expectation(200, OptionalLong.empty())));

    /** As it comes in a header: each byte is a character. */
    private static Optional<ChainedRequest> next(String location) {
        var bytes = location.getBytes(StandardCharsets.UTF_8);
        return Redirects.next(FIRST, 302, new String(bytes, StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @CsvSource({
        "/y, http://shop.test:8080, /y",
        "y, http://shop.test:8080, /a/y",
        "./y, http://shop.test:8080, /a/y",
        "../y, http://shop.test:8080, /y",
        "../../../y, http://shop.test:8080, /y",
        "/a/../y, http://shop.test:8080, /y",
        "/a/b/./c/.., http://shop.test:8080, /a/b/",
        "/a/., http://shop.test:8080, /a/",
        "/a//b/..., http://shop.test:8080, /a//b/...",
        "?q=1, http://shop.test:8080, /a/b?q=1",
        "'', http://shop.test:8080, /a/b?x=1",
        "#f, http://shop.test:8080, /a/b?x=1",
        "/y#frag, http://shop.test:8080, /y",
        "/y?p=/../z, http://shop.test:8080, /y?p=/../z",
        "/\u00fc, http://shop.test:8080, /%C3%BC",
        "/%C3%BC, http://shop.test:8080, /%C3%BC",
        "/y?n=\u00fc, http://shop.test:8080, /y?n=%C3%BC",
        "/a b, http://shop.test:8080, /a%20b",
        "/a|b[1], http://shop.test:8080, /a%7Cb%5B1%5D",
        "/50%, http://shop.test:8080, /50%25",
        "//other.test/y, http://other.test, /y",
        "http://other.test, http://other.test, /",
        "http://other.test?q=1, http://other.test, /?q=1",
        "HTTP://other.test:81/y, http://other.test:81, /y",
        "https://other.test/y, https://other.test, /y",
        "http://me:word@other.test/y, http://other.test, /y",
        "http://my_service:81/y, http://my_service:81, /y",
        "http://[::1]:81/y, http://[::1]:81, /y",
        "http://b\u00fccher.test/y, http://xn--bcher-kva.test, /y"
    })
    void aLocationLeadsToItsPlace(String location, String origin, String path) {
        assertThat(next(location)).hasValueSatisfying(request -> {
            assertThat(request.url().getScheme() + "://" + request.url().getRawAuthority())
                    .isEqualTo(origin);
            assertThat(request.path()).isEqualTo(path);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"mailto:a@b", "ftp://other.test/", "http:///y", "http:y", "http://a b/", "http://[::g]/"})
    void whatCannotBeAskedIsNotFollowed(String location) {
        assertThat(next(location)).isEmpty();
    }
}
