package dev.ralbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpUrlTest {
    @ParameterizedTest
    @CsvSource({
        "http://target/x, target, 80",
        "https://target/x, target, 443",
        "HTTPS://target/x, target, 443",
        "http://target:8080, target, 8080",
        "http://target:/x, target, 80",
        "http://my_service:8080/x, my_service, 8080",
        "http://127.1:8080, 127.1, 8080",
        "http://[::1]/x, [::1], 80",
        "http://[::1]:8080, [::1], 8080",
        "http://target:0, target, 0",
        "http://target:65536, target, 0",
        "http://target:99999999999, target, 0"
    })
    void hostAndPortAreThoseOfTheUrl(String text, String host, int port) {
        var url = URI.create(text);

        assertThat(HttpUrl.hasHost(url)).isTrue();
        assertThat(HttpUrl.host(url)).isEqualTo(host);
        assertThat(HttpUrl.port(url)).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mailto:a@b",
                "http:///x",
                "http://:8080",
                "http://me@target",
                "http://a..b",
                "http://.",
                "http://-",
                "http://256.1.1.1",
                "http://1.2.3.4.5",
                "http://010.0.0.1",
                "http://a%20b",
                "http://a:b:1"
            })
    void aUrlWithoutAHostThatCanBeAskedHasNone(String text) {
        assertThat(HttpUrl.hasHost(URI.create(text))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP://Target:8080/A?b=C, http://Target:8080/A?b=C",
        "http://b\u00fccher.test/\u00fc, http://xn--bcher-kva.test/\u00fc",
        "http://my_service:80, http://my_service:80",
        "http://127.1:80/x, http://127.0.0.1:80/x",
        "http://1.2.3, http://1.2.0.3",
        "http://2130706433/, http://127.0.0.1/",
        "http://[::1]:80, http://[::1]:80"
    })
    void aUrlIsSentInItsNormalForm(String text, String normal) {
        assertThat(HttpUrl.normalized(URI.create(text))).isEqualTo(URI.create(normal));
    }

    @Test
    void anAddressStandsForItself() throws Exception {
        assertThat(HttpUrl.addresses(URI.create("http://[::1]:80"))).containsExactly(InetAddress.getAllByName("::1"));
    }

    @Test
    void localhostIsBothLoopbackAddressesWhateverTheMachineKnows() throws UnknownHostException {
        assertThat(HttpUrl.addresses(URI.create("http://LocalHost:80")))
                .contains(InetAddress.getAllByName("127.0.0.1"))
                .contains(InetAddress.getAllByName("::1"))
                .doesNotHaveDuplicates();
    }

    @Test
    void anUnknownHostIsNamed() {
        assertThatThrownBy(() -> HttpUrl.addresses(URI.create("http://nowhere.invalid:1")))
                .isInstanceOf(UnknownHostException.class)
                .hasMessage("unknown host nowhere.invalid");
    }
}
