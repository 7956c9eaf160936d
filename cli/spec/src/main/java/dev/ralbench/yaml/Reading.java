package dev.ralbench.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The state of one reading of a document. Used by one thread. */
public final class Reading {
    private final Problems problems;
    private final List<Value> values = new ArrayList<>();
    private final TextRule rule;

    private Reading(Problems problems, TextRule rule) {
        this.problems = problems;
        this.rule = rule;
    }

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
        return new Reading(problems, rule);
    }

    /** The reading of a part that is known to be unreadable: nothing in it is reported. */
    Reading muted() {
        return into(new Problems(), rule);
    }

    /** Everything that is wrong. */
    public Problems problems() {
        return problems;
    }

    /** Every value that was read or defaulted by now, in the order of the format. */
    public List<Value> values() {
        return List.copyOf(values);
    }

    /** The rule for every text of the file. */
    public TextRule rule() {
        return rule;
    }

    public void note(String path, Object written, Origin origin) {
        values.add(new Value(path, String.valueOf(written), origin.shown(), origin.place()));
    }
}
