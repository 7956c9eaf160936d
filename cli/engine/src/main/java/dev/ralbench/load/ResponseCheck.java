package dev.ralbench.load;

import dev.ralbench.load.RequestTemplate.Expectation;
import java.util.List;
import java.util.function.Function;

/** Compares one whole response with the expected one, in the words in which a load counts failures. */
@FunctionalInterface
public interface ResponseCheck {
    /**
     * The flaw in the response; empty if it has none. A time limit is not looked at.
     *
     * @param headers by their names, which are given in lower case
     * @param body as it came
     */
    String flaw(Expectation expect, int status, Function<String, List<String>> headers, byte[] body);
}
