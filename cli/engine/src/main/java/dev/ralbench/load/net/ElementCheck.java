package dev.ralbench.load.net;

import dev.ralbench.Printable;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.async.ByteBufferFeeder;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Counts elements in JSON bodies while their bytes arrive, and keeps nothing of them but the counts. Belongs to one
 * connection and takes one body after the other: {@code bodyBegins}, {@code received} as often as bytes come,
 * {@code bodyEnds}.
 */
final class ElementCheck {
    /** Limits the parser's memory for one body. */
    private static final StreamReadConstraints BOUNDS = StreamReadConstraints.builder()
            .maxNestingDepth(100_000)
            .maxStringLength(100_000_000)
            .maxNumberLength(1_000_000)
            .maxNameLength(1_000_000)
            .build();

    private static final JsonFactory JSON =
            JsonFactory.builder().streamReadConstraints(BOUNDS).build();

    private final BodyPlace root = BodyPlace.root();
    private final List<BodyPlace> expected = new ArrayList<>();
    /** The open containers from the root on, as far as they lie on an expected path; the innermost first. */
    private final Deque<BodyPlace> followed = new ArrayDeque<>();

    private static final String BEYOND = "body is beyond what can be checked";
    private static final int PART = 8192;

    private @Nullable JsonParser parser;
    /** The body so far, if it has to be decoded. */
    private @Nullable KeptBody compressed;
    /** Open containers, followed or not. */
    private int depth;
    /** The place of the value that is to come, if a key has led to one. */
    private @Nullable BodyPlace named;

    private boolean hasBegun;
    private String flaw = "";

    /** @param elements numbers of elements by path, as {@code RequestTemplate.Expectation} has them */
    ElementCheck(Map<String, Long> elements) {
        elements.forEach((path, count) -> expected.add(root.expect(path, count)));
    }

    /** @param encoding the response's Content-Encoding; empty if there is none */
    void bodyBegins(String encoding) {
        closeParser();
        root.forget();
        followed.clear();
        depth = 0;
        named = null;
        hasBegun = false;
        flaw = "";
        parser = JSON.createNonBlockingByteBufferParser(ObjectReadContext.empty());
        compressed = null;
        var body = new KeptBody(encoding);
        if (body.isCompressed()) {
            compressed = body;
        } else if (body.isOfOtherEncoding()) {
            flaw = "body has Content-Encoding "
                    + Printable.line(encoding.strip().toLowerCase(Locale.ROOT))
                    + "; elements are counted in gzip and deflate only";
        }
    }

    /** Takes the readable bytes, without moving the reader index; the buffer may be released then. */
    void received(ByteBuf bytes) {
        if (compressed == null) {
            parse(bytes);
        } else if (!compressed.received(bytes, bytes.readableBytes())) {
            flaw = BEYOND;
        }
    }

    private void decode(KeptBody body) {
        try (var decoded = body.decoded()) {
            for (var part = decoded.readNBytes(PART); part.length > 0; part = decoded.readNBytes(PART)) {
                parse(Unpooled.wrappedBuffer(part));
            }
        } catch (IOException e) {
            flaw = "body is not in its Content-Encoding";
        }
    }

    private void parse(ByteBuf bytes) {
        if (parser == null || !flaw.isEmpty() || !bytes.isReadable()) {
            return;
        }
        try {
            ((ByteBufferFeeder) parser.nonBlockingInputFeeder()).feedInput(bytes.nioBuffer());
            takeTokens(parser);
        } catch (StreamConstraintsException e) {
            flaw = BEYOND;
        } catch (JacksonException e) {
            flaw = isComplete() ? "body goes on after its JSON document" : "body is not JSON";
        }
    }

    /** The flaw in the body; empty if it has none. */
    String bodyEnds() {
        if (compressed != null && flaw.isEmpty()) {
            decode(compressed);
        }
        compressed = null;
        if (parser != null && flaw.isEmpty()) {
            end(parser);
        }
        closeParser();
        if (!flaw.isEmpty()) {
            return flaw;
        }
        return expected.stream()
                .map(BodyPlace::flaw)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private void end(JsonParser json) {
        try {
            json.nonBlockingInputFeeder().endOfInput();
            takeTokens(json);
            if (!hasBegun) {
                flaw = "body is empty instead of JSON";
            }
        } catch (JacksonException e) {
            flaw = "body ends before its JSON document does";
        }
    }

    private void takeTokens(JsonParser json) {
        var token = json.nextToken();
        while (token != null && token != JsonToken.NOT_AVAILABLE && flaw.isEmpty()) {
            take(token, json);
            token = json.nextToken();
        }
    }

    private void take(JsonToken token, JsonParser json) {
        switch (token) {
            case PROPERTY_NAME -> key(json.currentName());
            case START_OBJECT, START_ARRAY -> {
                var place = value(token);
                if (place != null) {
                    followed.push(place);
                }
                depth++;
            }
            case END_OBJECT, END_ARRAY -> {
                if (isFollowed()) {
                    followed.pop();
                }
                depth--;
            }
            default -> value(token);
        }
    }

    private void key(String name) {
        if (isFollowed()) {
            named = followed.element().countKey(name);
        }
    }

    /** A value begins; its place, if an expectation applies at it or below it. */
    private @Nullable BodyPlace value(JsonToken token) {
        if (depth == 0) {
            if (hasBegun) {
                flaw = "body goes on after its JSON document";
                return null;
            }
            hasBegun = true;
            named = root;
        } else if (isFollowed()) {
            followed.element().countElement();
        }
        var place = named;
        named = null;
        if (place != null) {
            place.found(token);
        }
        return place;
    }

    /** Whether the innermost open container lies on an expected path. */
    private boolean isFollowed() {
        return depth > 0 && depth == followed.size();
    }

    private boolean isComplete() {
        return hasBegun && depth == 0;
    }

    /** Gives the parser's buffers back. */
    private void closeParser() {
        if (parser != null) {
            parser.close();
            parser = null;
        }
    }
}
