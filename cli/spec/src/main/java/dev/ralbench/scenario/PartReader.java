package dev.ralbench.scenario;

import dev.ralbench.Sha256;
import dev.ralbench.load.RequestBody;
import dev.ralbench.yaml.PlainSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.util.stream.Stream;

/**
 * Reads one part of {@code multipart}. A file's content becomes a part of the document, as its hash: otherwise loads
 * with different files would be the same to every comparison.
 */
final class PartReader {
    private static final TextSyntax NAME =
            TextSyntax.matching("[^\"\\p{Cntrl}]+", "must not be empty, nor hold quotes or control characters", "part");
    private static final TextSyntax TYPE =
            TextSyntax.matching("[!#-~&&[^,]]+/[ !#-~]+", "must be a media type, such as image/png", "text/plain");
    private static final TextSyntax HASH =
            TextSyntax.matching("[0-9a-f]{64}", "must be a SHA-256: 64 digits 0-9 and a-f", "0".repeat(64));

    private PartReader() {}

    static Multipart.Part read(Section section, ScenarioDirectory directory) {
        var name = section.require("name", NAME);
        var value = section.find("value", new PlainSyntax());
        var file = section.find("file", TextSyntax.NOT_BLANK);
        var filename = section.find("filename", NAME);
        var type = section.find("type", TYPE);
        if (section.has("value") == section.has("file")) {
            section.problem("needs value or file, and not both");
        }
        Stream.of("filename", "sha256")
                .filter(key -> section.has(key) && !section.has("file"))
                .forEach(key -> section.keyProblem(key, "belongs to file"));
        if (!section.has("filename")
                && file.filter(path -> !NAME.fits().test(lastOf(path))).isPresent()) {
            section.problem("file", "has a name that no header can hold: say in filename what it is to be called");
        }
        var content = file.<BodyText.Piece>map(
                        path -> new BodyText.Content(RequestBody.of(bytes(section, path, directory))))
                .orElseGet(() -> new BodyText.Plain(value.orElse("")));
        var shown = file.map(path -> filename.orElseGet(() -> lastOf(path)));
        return new Multipart.Part(name, shown, type, content);
    }

    private static String lastOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static byte[] bytes(Section section, String path, ScenarioDirectory directory) {
        try {
            var bytes = directory.bytes(path);
            checkHash(section, path, Sha256.of(bytes));
            return bytes;
        } catch (IllegalArgumentException e) {
            section.problem("file", String.valueOf(e.getMessage()));
            return new byte[0];
        }
    }

    /** Adds it if absent; a document that has one, such as a result's, is of that very file. */
    static void checkHash(Section section, String path, String hash) {
        if (!section.has("sha256")) {
            section.get("sha256", HASH, hash);
            return;
        }
        section.find("sha256", HASH)
                .filter(stated -> !stated.equals(hash))
                .ifPresent(stated -> section.problem(
                        "sha256", "is not that of " + path + ", which is " + hash + "; leave it out to take any"));
    }
}
