package dev.ralbench.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of a request's body. */
public final class RequestBody {
    static final RequestBody EMPTY = new RequestBody(new byte[0]);

    private final byte[] bytes;

    private RequestBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A text in UTF-8. */
    public static RequestBody text(String text) {
        return new RequestBody(text.getBytes(StandardCharsets.UTF_8));
    }

    public static RequestBody of(byte[] bytes) {
        return new RequestBody(bytes.clone());
    }

    /** A copy. */
    public byte[] bytes() {
        return bytes.clone();
    }

    int length() {
        return bytes.length;
    }

    void addTo(Bytes out) {
        out.add(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RequestBody body && Arrays.equals(bytes, body.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The body decoded as UTF-8; bytes that are not text look odd. */
    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
