package dev.ralbench.completion;

import java.util.List;

/** What the value of an option, or a word without a dash, can be. */
public sealed interface CompletedValue {
    /** Anything: nothing is offered. */
    record Text() implements CompletedValue {}

    /** One of these; they have no characters that a shell treats in a way of its own. */
    record Words(List<String> words) implements CompletedValue {
        public Words {
            words = List.copyOf(words);
        }
    }

    /**
     * A file.
     *
     * @param ending of its name, without the dot; empty for any
     */
    record File(String ending) implements CompletedValue {}

    record Directory() implements CompletedValue {}

    /** A built-in scenario or a file. */
    record ScenarioName() implements CompletedValue {}

    /** A built-in gate or a file. */
    record GateName() implements CompletedValue {}

    /** A variant of the scenario that is on the command line already, or {@code NAME=WHAT}. */
    record VariantName() implements CompletedValue {}

    /** A profile of that scenario. */
    record ProfileName() implements CompletedValue {}
}
