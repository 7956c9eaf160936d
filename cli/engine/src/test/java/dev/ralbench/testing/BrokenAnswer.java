package dev.ralbench.testing;

import dev.ralbench.load.Outcome;
import java.io.IOException;
import java.util.Locale;

/** Answers that break HTTP, byte by byte, and what a request that gets one counts as. The connection stays open after them. */
public enum BrokenAnswer {
    LENGTH_OF_2_TO_THE_63("Content-Length: 9223372036854775808\r\n\r\nok", Outcome.PROTOCOL_ERROR),
    LENGTH_OF_100_DIGITS("Content-Length: " + "9".repeat(100) + "\r\n\r\nok", Outcome.PROTOCOL_ERROR),
    LENGTH_WITH_A_PLUS("Content-Length: +2\r\n\r\nok", Outcome.PROTOCOL_ERROR),
    LENGTH_IN_HEX("Content-Length: 0x2\r\n\r\nok", Outcome.PROTOCOL_ERROR),
    LENGTH_WITH_A_FRACTION("Content-Length: 2.0\r\n\r\nok", Outcome.PROTOCOL_ERROR),
    LENGTH_WITHOUT_A_NUMBER("Content-Length: \r\n\r\nok", Outcome.PROTOCOL_ERROR),
    LENGTHS_IN_A_LIST("Content-Length: 2, 3\r\n\r\nok", Outcome.PROTOCOL_ERROR),
    LENGTH_AND_CHUNKS(
            "Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", Outcome.PROTOCOL_ERROR),
    LENGTH_LONGER_THAN_THE_BODY("Content-Length: 3\r\n\r\nok", Outcome.TIMEOUT),
    CHUNK_SIZE_OF_17_DIGITS(chunked("10000000000000002\r\nok"), Outcome.PROTOCOL_ERROR),
    CHUNK_SIZE_OF_2_TO_THE_31(chunked("80000000\r\nok"), Outcome.PROTOCOL_ERROR),
    CHUNK_SIZE_BELOW_0(chunked("-2\r\nok"), Outcome.PROTOCOL_ERROR),
    CHUNK_SIZE_IN_C_NOTATION(chunked("0x2\r\nok"), Outcome.PROTOCOL_ERROR),
    CHUNK_SIZE_LEFT_OUT(chunked("\r\nok"), Outcome.PROTOCOL_ERROR),
    CHUNK_LONGER_THAN_ITS_SIZE(chunked("2\r\nok!!\r\n"), Outcome.PROTOCOL_ERROR),
    CHUNK_EXTENSION_OF_A_MEGABYTE(chunked("2;" + "x".repeat(1 << 20) + "\r\nok"), Outcome.PROTOCOL_ERROR),
    TRAILERS_OF_A_MEGABYTE(
            chunked("2\r\nok\r\n0\r\n" + "X-Trailer: 123456789\r\n".repeat(50_000)), Outcome.PROTOCOL_ERROR),
    STATUS_OF_TWO_DIGITS("\nHTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\nok", Outcome.UNEXPECTED_STATUS),
    STATUS_OF_FOUR_DIGITS("\nHTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\nok", Outcome.UNEXPECTED_STATUS),
    STATUS_BELOW_0("\nHTTP/1.1 -200 OK\r\nContent-Length: 2\r\n\r\nok", Outcome.PROTOCOL_ERROR),
    STATUS_IN_WORDS("\nHTTP/1.1 OK 200\r\nContent-Length: 2\r\n\r\nok", Outcome.PROTOCOL_ERROR),
    VERSION_0_9("\n<html>hello</html>\r\n", Outcome.PROTOCOL_ERROR),
    VERSION_UNKNOWN("\nHTTP/9.9.9 200 OK\r\nContent-Length: 2\r\n\r\nok", Outcome.PROTOCOL_ERROR),
    FRAMES_OF_HTTP_2("\n\0\0\0\4\0\0\0\0\0\r\n\r\n", Outcome.PROTOCOL_ERROR),
    AN_ALERT_OF_TLS("\n\u0015\u0003\u0001\0\2\2F\r\n\r\n", Outcome.PROTOCOL_ERROR),
    HEADER_WITHOUT_A_COLON("Content-Length 2\r\n\r\nok", Outcome.PROTOCOL_ERROR),
    SPACE_BEFORE_THE_COLON("Content-Length : 2\r\n\r\nok", Outcome.OK),
    ENDS_OF_LINES_WITHOUT_CR("\nHTTP/1.1 200 OK\nContent-Length: 2\n\nok", Outcome.PROTOCOL_ERROR),
    INTERIM_ANSWERS_BY_THE_THOUSAND("\n" + "HTTP/1.1 102 Processing\r\n\r\n".repeat(10_000), Outcome.TIMEOUT),
    EMPTY_LINES_BEFORE_THE_STATUS("\n\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", Outcome.OK);

    private final String text;
    private final Outcome outcome;

    /** @param text the answer after its status line; all of it after a line feed */
    BrokenAnswer(String text, Outcome outcome) {
        this.text = text.startsWith("\n") ? text.substring(1) : "HTTP/1.1 200 OK\r\n" + text;
        this.outcome = outcome;
    }

    private static String chunked(String body) {
        return "Transfer-Encoding: chunked\r\n\r\n" + body;
    }

    /** What the load counts it as. */
    public Outcome outcome() {
        return outcome;
    }

    /** Sends it. */
    public void send(FaultyServer.Exchange exchange) throws IOException {
        exchange.send(text);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
