package dev.ralbench.load.net;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the head of a response where it lies, as most responses have it: HTTP/1.1, in one piece, with a length. Keeps
 * the three facts that matter, and the headers that are asked for: without these it allocates nothing. It rejects whatever it is unsure of, and leaves that to Netty's
 * decoder. Belongs to one connection.
 */
final class ResponseHead implements Function<String, List<String>> {
    /** {@code HTTP/1.1}, as one number. */
    private static final long VERSION = 0x485454502f312e31L;

    private static final int STATUS = 9;
    private static final int REASON = 12;
    /** A status line without a reason, and the empty line. */
    private static final int SHORTEST = REASON + 4;

    private static final byte[] CONTENT_LENGTH = ascii("content-length");
    private static final byte[] TRANSFER_ENCODING = ascii("transfer-encoding");
    private static final byte[] CONNECTION = ascii("connection");
    private static final byte[] UPGRADE = ascii("upgrade");
    private static final byte[] CLOSE = ascii("close");
    private static final byte[] KEEP_ALIVE = ascii("keep-alive");
    /** More digits could exceed a long. */
    private static final int MOST_DIGITS = 18;

    private static final int FIRST_FINAL_STATUS = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final long NONE = -1;

    private final List<Wanted> wanted;
    private int status;
    private long contentLength;
    private boolean isPersistent;

    /** A header that is asked for, and its values in the present response. */
    private static final class Wanted {
        private final String name;
        private final byte[] bytes;
        private final List<String> values = new ArrayList<>(1);

        Wanted(String name) {
            this.name = name;
            this.bytes = ascii(name);
        }
    }

    /** @param wanted names of the headers that are asked for, in lower case */
    ResponseHead(Set<String> wanted) {
        this.wanted = wanted.stream().map(Wanted::new).toList();
    }

    /** The values of a header that is asked for, until the next response. */
    @Override
    public List<String> apply(String lowerCaseName) {
        for (var each : wanted) {
            if (each.name.equals(lowerCaseName)) {
                return each.values;
            }
        }
        return List.of();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    int status() {
        return status;
    }

    long contentLength() {
        return contentLength;
    }

    /** Whether the server lets the connection stay open. */
    boolean isPersistent() {
        return isPersistent;
    }

    /**
     * Reads a head.
     *
     * @return whether it is there as a whole and understood; only then has the reader index moved to the body
     */
    boolean read(ByteBuf bytes) {
        int begin = bytes.readerIndex();
        int end = bytes.writerIndex();
        if (end - begin < SHORTEST || !readStatus(bytes, begin)) {
            return false;
        }
        contentLength = NONE;
        isPersistent = true;
        for (int i = 0; i < wanted.size(); i++) {
            wanted.get(i).values.clear();
        }
        int line = next(bytes, begin + REASON, end);
        while (line > 0) {
            int after = next(bytes, line, end);
            if (after == line + 2) {
                return endsAt(after, bytes);
            }
            if (after < 0 || !readField(bytes, line, after - 2)) {
                return false;
            }
            line = after;
        }
        return false;
    }

    private boolean endsAt(int body, ByteBuf bytes) {
        if (contentLength == NONE) {
            return false;
        }
        bytes.readerIndex(body);
        return true;
    }

    private boolean readStatus(ByteBuf bytes, int begin) {
        byte afterStatus = bytes.getByte(begin + REASON);
        if (bytes.getLong(begin) != VERSION
                || bytes.getByte(begin + STATUS - 1) != ' '
                || (afterStatus != ' ' && afterStatus != '\r')) {
            return false;
        }
        status = 0;
        for (int i = begin + STATUS; i < begin + REASON; i++) {
            status = status * 10 + bytes.getByte(i) - '0';
            if (!isDigit(bytes.getByte(i))) {
                return false;
            }
        }
        // These have no body, whatever their length says.
        return status >= FIRST_FINAL_STATUS && status != NO_CONTENT && status != NOT_MODIFIED;
    }

    /** Index at which the next line begins; below 0 if this one has no proper end, or half of one within. */
    private static int next(ByteBuf bytes, int from, int end) {
        int feed = bytes.indexOf(from, end, (byte) '\n');
        return feed > from && bytes.indexOf(from, feed, (byte) '\r') == feed - 1 ? feed + 1 : -1;
    }

    private boolean readField(ByteBuf bytes, int from, int to) {
        int colon = bytes.indexOf(from, to, (byte) ':');
        if (colon <= from || isSpace(bytes.getByte(from)) || isSpace(bytes.getByte(colon - 1))) {
            return false;
        }
        int length = colon - from;
        for (int i = 0; i < wanted.size(); i++) {
            var each = wanted.get(i);
            if (length == each.bytes.length && isName(each.bytes, bytes, from)) {
                each.values.add(value(bytes, colon + 1, to));
            }
        }
        if (length == CONTENT_LENGTH.length && is(CONTENT_LENGTH, bytes, from)) {
            return readLength(bytes, trimmedFrom(bytes, colon + 1, to), trimmedTo(bytes, colon + 1, to));
        }
        if (length == CONNECTION.length && is(CONNECTION, bytes, from)) {
            return readConnection(bytes, trimmedFrom(bytes, colon + 1, to), trimmedTo(bytes, colon + 1, to));
        }
        return !(length == TRANSFER_ENCODING.length && is(TRANSFER_ENCODING, bytes, from))
                && !(length == UPGRADE.length && is(UPGRADE, bytes, from));
    }

    private boolean readLength(ByteBuf bytes, int from, int to) {
        if (contentLength != NONE || to <= from || to - from > MOST_DIGITS) {
            return false;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            if (!isDigit(bytes.getByte(i))) {
                return false;
            }
            value = value * 10 + bytes.getByte(i) - '0';
        }
        contentLength = value;
        return true;
    }

    private boolean readConnection(ByteBuf bytes, int from, int to) {
        if (to - from == KEEP_ALIVE.length && is(KEEP_ALIVE, bytes, from)) {
            return true;
        }
        isPersistent = false;
        return to - from == CLOSE.length && is(CLOSE, bytes, from);
    }

    /** In the encoding of Netty's decoder. */
    private static String value(ByteBuf bytes, int from, int to) {
        int begin = trimmedFrom(bytes, from, to);
        return bytes.toString(begin, trimmedTo(bytes, begin, to) - begin, StandardCharsets.ISO_8859_1);
    }

    private static int trimmedFrom(ByteBuf bytes, int from, int to) {
        int at = from;
        while (at < to && isSpace(bytes.getByte(at))) {
            at++;
        }
        return at;
    }

    private static int trimmedTo(ByteBuf bytes, int from, int to) {
        int at = to;
        while (at > from && isSpace(bytes.getByte(at - 1))) {
            at--;
        }
        return at;
    }

    /** @param lowerCase letters and hyphens: setting the bit of lower case keeps a hyphen a hyphen */
    private static boolean is(byte[] lowerCase, ByteBuf bytes, int from) {
        for (int i = 0; i < lowerCase.length; i++) {
            if ((bytes.getByte(from + i) | 0x20) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    /** The same for a name of any characters. */
    private static boolean isName(byte[] lowerCase, ByteBuf bytes, int from) {
        for (int i = 0; i < lowerCase.length; i++) {
            byte sign = bytes.getByte(from + i);
            if ((sign >= 'A' && sign <= 'Z' ? sign | 0x20 : sign) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(byte sign) {
        return sign >= '0' && sign <= '9';
    }

    private static boolean isSpace(byte sign) {
        return sign == ' ' || sign == '\t';
    }
}
