package dev.ralbench.page;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pictures of a Markdown document. They are files next to it, named after it, because a text cannot hold them; a
 * document that goes elsewhere, such as into a comment, has none. Used by one thread.
 */
public final class Pictures {
    private static final String ENDING = ".svg";

    private final Path document;
    private final boolean areWanted;
    private final Map<Path, String> files = new LinkedHashMap<>();

    private Pictures(Path document, boolean areWanted) {
        this.document = document;
        this.areWanted = areWanted;
    }

    /** For a document that has no place for files next to it. */
    public static Pictures none() {
        return new Pictures(Path.of(""), false);
    }

    /** For a document in a file. */
    public static Pictures nextTo(Path document) {
        return new Pictures(document, true);
    }

    /**
     * Adds one.
     *
     * @param words what it shows, with the figures, for those who do not see it
     * @return the lines that show it; none if the document has no pictures
     */
    public List<String> add(String words, String svg) {
        if (!areWanted) {
            return List.of();
        }
        var name = String.valueOf(document.getFileName()).replaceFirst("\\.[^.]*$", "")
                + (files.isEmpty() ? "" : "-" + (files.size() + 1))
                + ENDING;
        files.put(document.resolveSibling(name), svg);
        return List.of("![" + Markdown.escaped(words) + "](" + address(name) + ")");
    }

    /** What is to be written, by file, in the order of the document. */
    public Map<Path, String> files() {
        return Collections.unmodifiableMap(files);
    }

    /** A file name as a relative address; signs that end one in Markdown, or begin a scheme, are encoded. */
    private static String address(String name) {
        var address = new StringBuilder();
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            char sign = (char) (each & 0xff);
            boolean isPlain = sign < 0x80 && (Character.isLetterOrDigit(sign) || "-._~".indexOf(sign) >= 0);
            address.append(isPlain ? String.valueOf(sign) : "%%%02X".formatted((int) sign));
        }
        return address.toString();
    }
}
