package dev.ralbench.load;

import dev.ralbench.load.RequestTemplate.Expectation;

/** Compares one whole response with the expected one, in the words in which a load counts failures. */
@FunctionalInterface
public interface ResponseCheck {
    /**
     * The flaw in the body; empty if it has none.
     *
     * @param encoding as the header Content-Encoding names it; empty without one
     * @param body as it came
     */
    String flaw(Expectation expect, int status, String encoding, byte[] body);
}
