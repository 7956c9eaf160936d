package dev.ralbench.dependency.declared;

import java.time.Duration;

/** The condition that tells whether a started service is usable. */
public sealed interface ReadyCondition {
    /** How long a service may take to meet it, unless its scenario says otherwise. */
    Duration USUAL_LIMIT = Duration.ofSeconds(60);

    /** The end of a sentence that begins with "waited for". */
    String inWords();

    /** It accepts connections at its port. */
    record Tcp() implements ReadyCondition {
        @Override
        public String inWords() {
            return "a connection at its port";
        }
    }

    /** It answers GET for a path with 2xx. */
    record Http(String path) implements ReadyCondition {
        @Override
        public String inWords() {
            return "GET " + path + " to answer 2xx";
        }
    }

    /** A line of its output holds a text. */
    record LogLine(String text) implements ReadyCondition {
        @Override
        public String inWords() {
            return "a line of its output with: " + text;
        }
    }
}
