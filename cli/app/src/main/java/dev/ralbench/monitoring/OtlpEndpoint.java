package dev.ralbench.monitoring;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.exporter.internal.FailedExportException;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.metrics.data.MetricData;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A receiver of OTLP over HTTP. Headers for it come from the environment, by OpenTelemetry's own variables: they may hold a
 * token, so they are in no message, and {@link #toString} has none.
 */
public final class OtlpEndpoint {
    private static final String METRICS = "v1/metrics";
    private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
    private static final String HEADERS_OF_METRICS = "OTEL_EXPORTER_OTLP_METRICS_HEADERS";
    // RFC 9110, 5.6.2 (token).
    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    /** The JDK's client sends other characters as question marks, or refuses them in a message that quotes the value. */
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7e]*");
    /** The JDK's client sets these itself, and refuses them. */
    private static final Set<String> SET_BY_CLIENT =
            Set.of("connection", "content-length", "expect", "host", "upgrade");

    private static final long SEND_SECONDS = 10;
    private static final long CONNECT_SECONDS = 5;
    /** Looking a name up cannot be interrupted, and takes as long as the name server wants. */
    private static final long CLOSE_SECONDS = 2;

    private static final long MOST_CAUSES = 10;

    private final String url;
    private final Map<String, String> headers;

    private OtlpEndpoint(String url, Map<String, String> headers) {
        this.url = url;
        this.headers = Map.copyOf(headers);
    }

    /**
     * The endpoint of a base URL, to which the protocol adds {@code /v1/metrics}.
     *
     * @throws Failure of usage if it is none, or holds a password, or a header is none
     */
    public static OtlpEndpoint of(String base, Map<String, String> environment) {
        return new OtlpEndpoint(url(base), headers(environment));
    }

    private static String url(String base) {
        URI uri;
        try {
            uri = new URI(base);
        } catch (URISyntaxException e) {
            throw wrong("--otlp: its URL is none", String.valueOf(e.getReason()))
                    .causedBy(e);
        }
        var scheme = String.valueOf(uri.getScheme());
        if (uri.getRawUserInfo() != null
                || String.valueOf(uri.getRawAuthority()).contains("@")) {
            throw Failure.usage(
                    "--otlp: its URL has a user or a password",
                    "a command line is stored in each result",
                    "give secrets in " + HEADERS + ", such as Authorization=Basic%20...");
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw wrong("--otlp: its URL has a ? or a #", "the path of metrics is added to its end");
        }
        if (!scheme.matches("https?") || !HttpUrl.hasHost(uri)) {
            throw wrong("--otlp " + base + " is no URL of a server", "");
        }
        return base + (base.endsWith("/") ? "" : "/") + METRICS;
    }

    private static Failure wrong(String what, String why) {
        return Failure.usage(what, why, "write it as http://127.0.0.1:4318, or https://HOST/PATH");
    }

    /** As the protocol's exporters read them: pairs with commas between them, values with percent signs. */
    private static Map<String, String> headers(Map<String, String> environment) {
        var name = environment.getOrDefault(HEADERS_OF_METRICS, "").isBlank() ? HEADERS : HEADERS_OF_METRICS;
        var headers = new LinkedHashMap<String, String>();
        for (var pair : environment.getOrDefault(name, "").split(",", -1)) {
            if (pair.isBlank()) {
                continue;
            }
            int sign = pair.indexOf('=');
            if (sign <= 0) {
                throw Failure.usage(
                        name + ": one of its headers has no name",
                        "headers are written NAME=VALUE, with commas between them",
                        "write Authorization=Bearer%20TOKEN");
            }
            headers.put(
                    headerName(name, pair.substring(0, sign).strip()),
                    headerValue(name, pair.substring(sign + 1).strip()));
        }
        return headers;
    }

    /** Fails without the text: where a secret has a comma in it, the rest of it is read as a name. */
    private static String headerName(String variable, String text) {
        if (!HEADER_NAME.matcher(text).matches()) {
            throw Failure.usage(
                    variable + ": the name of one of its headers has characters that names cannot have",
                    "headers are written NAME=VALUE, with commas between them",
                    "write a comma in a value as %2C");
        }
        if (SET_BY_CLIENT.contains(text.toLowerCase(Locale.ROOT))) {
            throw Failure.usage(
                    variable + ": one of its headers is set by ralbench itself",
                    "these are Connection, Content-Length, Expect, Host and Upgrade",
                    "leave it out");
        }
        return text;
    }

    private static String headerValue(String variable, String text) {
        var value = decoded(variable, text);
        if (!HEADER_VALUE.matcher(value).matches()) {
            throw Failure.usage(
                    variable + ": the value of a header has a line break, a control character or one beyond ASCII",
                    "",
                    "look for %0A or %0D at the end of the value, and leave it out");
        }
        return value;
    }

    private static String decoded(String name, String value) {
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Failure.usage(
                    name + ": the value of a header has a % that is none of an escaped sign",
                    "",
                    "write a percent sign as %25");
        }
    }

    /** Sends metrics that go on: the next batch has everything that this one has. */
    Sender once() {
        return new Sender(null);
    }

    /** Sends metrics for good, several times if the receiver is busy. */
    Sender retrying() {
        return new Sender(RetryPolicy.getDefault());
    }

    /** Sends metrics, one batch at a time. */
    class Sender implements AutoCloseable {
        private final OtlpHttpMetricExporter exporter;

        Sender(@Nullable RetryPolicy retries) {
            exporter = OtlpHttpMetricExporter.builder()
                    .setEndpoint(url)
                    .setHeaders(() -> headers)
                    .setTimeout(SEND_SECONDS, TimeUnit.SECONDS)
                    .setConnectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
                    .setRetryPolicy(retries)
                    .setMeterProvider(MeterProvider::noop)
                    .build();
        }

        /** Sends them, and returns why they did not arrive; empty if they did. */
        Optional<String> send(List<MetricData> metrics) {
            var result = exporter.export(metrics).join(2 * SEND_SECONDS, TimeUnit.SECONDS);
            if (result.isSuccess()) {
                return Optional.empty();
            }
            return Optional.of(Optional.ofNullable(result.getFailureThrowable())
                    .map(Sender::cause)
                    .orElse("no answer within " + SEND_SECONDS + " s"));
        }

        private static String cause(Throwable failure) {
            if (failure instanceof FailedExportException.HttpExportException refused && refused.failedWithResponse()) {
                return "status " + refused.getResponse().getStatusCode();
            }
            var chain = Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                    .limit(MOST_CAUSES)
                    .toList();
            var ofNetwork = chain.stream().filter(IOException.class::isInstance).toList();
            var name = ofNetwork.stream().findFirst().orElse(failure).getClass().getSimpleName();
            return ofNetwork.stream() // other messages may quote a header
                    .map(Throwable::getMessage)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .map(message -> name + ": " + message)
                    .orElse(name);
        }

        /**
         * Closes the connection, also in the middle of a request. Waits 2 s at most, whatever the receiver does.
         *
         * @return what has to be told if it is not closed by then
         */
        Optional<String> end() {
            return exporter.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS).isDone()
                    ? Optional.empty()
                    : Optional.of("--otlp: the connection to " + url + " has not closed within " + CLOSE_SECONDS
                            + " s; ralbench ends without waiting for it");
        }

        @Override
        public void close() {
            var unused = end();
        }
    }

    /** The address, which holds no secret. */
    @Override
    public String toString() {
        return url;
    }
}
