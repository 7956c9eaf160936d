package dev.ralbench.scenario;

import dev.ralbench.load.RequestBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * A body of several parts (RFC 7578). Equal parts give equal bytes: the boundary comes from the parts.
 *
 * @param contentType with the boundary
 */
record Multipart(BodyText body, String contentType) {

    /**
     * A field or a file.
     *
     * @param filename as the server is to see it; empty for a field
     * @param type of its content; the server's default if empty
     */
    record Part(String name, Optional<String> filename, Optional<String> type, BodyText.Piece content) {}

    static Multipart of(List<Part> parts) {
        var checksum = new CRC32();
        parts.forEach(part -> checksum.update(part.content().unfilled()));
        var boundary = "----ralbench-%08x".formatted(checksum.getValue());
        var pieces = new ArrayList<BodyText.Piece>();
        for (var part : parts) {
            pieces.add(text("--" + boundary + "\r\n" + head(part) + "\r\n"));
            pieces.add(part.content());
            pieces.add(text("\r\n"));
        }
        pieces.add(text("--" + boundary + "--\r\n"));
        return new Multipart(new BodyText(pieces), "multipart/form-data; boundary=" + boundary);
    }

    private static String head(Part part) {
        var type = part.type().or(() -> part.filename().map(file -> "application/octet-stream"));
        return "Content-Disposition: form-data; name=\"" + part.name() + "\""
                + part.filename().map(file -> "; filename=\"" + file + "\"").orElse("") + "\r\n"
                + type.map(text -> "Content-Type: " + text + "\r\n").orElse("");
    }

    private static BodyText.Piece text(String text) {
        return new BodyText.Content(RequestBody.text(text));
    }
}
