package dev.ralbench;

import static dev.ralbench.testing.FuzzTarget.ofText;
import static dev.ralbench.testing.FuzzTarget.refusableByArgument;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.http.Redirects;
import dev.ralbench.load.Level;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.Metrics;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.FuzzTarget;
import dev.ralbench.testing.TestTls;
import dev.ralbench.tls.ClientIdentity;
import dev.ralbench.tls.Pem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What servers and files hold that the engine reads, in whatever state. */
class EngineFuzzTest {
    private static final int STATUS_FOUND = 302;
    private static final int COMPRESSED_HEADER = 2 * Integer.BYTES;
    private static final int HEADER = 4 * Integer.BYTES + 3 * Long.BYTES;
    /** Of a load that answers within a microsecond. */
    private static final double SHORTEST_INTERVAL_MILLIS = 0.001;

    @TestFactory
    Stream<DynamicTest> nothingFromOutsideFailsOtherThanByARefusal() {
        return FuzzTarget.tests(targets());
    }

    static List<FuzzTarget> targets() {
        return List.of(
                ofText(
                        "url",
                        List.of(
                                "http://127.0.0.1:8080",
                                "https://my_service:443/",
                                "http://[::1]:80",
                                "HTTP://127.1",
                                "http://xn--bcher-kva.example:1",
                                "https://bücher.example./a?b#c"),
                        List.of(
                                "http://",
                                "https://",
                                "[::ffff:1.2.3.4]",
                                "%25eth0",
                                "\u2488",
                                "\u2474",
                                "\u00bc",
                                "\u3002"),
                        EngineFuzzTest::readUrl),
                new FuzzTarget(
                        "redirect",
                        Stream.of(
                                        "/other?x=1",
                                        "http://127.0.0.1:9090/a/../b",
                                        "//host:80/c",
                                        "?q=a b",
                                        "../../x/./y/",
                                        "https://user@host/#f")
                                .map(location -> location.getBytes(ISO_8859_1))
                                .toList(),
                        List.of("http:", "https://", "//", "/./", "/../", "%2e%2e", "%zz", "\u2488", "\u00bc", "[::1]"),
                        location -> follow(new String(location, ISO_8859_1))), // as header values are decoded
                ofText("histogram", histograms(), List.of("HISTFAAA", "====", "eJxj"), EngineFuzzTest::readHistogram),
                new FuzzTarget("histogram-counts", counts(), List.of("\u007f"), EngineFuzzTest::readCounts),
                ofText(
                        "pem",
                        Stream.of("client", "rsa", "rsa-pkcs1-key", "ec-sec1-key", "ed25519", "version-6")
                                .map(name -> TestTls.text(name + ".pem") + key(name))
                                .toList(),
                        List.of(
                                "-----BEGIN CERTIFICATE-----",
                                "-----END CERTIFICATE-----",
                                "-----BEGIN PRIVATE KEY-----",
                                "AAAA"),
                        EngineFuzzTest::readPem),
                ofText(
                        "metric-limit",
                        List.of(
                                "p99 <300ms",
                                "errors <=0.1%",
                                "goodput >=4000/s",
                                "heap.peak <512MiB",
                                "sql/request <2"),
                        List.of("KiB", "GiB", "us", "<=", ">=", "p99.9", "cpu/request", "threads"),
                        EngineFuzzTest::readLimit),
                ofText(
                        "level",
                        List.of("10", "0.5/s", "10 warm #2", "100/s slow"),
                        List.of("/s", " #", "#2"),
                        text -> Level.find(text)
                                .ifPresent(level ->
                                        assertThat(Level.find(level.name())).contains(level))),
                ofText(
                        "printable",
                        List.of("a\u001b[31mb\r\nc\td", "\u202eabc\u2066"),
                        List.of("\u001b]0;title\u0007", "\u009b2J", "\u2028"),
                        EngineFuzzTest::print));
    }

    private static String key(String name) {
        return name.endsWith("-key") ? "" : TestTls.text(name + "-key.pem");
    }

    private static List<String> histograms() {
        return List.of(
                LatencyDistribution.empty().encoded(),
                Distributions.between(5000, 1, 2000).encoded(),
                Distributions.between(100, 0.001, 3_600_000).encoded());
    }

    /** The counts of a histogram as its encoding has them, without the compression that chance does not get through. */
    private static List<byte[]> counts() {
        return histograms().stream()
                .map(Base64.getDecoder()::decode)
                .map(encoded -> inflated(encoded, COMPRESSED_HEADER))
                .map(plain -> Arrays.copyOfRange(plain, HEADER, plain.length))
                .toList();
    }

    private static byte[] inflated(byte[] from, int offset) {
        try (var in = new InflaterInputStream(new ByteArrayInputStream(from, offset, from.length - offset))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void readCounts(byte[] counts) throws IOException {
        var plain = ByteBuffer.allocate(HEADER + counts.length)
                .putInt(0x1c849313)
                .putInt(counts.length)
                .putInt(0)
                .putInt(3)
                .putLong(1)
                .putLong(3_600_000_000L)
                .putDouble(1)
                .put(counts);
        var deflated = new ByteArrayOutputStream();
        try (var deflater = new DeflaterOutputStream(deflated)) {
            deflater.write(plain.array());
        }
        var encoded = ByteBuffer.allocate(COMPRESSED_HEADER + deflated.size())
                .putInt(0x1c849314)
                .putInt(deflated.size())
                .put(deflated.toByteArray());
        readHistogram(Base64.getEncoder().encodeToString(encoded.array()));
    }

    private static void readUrl(String text) {
        final URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            return; // the JDK's to find; SecretUrl asks it first, too
        }
        if (HttpUrl.hasHost(url) && url.getScheme() != null) {
            assertThat(HttpUrl.port(url)).isBetween(0, 65_535);
            var normalized = HttpUrl.normalized(url);
            assertThat(HttpUrl.hasHost(normalized))
                    .as("a host in %s", normalized)
                    .isTrue();
            assertThat(HttpUrl.normalized(normalized)).isEqualTo(normalized);
            assertThat(HttpUrl.writtenPort(normalized)).isEqualTo(HttpUrl.writtenPort(url));
        }
    }

    private static void follow(String location) {
        var request = new RequestTemplate(
                "GET",
                "/a/b?c=d",
                Map.of("Authorization", "x"),
                Optional.empty(),
                new RequestTemplate.Expectation(200, OptionalLong.empty()));
        var home = URI.create("http://127.0.0.1:8080");
        var first = Redirects.first(home, request);
        Redirects.next(first, STATUS_FOUND, location).ifPresent(next -> {
            assertThat(HttpUrl.hasHost(next.url()))
                    .as("a host in %s", next.url())
                    .isTrue();
            assertThat(next.path()).startsWith("/").matches("[!-~]+");
            boolean atHome = Redirects.sameOrigin(next.url(), home);
            assertThat(Redirects.headers(next, request, home, false).containsKey("Authorization"))
                    .isEqualTo(atHome);
            // One that leads to itself stays where it is.
            assertThat(Redirects.next(next, STATUS_FOUND, next.url().toString()))
                    .hasValueSatisfying(again -> assertThat(again.url()).isEqualTo(next.url()));
        });
    }

    private static void readHistogram(String text) {
        refusableByArgument(() -> {
            var read = LatencyDistribution.decode(text);
            assertThat(LatencyDistribution.decode(read.encoded())).isEqualTo(read);
            var twice = read.plus(read);
            assertThat(twice.count()).isEqualTo(2 * read.count());
            assertThat(LatencyDistribution.decode(twice.encoded())).isEqualTo(twice);
            twice.meanMillis()
                    .ifPresent(mean -> assertThat(mean)
                            .isBetween(
                                    read.minMillis().orElseThrow(),
                                    read.maxMillis().orElseThrow()));
            twice.stddevMillis().ifPresent(deviation -> assertThat(deviation).isNotNegative());
            twice.percentileMillis(12.5).ifPresent(value -> assertThat(value).isNotNegative());
            twice.correctedPercentileMillis(90, SHORTEST_INTERVAL_MILLIS)
                    .ifPresent(value -> assertThat(value).isNotNegative());
        });
    }

    private static void readPem(String text) {
        refusableByArgument(() -> Pem.certificates(text));
        refusableByArgument(() -> Pem.privateKey(text));
        refusableByArgument(() -> new ClientIdentity(Pem.certificates(text), Pem.privateKey(text)).flaw());
    }

    private static void readLimit(String text) {
        int space = text.indexOf(' ');
        Metrics.find(space < 0 ? text : text.substring(0, space))
                .ifPresent(metric -> refusableByArgument(() -> {
                    var limit = MetricLimit.parse(metric, space < 0 ? "" : text.substring(space + 1));
                    assertThat(limit.words()).isNotEmpty();
                    assertThat(MetricLimit.parse(metric, limit.written()).written())
                            .isEqualTo(limit.written());
                }));
    }

    private static void print(String text) {
        assertThat(Printable.line(text).codePoints()).noneMatch(Printable::isHidden);
        assertThat(Printable.output(text).codePoints())
                .noneMatch(sign -> Printable.isHidden(sign) && sign != '\n' && sign != '\t');
        assertThat(Printable.line(Printable.line(text))).isEqualTo(Printable.line(text));
    }
}
