package dev.ralbench.scenario;

import dev.ralbench.load.RequestBody;
import dev.ralbench.secret.Secrets;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** A request's body as the scenario has it: texts whose placeholders are filled in when it is sent, and bytes of files. */
public record BodyText(List<Piece> pieces) {
    public BodyText {
        pieces = List.copyOf(pieces);
    }

    /** One piece of a body. */
    public sealed interface Piece {
        /** The bytes with placeholders left as they are. */
        byte[] unfilled();

        /** The bytes as they are sent, with secrets filled in. */
        byte[] filled(Secrets secrets);
    }

    /** A text in which values are filled in as they are. */
    record Plain(String text) implements Piece {
        @Override
        public byte[] unfilled() {
            return utf8(text);
        }

        @Override
        public byte[] filled(Secrets secrets) {
            return utf8(secrets.filled(text));
        }
    }

    /** The fields of a form, encoded but for the placeholders, whose values are encoded too. */
    record FormFields(String text) implements Piece {
        @Override
        public byte[] unfilled() {
            return utf8(text);
        }

        @Override
        public byte[] filled(Secrets secrets) {
            return utf8(secrets.filled(text, Secrets::inForm));
        }
    }

    /** A file's content; nothing is filled in. */
    record Content(RequestBody bytes) implements Piece {
        @Override
        public byte[] unfilled() {
            return bytes.bytes();
        }

        @Override
        public byte[] filled(Secrets secrets) {
            return bytes.bytes();
        }
    }

    static BodyText of(Piece piece) {
        return new BodyText(List.of(piece));
    }

    /** The bytes that are sent. */
    RequestBody filled(Secrets secrets) {
        return RequestBody.of(joined(piece -> piece.filled(secrets)));
    }

    private byte[] joined(Function<Piece, byte[]> bytesOf) {
        var bytes = new ByteArrayOutputStream();
        pieces.forEach(piece -> bytes.writeBytes(bytesOf.apply(piece)));
        return bytes.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The body with its placeholders; bytes that are not text look odd. */
    @Override
    public String toString() {
        return new String(joined(Piece::unfilled), StandardCharsets.UTF_8);
    }
}
