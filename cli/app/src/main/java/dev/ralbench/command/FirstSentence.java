package dev.ralbench.command;

/** The first sentence of a description, which is its summary. */
final class FirstSentence {
    private FirstSentence() {}

    /** @param description as picocli has it, in lines */
    static String of(String... description) {
        var text = String.join(" ", description);
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }
}
