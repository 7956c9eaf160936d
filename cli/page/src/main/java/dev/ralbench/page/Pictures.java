package dev.ralbench.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The pictures of a Markdown document. They are files next to it, named after it, because a text cannot hold them; a
 * document that goes elsewhere, such as into a comment, has none. Used by one thread.
 */
public final class Pictures {
    private static final String ENDING = ".svg";
    /** Begins the comment at the beginning of each file, which tells it from a drawing of the user's own. */
    private static final String MARK = "<!-- ralbench: a picture of ";
    /** The numbers in names after the first. */
    private static final String NUMBERED = "(-([2-9]|[1-9][0-9]+))?";

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
        var name = stem() + (files.isEmpty() ? "" : "-" + (files.size() + 1)) + ENDING;
        files.put(document.resolveSibling(name), mark() + svg);
        return List.of("![" + Markdown.escaped(words) + "](" + address(name) + ")");
    }

    /** What is to be written, by file, in the order of the document. */
    public Map<Path, String> files() {
        return Collections.unmodifiableMap(files);
    }

    /**
     * Whether a file next to the document has a name that one of its pictures may get, however many there will be.
     *
     * @param file in the directory of the document
     */
    public boolean canHave(Path file) {
        return areWanted
                && Pattern.matches(
                        Pattern.quote(stem()) + NUMBERED + Pattern.quote(ENDING), String.valueOf(file.getFileName()));
    }

    /** The file of the first picture. */
    public Path first() {
        return document.resolveSibling(stem() + ENDING);
    }

    /** Whether a file is a picture of an earlier document of this name, and may be replaced. */
    public boolean isOwn(Path file) throws IOException {
        var mark = mark().getBytes(StandardCharsets.UTF_8);
        try (var in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(mark.length), mark);
        }
    }

    /** It names the document: the second picture of one has the name of the first one of another, x-2. */
    private String mark() {
        // A comment must not have two hyphens in a row.
        return MARK + address(String.valueOf(document.getFileName())).replace("--", "-%2D") + " -->\n";
    }

    private String stem() {
        return String.valueOf(document.getFileName()).replaceFirst("\\.[^.]*$", "");
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
