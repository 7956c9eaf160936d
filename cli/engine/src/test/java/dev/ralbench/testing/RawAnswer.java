package dev.ralbench.testing;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Answers that RFC 9110 and 9112 allow, byte by byte, and what a client has to make of them. */
public enum RawAnswer {
    LENGTH("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, 2, false),
    CHUNKED(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=\"b\"\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n",
            200,
            2,
            false),
    CHUNKED_IN_CAPITALS(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\nA\r\n0123456789\r\n00\r\n\r\n", 200, 10, false),
    NO_REASON("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", 200, 2, false),
    FOLDED_HEADER("HTTP/1.1 200 OK\r\nX-A: b\r\n c\r\nContent-Length: 2\r\n\r\nok", 200, 2, false),
    LATIN_1_HEADER("HTTP/1.1 200 OK\r\nX-A: gr\u00fc\u00dfe\r\nContent-Length: 2\r\n\r\nok", 200, 2, false),
    UTF_8_HEADER("HTTP/1.1 200 OK\r\nX-A: \u00c3\u00bc\r\nContent-Length: 2\r\n\r\nok", 200, 2, false),
    NO_CONTENT("HTTP/1.1 204 No Content\r\n\r\n", 204, 0, false),
    NOT_MODIFIED("HTTP/1.1 304 Not Modified\r\nContent-Length: 100\r\n\r\n", 304, 0, false),
    UNKNOWN_STATUS("HTTP/1.1 599 Whatever\r\nContent-Length: 0\r\n\r\n", 599, 0, false),
    CONTINUE_FIRST("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, 2, false),
    PROCESSING_FIRST("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, 2, false),
    HINTS_TWICE_FIRST(
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(2)
                    + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            200,
            2,
            false),
    UNKNOWN_INTERIM_FIRST(
            "HTTP/1.1 104 Upload Resumption Supported\r\n\r\nHTTP/1.1 199 Whatever\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            200,
            2,
            false),
    INTERIM_BEFORE_NO_CONTENT("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", 204, 0, false),
    HINTS_BEFORE_NOT_MODIFIED(
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
            304,
            0,
            false),
    /** No body follows, whatever the length says (RFC 9110, 9.3.2). */
    HEAD("HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", 200, 0, false),
    HEAD_CHUNKED("HEAD", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", 200, 0, false),
    HEAD_WITHOUT_LENGTH("HEAD", "HTTP/1.1 200 OK\r\n\r\n", 200, 0, false),
    HEAD_AFTER_HINTS(
            "HEAD",
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
            200,
            0,
            false),
    HEAD_AFTER_EVERY_INTERIM(
            "HEAD",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 104 Whatever"
                    + "\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
            200,
            0,
            false),
    HEAD_NO_CONTENT_AFTER_HINTS(
            "HEAD", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", 204, 0, false),
    HEAD_NOT_MODIFIED_AFTER_HINTS(
            "HEAD",
            "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
            304,
            0,
            false),
    POST_AFTER_CONTINUE(
            "POST", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok", 201, 2, false),
    POST_AFTER_HINTS(
            "POST",
            "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK"
                    + "\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            200,
            2,
            false),
    POST_NO_CONTENT_AFTER_HINTS(
            "POST", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", 204, 0, false),
    LARGE_HEAD("HTTP/1.1 200 OK\r\nX-Large: " + "a".repeat(60_000) + "\r\nContent-Length: 2\r\n\r\nok", 200, 2, false),
    LARGE_HEAD_CHUNKED(
            "HTTP/1.1 200 OK\r\nX-Large: " + "a".repeat(60_000)
                    + "\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            200,
            2,
            false),
    CLOSE("HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 2\r\n\r\nok", 200, 2, true),
    CLOSE_IN_A_LIST("HTTP/1.1 200 OK\r\nConnection: foo, close\r\nContent-Length: 2\r\n\r\nok", 200, 2, true),
    ENDED_BY_CLOSE("HTTP/1.1 200 OK\r\n\r\nok", 200, 2, true),
    INTERIM_BEFORE_ENDED_BY_CLOSE("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\n\r\nok", 200, 2, true),
    VERSION_1_0("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, 2, true),
    VERSION_1_0_ENDED_BY_CLOSE("HTTP/1.0 200 OK\r\n\r\nok", 200, 2, true),
    VERSION_1_0_KEPT_ALIVE("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok", 200, 2, false);

    /** Between the end of an interim answer and the head of the next. */
    private static final String INTERIM_END = "(?<=\r\n\r\n)(?=HTTP/)";

    /** Long enough for a client to have read what came before. */
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final String method;
    private final String text;
    private final int status;
    private final long bodyBytes;
    private final boolean closes;

    RawAnswer(String text, int status, long bodyBytes, boolean closes) {
        this("GET", text, status, bodyBytes, closes);
    }

    RawAnswer(String method, String text, int status, long bodyBytes, boolean closes) {
        this.method = method;
        this.text = text;
        this.status = status;
        this.bodyBytes = bodyBytes;
        this.closes = closes;
    }

    /** The method of the request that is answered so. */
    public String method() {
        return method;
    }

    /** The bytes of the answer, in ISO 8859-1. */
    public String text() {
        return text;
    }

    public int status() {
        return status;
    }

    public long bodyBytes() {
        return bodyBytes;
    }

    /** Whether the connection serves this one request only. */
    public boolean closes() {
        return closes;
    }

    /** Sends it, and closes the connection if that ends it. An odd request gets each interim answer by itself. */
    public void send(long number, FaultyServer.Exchange exchange) throws IOException {
        for (var part : number % 2 == 0 ? List.of(text) : List.of(text.split(INTERIM_END, -1))) {
            exchange.send(part);
            exchange.pause(PAUSE);
        }
        if (closes) {
            exchange.socket().close();
        }
    }
}
