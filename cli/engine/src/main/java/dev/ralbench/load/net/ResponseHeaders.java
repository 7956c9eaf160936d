package dev.ralbench.load.net;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;

/**
 * Of the headers of an HTTP/2 response those that matter. Belongs to one connection, whose decoder fills it anew for each
 * response: keeping all headers would cost an object for each.
 */
final class ResponseHeaders extends DefaultHttp2Headers {
    private static final int NONE = -1;
    private static final int DIGITS_OF_STATUS = 3;
    /** More digits could exceed a long. */
    private static final int MOST_DIGITS = 18;

    private static final AsciiString STATUS = PseudoHeaderName.STATUS.value();

    private int status = NONE;
    private long contentLength = NONE;
    private String encoding = "";

    ResponseHeaders() {
        super(false);
    }

    /** This, empty. */
    Http2Headers cleared() {
        status = NONE;
        contentLength = NONE;
        encoding = "";
        return this;
    }

    @Override
    public Http2Headers add(CharSequence name, CharSequence value) {
        if (STATUS.contentEquals(name)) {
            status = value.length() == DIGITS_OF_STATUS ? (int) number(value) : NONE;
        } else if (HttpHeaderNames.CONTENT_LENGTH.contentEquals(name)) {
            contentLength = contentLength(value);
        } else if (HttpHeaderNames.CONTENT_ENCODING.contentEquals(name)) {
            encoding = encoding.isEmpty() ? value.toString() : encoding + ", " + value;
        }
        return this;
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

    /** Content-Encoding of the body; empty if there is none. */
    String encoding() {
        return encoding;
    }
}
