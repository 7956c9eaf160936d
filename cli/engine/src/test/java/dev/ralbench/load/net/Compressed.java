package dev.ralbench.load.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** Bodies as servers compress them. */
final class Compressed {
    private Compressed() {}

    private interface Encoder {
        OutputStream over(OutputStream out) throws IOException;
    }

    static byte[] gzip(String text) {
        return encoded(text, GZIPOutputStream::new);
    }

    static byte[] deflate(String text) {
        return encoded(text, DeflaterOutputStream::new);
    }

    /** Without the head that the standard asks for, as some servers send it. */
    static byte[] rawDeflate(String text) {
        return encoded(text, out -> new DeflaterOutputStream(out, new Deflater(Deflater.DEFAULT_COMPRESSION, true)));
    }

    private static byte[] encoded(String text, Encoder encoder) {
        var out = new ByteArrayOutputStream();
        try (var encoding = encoder.over(out)) {
            encoding.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
