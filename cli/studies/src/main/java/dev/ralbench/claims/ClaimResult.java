package dev.ralbench.claims;

import dev.ralbench.reference.Claim;
import dev.ralbench.reference.ClaimKind;
import dev.ralbench.reference.ReferenceFigures.Figure;
import dev.ralbench.reference.ReferenceFigures.Qualifier;
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
     */
    public record TestResult(
            Claim.Test test, ClaimVerdict verdict, ExpressionValue measured, ExpressionValue expected, Basis basis) {

        /**
         * Whether at least twice as much was measured as is claimed: the claim stands, but its number is another one
         * here.
         */
        public boolean isFarMore() {
            return verdict == ClaimVerdict.REPRODUCED
                    && test.qualifier() == Qualifier.AT_LEAST
                    && measured instanceof ExpressionValue.Value value
                    && expected instanceof ExpressionValue.Value least
                    && least.value() > 0
                    && value.value() >= 2 * least.value();
        }
    }

    /**
     * The trials that a test rests on.
     *
     * @param suspect variants with suspect trials, such as {@code plain of batching-c300}
     * @param isAllSuspect whether no trial is valid
     */
    public record Basis(List<String> suspect, boolean isAllSuspect) {
        static final Basis NOTHING = new Basis(List.of(), false);

        public Basis {
            suspect = List.copyOf(suspect);
        }
    }

    /** One test that is not met refutes a claim; all have to be met to bear it out. */
    public ClaimVerdict verdict() {
        return Stream.of(
                        ClaimVerdict.CONTRADICTED_BY_ITS_SOURCE,
                        ClaimVerdict.NOT_REPRODUCED,
                        ClaimVerdict.NOT_TOLD_APART,
                        ClaimVerdict.NOT_MEASURED_HERE)
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
