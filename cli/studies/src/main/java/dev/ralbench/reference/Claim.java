package dev.ralbench.reference;

import dev.ralbench.reference.ReferenceFigures.Qualifier;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A statement of a study that a measurement can confirm or refute.
 *
 * @param id unique, begins with the study
 * @param claim the statement, in our words
 * @param source where in the study it is stated
 * @param tests all of which have to be met; empty if it cannot be tested
 * @param notMeasured why it cannot be tested; empty if it can
 * @param contradictedBy id of the figure of the same study that refutes it; empty as a rule
 * @param knownNotToHold why a measurement refutes it, if that is understood; empty if it is expected to hold
 * @param note a remark for reading the verdict
 */
public record Claim(
        String id,
        String claim,
        String source,
        ClaimKind kind,
        List<Test> tests,
        String notMeasured,
        String contradictedBy,
        String knownNotToHold,
        String note) {

    public Claim {
        tests = List.copyOf(tests);
    }

    /**
     * A measurement and its expected value; both are expressions as {@code docs/reference/claims.md} describes them.
     *
     * @param about part of the claim it tests, if there are several tests; else empty
     * @param tolerance how far a value may be off that is exact or about, in its unit
     * @param reason why so far
     */
    public record Test(
            String about,
            Map<String, Object> value,
            Qualifier qualifier,
            Map<String, Object> expected,
            double tolerance,
            String reason) {
        public Test {
            value = Collections.unmodifiableMap(new LinkedHashMap<>(value));
            expected = Collections.unmodifiableMap(new LinkedHashMap<>(expected));
        }
    }
}
