package dev.ralbench.scenario;

import dev.ralbench.load.RequestBody;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * A body of several parts (RFC 7578). Equal parts give equal bytes: the boundary comes from what is between.
 *
 * @param contentType with the boundary
 */
record Multipart(RequestBody body, String contentType) {

    /**
     * A field or a file.
     *
     * @param filename as the server is to see it; empty for a field
     * @param type of its content; the server's default if empty
     */
    record Part(String name, Optional<String> filename, Optional<String> type, RequestBody content) {}

    static Multipart of(List<Part> parts) {
        var checksum = new CRC32();
        parts.forEach(part -> checksum.update(part.content().bytes()));
        var boundary = "----ralbench-%08x".formatted(checksum.getValue());
        var out = new ByteArrayOutputStream();
        for (var part : parts) {
            write(out, "--" + boundary + "\r\n" + head(part) + "\r\n");
            out.writeBytes(part.content().bytes());
            write(out, "\r\n");
        }
        write(out, "--" + boundary + "--\r\n");
        return new Multipart(RequestBody.of(out.toByteArray()), "multipart/form-data; boundary=" + boundary);
    }

    private static String head(Part part) {
        var type = part.type().or(() -> part.filename().map(file -> "application/octet-stream"));
        return "Content-Disposition: form-data; name=\"" + part.name() + "\""
                + part.filename().map(file -> "; filename=\"" + file + "\"").orElse("") + "\r\n"
                + type.map(text -> "Content-Type: " + text + "\r\n").orElse("");
    }

    private static void write(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
