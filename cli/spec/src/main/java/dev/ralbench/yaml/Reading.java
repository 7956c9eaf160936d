package dev.ralbench.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one reading of a document collects on its way.
 *
 * @param problems everything that is wrong
 * @param values every value that was read or defaulted, in the order of the format
 * @param rule what every text of the file has to keep
 */
public record Reading(Problems problems, List<Value> values, TextRule rule) {

    /** A rule for texts, whatever key they belong to. */
    @FunctionalInterface
    public interface TextRule {
        /** The end of a sentence that begins with the key; empty if the text keeps the rule. */
        Optional<String> flaw(String path, String text);
    }

    public static Reading into(Problems problems) {
        return into(problems, (path, text) -> Optional.empty());
    }

    public static Reading into(Problems problems, TextRule rule) {
        return new Reading(problems, new ArrayList<>(), rule);
    }

    public void note(String path, Object written, Origin origin) {
        values.add(new Value(path, String.valueOf(written), origin.shown()));
    }
}
