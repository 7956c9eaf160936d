package dev.ralbench.yaml;

/**
 * The kind of a file, for messages about it as a whole.
 *
 * @param noun such as {@code scenario}
 * @param firstLine its first line, such as {@code schema: 1}
 * @param guide the file that describes every key
 * @param otherwise a second sentence on a file that is not there: another possible meaning
 */
public record FileKind(String noun, String firstLine, String guide, String otherwise) {

    String begin() {
        return "Begin with " + firstLine + "; see " + guide + ".";
    }

    /** Ends the message about a file with problems. */
    public String fix() {
        return "Fix what the lines above name; " + guide + " describes every key.";
    }
}
