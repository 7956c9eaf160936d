package dev.ralbench.claims;

import dev.ralbench.result.Claim;
import dev.ralbench.result.ClaimKind;
import dev.ralbench.result.ReferenceFigures.Figure;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A claim with its findings.
 *
 * @param tests one for each test of the claim
 * @param contradiction the figure of the same study that refutes it
 */
public record ClaimResult(Claim claim, List<TestResult> tests, Optional<Figure> contradiction) {
    public ClaimResult {
        tests = List.copyOf(tests);
    }

    /**
     * The result of one test of a claim.
     *
     * @param expected in the measured unit
     * @param suspect variants whose trials are suspect
     */
    public record TestResult(
            Claim.Test test,
            ClaimVerdict verdict,
            ExpressionValue measured,
            ExpressionValue expected,
            List<String> suspect) {
        public TestResult {
            suspect = List.copyOf(suspect);
        }
    }

    /** One test that is not met refutes a claim; all have to be met to bear it out. */
    public ClaimVerdict verdict() {
        if (contradiction.isPresent()) {
            return ClaimVerdict.CONTRADICTED_BY_ITS_SOURCE;
        }
        return Stream.of(ClaimVerdict.NOT_REPRODUCED, ClaimVerdict.NOT_MEASURED_HERE)
                .filter(worse -> tests.stream().anyMatch(test -> test.verdict() == worse))
                .findFirst()
                .orElse(tests.isEmpty() ? ClaimVerdict.NOT_MEASURED_HERE : ClaimVerdict.REPRODUCED);
    }

    /**
     * Whether a gate fails: a value that should be equal on every machine was measured and differs, and this was not
     * known.
     */
    public boolean breaksGate() {
        return isRefuted() && claim.knownNotToHold().isEmpty();
    }

    /** Whether it is refuted, as is known. */
    public boolean isKnownNotToHold() {
        return isRefuted() && !claim.knownNotToHold().isEmpty();
    }

    private boolean isRefuted() {
        return claim.kind() == ClaimKind.STRUCTURE && verdict() == ClaimVerdict.NOT_REPRODUCED;
    }
}
