package dev.ralbench.fleet;

import dev.ralbench.result.RecordJson;
import java.nio.ByteBuffer;

/**
 * What a main asks an agent about targets.
 *
 * @param target number of the start that it is about, as the main counts them; 0 if it is about none
 * @param content JSON of the record that the kind has; may be empty
 */
@SuppressWarnings({"ArrayRecordComponent", "EnumOrdinal"}) // never compared; the number of a kind is what is sent
record TargetsQuestion(Kind kind, int target, byte[] content) {
    private static final byte[] NOTHING = {};

    /** Constants keep their place: it is the byte that is sent. */
    enum Kind {
        PREPARE,
        START,
        WINDOW,
        SAMPLE,
        POOLS,
        ASK,
        LOOK,
        COUNTS,
        ENDING,
        CLOSE,
    }

    static TargetsQuestion of(Kind kind, int target) {
        return new TargetsQuestion(kind, target, NOTHING);
    }

    static TargetsQuestion of(Kind kind, int target, Record content) {
        return new TargetsQuestion(kind, target, RecordJson.bytes(content));
    }

    byte[] bytes() {
        return ByteBuffer.allocate(1 + Integer.BYTES + content.length)
                .put((byte) kind.ordinal())
                .putInt(target)
                .put(content)
                .array();
    }

    /** @throws IllegalArgumentException if it is none */
    static TargetsQuestion read(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        if (bytes.length < 1 + Integer.BYTES || bytes[0] < 0 || bytes[0] >= Kind.values().length) {
            throw new IllegalArgumentException("no question about targets");
        }
        var kind = Kind.values()[buffer.get()];
        int target = buffer.getInt();
        var content = new byte[buffer.remaining()];
        buffer.get(content);
        return new TargetsQuestion(kind, target, content);
    }
}
