package dev.ralbench.fleet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One message between main and agent: its length, its kind, the numbers of the load and of the call that it belongs to,
 * its bytes. Only bytes are exchanged, never serialized objects of Java, whose decoding runs code that the sender chooses.
 *
 * @param load 0 if it belongs to none
 * @param call 0 if it belongs to none
 */
@SuppressWarnings({"ArrayRecordComponent", "EnumOrdinal"}) // never compared; the number of a kind is what is sent
record Frame(Kind kind, int load, long call, byte[] body) {
    /** The first frame of a connection, which is the same in all versions. */
    static final int FORMAT = 0x52414C31;

    /** More than any recording; a length beyond it is no frame's. */
    private static final int MOST_BYTES = 1 << 28;
    /** The most of a peer that has not said hello yet. */
    static final int MOST_BYTES_OF_HELLO = 1 << 14;

    private static final int HEAD = 1 + Integer.BYTES + Long.BYTES;
    private static final byte[] NOTHING = {};

    /** Constants keep their place: it is the byte that is sent. */
    enum Kind {
        HELLO,
        REPLY,
        FAILED,
        HEARTBEAT,
        CLOCK,
        OFFSET,
        PREPARE,
        START,
        GO_ON,
        FOLLOW,
        FINISH,
        STOP,
        ABORT,
        LEAVE,
        PROGRESS,
        REACHED,
        END,
        TARGETS,
    }

    static Frame of(Kind kind, long call, byte[] body) {
        return new Frame(kind, 0, call, body);
    }

    static Frame of(Kind kind, int load, long call, byte[] body) {
        return new Frame(kind, load, call, body);
    }

    static Frame of(Kind kind) {
        return new Frame(kind, 0, 0, NOTHING);
    }

    /** Numbers as the body: instants, windows. */
    static byte[] numbers(long... numbers) {
        var bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
        for (long number : numbers) {
            bytes.putLong(number);
        }
        return bytes.array();
    }

    /** The length of the body, in numbers. */
    int length() {
        return body.length / Long.BYTES;
    }

    /** One of the numbers in the body. */
    long number(int at) {
        return ByteBuffer.wrap(body).getLong(at * Long.BYTES);
    }

    /** Texts by name as a body. A name that a version does not know is left out by it, one that is missing is empty. */
    static byte[] texts(Map<String, String> texts) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeInt(FORMAT);
            out.writeShort(texts.size());
            for (var text : texts.entrySet()) {
                write(out, text.getKey());
                write(out, text.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory is always written to
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** @throws IOException if the body is no such list */
    Map<String, String> texts() throws IOException {
        var in = new DataInputStream(new ByteArrayInputStream(body));
        if (in.readInt() != FORMAT) {
            throw new IOException("no message of ralbench");
        }
        var texts = new LinkedHashMap<String, String>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            texts.put(text(in), text(in));
        }
        return texts;
    }

    private static String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("a text of " + length + " bytes in a message of fewer");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    void writeTo(DataOutputStream out) throws IOException {
        out.writeInt(HEAD + body.length);
        out.writeByte(kind.ordinal());
        out.writeInt(load);
        out.writeLong(call);
        out.write(body);
    }

    /** Reads the next one, of any length that is possible. */
    static Frame readFrom(DataInputStream in) throws IOException {
        return readFrom(in, MOST_BYTES);
    }

    static Frame readFrom(DataInputStream in, int mostBytes) throws IOException {
        int length = in.readInt() - HEAD;
        if (length < 0 || length > mostBytes) {
            throw new IOException("no message of ralbench");
        }
        int kind = in.readUnsignedByte();
        if (kind >= Kind.values().length) {
            throw new IOException("no message of ralbench");
        }
        int load = in.readInt();
        long call = in.readLong();
        var body = in.readNBytes(length);
        if (body.length < length) {
            throw new java.io.EOFException();
        }
        return new Frame(Kind.values()[kind], load, call, body);
    }
}
