package dev.ralbench.load.net;

import dev.ralbench.Printable;
import dev.ralbench.load.Workload.Source;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.filter.FilteringParserDelegate;
import tools.jackson.core.filter.JsonPointerBasedFilter;
import tools.jackson.core.filter.TokenFilter;
import tools.jackson.core.json.JsonFactory;

/** A body that is kept as it comes, and decoded from its Content-Encoding (RFC 9110, 8.4.1) when it is whole. */
final class KeptBody {
    private static final Set<String> GZIP = Set.of("gzip", "x-gzip");
    private static final String DEFLATE = "deflate";
    private static final int MOST_BYTES = 64 << 20;
    /** The method in the head of the zlib format, called deflate (RFC 1950, 2.2). Some servers omit this head. */
    private static final int ZLIB_METHOD = 8;

    private static final int ZLIB_CHECK = 31;

    private static final JsonFactory JSON = new JsonFactory();

    private final String encoding;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private boolean isBeyond;
    private byte @Nullable [] decoded;
    private @Nullable String text;
    private String flaw = "";

    /** @param contentEncoding of the response; empty if there is none */
    KeptBody(String contentEncoding) {
        encoding = contentEncoding.strip().toLowerCase(Locale.ROOT);
    }

    /** Whether it has to be decoded, and can be. */
    boolean isCompressed() {
        return GZIP.contains(encoding) || DEFLATE.equals(encoding);
    }

    /** Whether it is in an encoding that is not known here. */
    boolean isOfOtherEncoding() {
        return !isCompressed() && !encoding.isEmpty() && !encoding.equals("identity");
    }

    /**
     * Takes the next so many readable bytes, without moving the reader index.
     *
     * @return false if that is more than can be kept
     */
    boolean received(ByteBuf bytes, int length) {
        isBeyond = isBeyond || kept.size() + length > MOST_BYTES;
        if (!isBeyond) {
            try {
                bytes.getBytes(bytes.readerIndex(), kept, length);
            } catch (IOException e) {
                throw new UncheckedIOException(e); // memory does not fail so
            }
        }
        return !isBeyond;
    }

    /**
     * The body itself, to be read once.
     *
     * @throws IOException when it is not in its encoding; reading may find that, too
     */
    InputStream decoded() throws IOException {
        var bytes = new ByteArrayInputStream(kept.toByteArray());
        if (!isCompressed()) {
            return bytes;
        }
        return GZIP.contains(encoding) ? new GZIPInputStream(bytes) : inflated(bytes);
    }

    /** Why the whole body cannot be looked into; empty if it can. */
    String flaw() {
        var unused = bytes();
        return flaw;
    }

    private byte[] bytes() {
        if (decoded == null) {
            decoded = new byte[0];
            if (isBeyond) {
                flaw = "body is beyond what can be checked";
            } else if (isOfOtherEncoding()) {
                flaw = "body has Content-Encoding " + Printable.line(encoding)
                        + "; it is looked into in gzip and deflate only";
            } else if (isCompressed()) {
                decode();
            } else {
                decoded = kept.toByteArray();
            }
        }
        return Objects.requireNonNull(decoded, "decoded above");
    }

    private void decode() {
        try (var body = decoded()) {
            var all = body.readNBytes(MOST_BYTES + 1);
            if (all.length > MOST_BYTES) {
                flaw = "body is beyond what can be checked";
            } else {
                decoded = all;
            }
        } catch (IOException e) {
            flaw = "body is not in its Content-Encoding";
        }
    }

    /** The whole body as UTF-8; empty if it cannot be looked into. */
    String text() {
        if (text == null) {
            text = new String(bytes(), StandardCharsets.UTF_8);
        }
        return Objects.requireNonNull(text, "made above");
    }

    /**
     * The text, number or truth value at a place of the JSON body. The rest of the body need not be sound.
     *
     * @param pointer as in RFC 6901
     * @return empty if there is none
     */
    Optional<String> at(String pointer) {
        var place = JsonPointer.compile(pointer);
        try (var json = JSON.createParser(ObjectReadContext.empty(), bytes());
                var found = new FilteringParserDelegate(
                        json, new JsonPointerBasedFilter(place), TokenFilter.Inclusion.ONLY_INCLUDE_ALL, false)) {
            var token = found.nextToken();
            return token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL
                    ? Optional.of(found.getString())
                    : Optional.empty();
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    /** The group of the first match; empty if there is none, or the match has nothing there. */
    Optional<String> match(Source.Regex regex) {
        var matcher = regex.pattern().matcher(text());
        try {
            return matcher.find() ? Optional.ofNullable(matcher.group(regex.group())) : Optional.empty();
        } catch (StackOverflowError tooManyRepetitions) {
            // Of a group such as (?:.|\n)*, each takes a part of the stack. That is no defect, which would end the
            // load.
            return Optional.empty();
        }
    }

    private static InputStream inflated(InputStream compressed) throws IOException {
        var input = new PushbackInputStream(compressed, 2);
        var head = input.readNBytes(2);
        input.unread(head);
        var inflater = new Inflater(!isZlib(head));
        return new InflaterInputStream(input, inflater) {
            // one that was given is not ended by the stream, and its native memory would stay until a collection
            @Override
            public void close() throws IOException {
                super.close();
                inflater.end();
            }
        };
    }

    private static boolean isZlib(byte[] head) {
        return head.length == 2
                && (head[0] & 0xf) == ZLIB_METHOD
                && (((head[0] & 0xff) << 8) | (head[1] & 0xff)) % ZLIB_CHECK == 0;
    }
}
