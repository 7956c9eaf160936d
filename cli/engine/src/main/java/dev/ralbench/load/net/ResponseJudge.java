package dev.ralbench.load.net;

import dev.ralbench.Printable;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.ResponseCheck;
import dev.ralbench.load.Workload.Source;
import dev.ralbench.load.Workload.Step;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges the responses to one request while they arrive, one after the other: {@code headCame}, {@code bodyCame} as often as
 * bytes come, {@code ends}. Keeps of a body only what its request asks for, until {@code forget}. Belongs to one connection.
 *
 * <p>A text that it finds wrong does not appear in its words: it might differ in each response, and might be a secret.
 */
public final class ResponseJudge {
    /** The headers of a response that is not asked for any. */
    static final Function<String, List<String>> NO_HEADERS = name -> List.of();

    /** The names of headers, as they are asked for. */
    static final String SET_COOKIE = HttpHeaderNames.SET_COOKIE.toString();

    static final String CONTENT_ENCODING = HttpHeaderNames.CONTENT_ENCODING.toString();

    private final Expectation expect;
    private final boolean keepsBody;
    private final @Nullable ElementCheck elements;
    private Function<String, List<String>> headers = NO_HEADERS;
    private @Nullable KeptBody body;
    private int status;
    private long bodyBytes;

    /**
     * Before the first response.
     *
     * @param keepsBody whether values are to be taken from bodies
     */
    ResponseJudge(Expectation expect, boolean keepsBody) {
        this.expect = expect;
        this.keepsBody =
                keepsBody || !expect.texts().isEmpty() || !expect.values().isEmpty();
        this.elements = expect.elements().isEmpty() ? null : new ElementCheck(expect.elements());
    }

    /** Judges responses to a step, from which its values are taken. */
    static ResponseJudge of(Step step) {
        return of(step, step.request().expect());
    }

    /** The same with another expectation than the step's. */
    static ResponseJudge of(Step step, Expectation expect) {
        return new ResponseJudge(expect, step.looksIntoBody());
    }

    /** Judges whole responses. */
    public static ResponseCheck ofWholeResponses() {
        return new ResponseCheck() {
            @Override
            public String flaw(Expectation expect, int status, Function<String, List<String>> headers, byte[] body) {
                return ResponseJudge.flaw(expect, status, headers, body);
            }

            @Override
            public List<String> values(Step step, int status, Function<String, List<String>> headers, byte[] body) {
                var judge = new ResponseJudge(step.request().expect(), true);
                return after(judge, status, headers, body).isEmpty()
                        ? step.extractions().stream()
                                .flatMap(extraction -> judge.value(extraction.source()).stream())
                                .toList()
                        : List.of();
            }
        };
    }

    /** See {@link ResponseCheck#flaw}. */
    static String flaw(Expectation expect, int status, Function<String, List<String>> headers, byte[] body) {
        return after(new ResponseJudge(expect, false), status, headers, body);
    }

    private static String after(ResponseJudge judge, int status, Function<String, List<String>> headers, byte[] body) {
        judge.headCame(status, headers);
        judge.bodyCame(Unpooled.wrappedBuffer(body), body.length);
        return judge.ends();
    }

    /** @param itsHeaders by their names, which are given in lower case */
    void headCame(int newStatus, Function<String, List<String>> itsHeaders) {
        status = newStatus;
        bodyBytes = 0;
        headers = itsHeaders;
        body = null;
        if (expect.allows(newStatus) && (keepsBody || elements != null)) {
            var encoding = String.join(", ", itsHeaders.apply(CONTENT_ENCODING));
            if (keepsBody) {
                body = new KeptBody(encoding);
            }
            if (elements != null) {
                elements.bodyBegins(encoding);
            }
        }
    }

    /** The next so many readable bytes are of the body; the reader index stays where it is. */
    void bodyCame(ByteBuf bytes, int length) {
        bodyBytes += length;
        if (elements != null) {
            elements.received(bytes.slice(bytes.readerIndex(), length));
        }
        if (body != null) {
            body.received(bytes, length);
        }
    }

    /** Length of the body so far, as it comes. */
    long bodyBytes() {
        return bodyBytes;
    }

    /** The response is whole: its flaw; empty if it has none. */
    String ends() {
        if (!expect.allows(status)) {
            return "status " + status;
        }
        if (expect.bodySize().isPresent()) {
            var size = expect.bodySize().get();
            if (bodyBytes < size.least() || bodyBytes > size.most()) {
                return "body of " + bodyBytes + " bytes instead of " + size;
            }
        }
        var flaw = elements == null ? "" : elements.bodyEnds();
        if (!flaw.isEmpty() || (expect.headers().isEmpty() && body == null)) {
            return flaw;
        }
        return Stream.of(headerFlaws(), bodyFlaws(), valueFlaws())
                .flatMap(Function.identity())
                .findFirst()
                .orElse("");
    }

    /** The outcome that a flaw makes of the request. */
    Outcome outcome(String flaw) {
        if (flaw.isEmpty()) {
            return Outcome.OK;
        }
        return expect.allows(status) ? Outcome.UNEXPECTED_BODY : Outcome.UNEXPECTED_STATUS;
    }

    private Stream<String> headerFlaws() {
        return expect.headers().entrySet().stream().flatMap(header -> {
            var name = header.getKey();
            var all = headers.apply(name.toLowerCase(Locale.ROOT));
            if (all.isEmpty()) {
                return Stream.of("header " + name + " is missing");
            }
            return all.stream().anyMatch(value -> value.contains(header.getValue()))
                    ? Stream.empty()
                    : Stream.of("header " + name + " does not contain " + quoted(header.getValue()));
        });
    }

    private Stream<String> bodyFlaws() {
        if (body == null || (expect.texts().isEmpty() && expect.values().isEmpty())) {
            return Stream.empty();
        }
        if (!body.flaw().isEmpty()) {
            return Stream.of(body.flaw());
        }
        return expect.texts().stream()
                .filter(text -> !keptBody().text().contains(text))
                .map(text -> "body does not contain " + quoted(text));
    }

    private Stream<String> valueFlaws() {
        return expect.values().entrySet().stream().flatMap(expected -> {
            var value = keptBody().at(expected.getKey());
            var place = new Source.JsonPointer(expected.getKey());
            if (value.isEmpty()) {
                return Stream.of(place + " is missing, or no text, number or truth value");
            }
            return value.get().equals(expected.getValue())
                    ? Stream.empty()
                    : Stream.of(place + " is not " + quoted(expected.getValue()));
        });
    }

    private static String quoted(String text) {
        return "'" + Printable.line(text) + "'";
    }

    private KeptBody keptBody() {
        return Objects.requireNonNull(body, "the body was not kept");
    }

    /**
     * A value of the whole response, which had no flaw.
     *
     * @return empty if it has nothing there
     */
    Optional<String> value(Source source) {
        return switch (source) {
            case Source.Header header -> first(headers.apply(header.name().toLowerCase(Locale.ROOT)));
            case Source.Cookie cookie -> cookie(cookie.name());
            case Source.JsonPointer place -> keptBody().at(place.pointer());
            case Source.Regex regex -> keptBody().match(regex);
        };
    }

    private static Optional<String> first(List<String> values) {
        return values.stream().findFirst();
    }

    private Optional<String> cookie(String name) {
        return headers.apply(SET_COOKIE).stream()
                .map(ClientCookieDecoder.LAX::decode)
                .filter(cookie -> cookie != null && cookie.name().equals(name))
                .map(cookie -> cookie.value())
                .findFirst();
    }

    /** Gives the memory of the response back. */
    void forget() {
        headers = NO_HEADERS;
        body = null;
    }

    /** Whether the bytes that follow a response are of another protocol. */
    static boolean endsHttp(int status) {
        return status == HttpResponseStatus.SWITCHING_PROTOCOLS.code();
    }
}
