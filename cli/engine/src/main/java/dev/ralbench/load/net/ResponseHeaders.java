package dev.ralbench.load.net;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Of the headers of an HTTP/2 response those that matter. Belongs to one connection, whose decoder fills it anew for each
 * response: keeping all headers would cost an object for each.
 */
final class ResponseHeaders extends DefaultHttp2Headers implements Function<String, List<String>> {
    private static final int NONE = -1;
    private static final int DIGITS_OF_STATUS = 3;
    /** More digits could exceed a long. */
    private static final int MOST_DIGITS = 18;

    private static final AsciiString STATUS = PseudoHeaderName.STATUS.value();

    private int status = NONE;
    private long contentLength = NONE;
    private final Set<String> kept;
    private final Map<String, List<String>> texts = new HashMap<>();

    /** @param kept names of the headers whose texts are of interest, in lower case */
    ResponseHeaders(Set<String> kept) {
        super(false);
        this.kept = kept;
    }

    /** This, empty. */
    Http2Headers cleared() {
        status = NONE;
        contentLength = NONE;
        if (!texts.isEmpty()) {
            texts.clear();
        }
        return this;
    }

    @Override
    public Http2Headers add(CharSequence name, CharSequence value) {
        if (STATUS.contentEquals(name)) {
            status = value.length() == DIGITS_OF_STATUS ? (int) number(value) : NONE;
            return this;
        }
        if (HttpHeaderNames.CONTENT_LENGTH.contentEquals(name)) {
            contentLength = contentLength(value);
        }
        if (!kept.isEmpty() && kept.contains(name.toString())) {
            keep(name, value);
        }
        return this;
    }

    private void keep(CharSequence name, CharSequence value) {
        texts.computeIfAbsent(name.toString(), absent -> new ArrayList<>()).add(value.toString());
    }

    private long contentLength(CharSequence value) {
        long length = value.length() <= MOST_DIGITS ? number(value) : NONE;
        if (length == NONE || (contentLength != NONE && contentLength != length)) {
            throw new IllegalArgumentException("not the length of a body");
        }
        return length;
    }

    private static long number(CharSequence digits) {
        long number = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            number = number * 10 + digit;
        }
        return digits.isEmpty() ? NONE : number;
    }

    boolean hasStatus() {
        return status != NONE;
    }

    /** The status; below 0 if there is none, or not one. */
    int statusCode() {
        return status;
    }

    boolean hasContentLength() {
        return contentLength != NONE;
    }

    /** In bytes; only if there is one. */
    long contentLength() {
        return contentLength;
    }

    /** The texts of a header, if they are kept. */
    @Override
    public List<String> apply(String lowerCaseName) {
        return texts.getOrDefault(lowerCaseName, List.of());
    }
}
