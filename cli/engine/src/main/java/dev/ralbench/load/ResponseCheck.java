package dev.ralbench.load;

import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.Workload.Step;
import java.util.List;
import java.util.function.Function;

/** Looks into one whole response as a load does into each. */
public interface ResponseCheck {
    /**
     * Its flaw, compared with the expected response, in the words in which a load counts failures; empty if it has none. A
     * time limit is not looked at.
     *
     * @param headers by their names, which are given in lower case
     * @param body as it came
     */
    String flaw(Expectation expect, int status, Function<String, List<String>> headers, byte[] body);

    /**
     * The values that a user remembers of it, as far as it has them; none of one with a flaw.
     *
     * @param headers by their names, which are given in lower case
     * @param body as it came
     */
    List<String> values(Step step, int status, Function<String, List<String>> headers, byte[] body);
}
