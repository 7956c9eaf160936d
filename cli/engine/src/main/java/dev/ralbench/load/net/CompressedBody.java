package dev.ralbench.load.net;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** A body with a Content-Encoding (RFC 9110, 8.4.1): kept as it comes, and decoded when it is whole. */
final class CompressedBody {
    private static final Set<String> GZIP = Set.of("gzip", "x-gzip");
    private static final String DEFLATE = "deflate";
    private static final int MOST_BYTES = 64 << 20;
    /** The method in the head of the zlib format, called deflate (RFC 1950, 2.2). Some servers omit this head. */
    private static final int ZLIB_METHOD = 8;

    private static final int ZLIB_CHECK = 31;

    private final String encoding;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    /** @param encoding one that {@link #isKnown} */
    CompressedBody(String encoding) {
        this.encoding = encoding;
    }

    /** @param encoding in lower case */
    static boolean isKnown(String encoding) {
        return GZIP.contains(encoding) || DEFLATE.equals(encoding);
    }

    /**
     * Takes the readable bytes, without moving the reader index.
     *
     * @return false if that is more than can be kept
     */
    boolean received(ByteBuf bytes) {
        if (kept.size() + bytes.readableBytes() > MOST_BYTES) {
            return false;
        }
        var part = new byte[bytes.readableBytes()];
        bytes.getBytes(bytes.readerIndex(), part);
        kept.writeBytes(part);
        return true;
    }

    /**
     * The body itself, to be read once.
     *
     * @throws IOException when it is not in its encoding; reading may find that, too
     */
    InputStream decoded() throws IOException {
        var compressed = new ByteArrayInputStream(kept.toByteArray());
        return GZIP.contains(encoding) ? new GZIPInputStream(compressed) : inflated(compressed);
    }

    private static InputStream inflated(InputStream compressed) throws IOException {
        var input = new PushbackInputStream(compressed, 2);
        var head = input.readNBytes(2);
        input.unread(head);
        return new InflaterInputStream(input, new Inflater(!isZlib(head)));
    }

    private static boolean isZlib(byte[] head) {
        return head.length == 2
                && (head[0] & 0xf) == ZLIB_METHOD
                && (((head[0] & 0xff) << 8) | (head[1] & 0xff)) % ZLIB_CHECK == 0;
    }
}
