package dev.ralbench.scenario;

import dev.ralbench.load.RequestBody;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.load.TextTemplate.Encoding;
import dev.ralbench.secret.Secrets;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A request's body as the scenario has it: texts whose placeholders are filled in when it is sent, and bytes of files. */
public record BodyText(List<Piece> pieces) {
    public BodyText {
        pieces = List.copyOf(pieces);
    }

    /** One piece of a body. */
    public sealed interface Piece {
        /** The bytes with placeholders left as they are. */
        byte[] unfilled();

        /** The piece as it is sent, with secrets filled in, and fields of data. */
        TextTemplate filled(Secrets secrets, RequestData data);
    }

    /** A text in which values are filled in as they are. */
    record Plain(String text) implements Piece {
        @Override
        public byte[] unfilled() {
            return utf8(text);
        }

        @Override
        public TextTemplate filled(Secrets secrets, RequestData data) {
            return RequestValues.template(text, secrets::filled, data, isJson() ? Encoding.JSON : Encoding.NONE);
        }

        private boolean isJson() {
            var content = text.stripLeading();
            return content.startsWith("{") || content.startsWith("[");
        }
    }

    /** The fields of a form, encoded but for the placeholders, whose values are encoded too. */
    record FormFields(String text) implements Piece {
        @Override
        public byte[] unfilled() {
            return utf8(text);
        }

        @Override
        public TextTemplate filled(Secrets secrets, RequestData data) {
            return RequestValues.template(text, plain -> secrets.filled(plain, Secrets::inForm), data, Encoding.FORM);
        }
    }

    /** A file's content; nothing is filled in. */
    record Content(RequestBody bytes) implements Piece {
        @Override
        public byte[] unfilled() {
            return bytes.bytes();
        }

        @Override
        public TextTemplate filled(Secrets secrets, RequestData data) {
            return TextTemplate.of(bytes);
        }
    }

    static BodyText of(Piece piece) {
        return new BodyText(List.of(piece));
    }

    /** The body that is sent. */
    TextTemplate filled(Secrets secrets, RequestData data) {
        return pieces.stream()
                .map(piece -> piece.filled(secrets, data))
                .reduce(TextTemplate::plus)
                .orElseGet(() -> TextTemplate.of(""));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The body with its placeholders; bytes that are not text look odd. */
    @Override
    public String toString() {
        var bytes = new ByteArrayOutputStream();
        pieces.forEach(piece -> bytes.writeBytes(piece.unfilled()));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
