package dev.ralbench.gate;

import java.util.List;

/**
 * What a gate decides about a comparison.
 *
 * @param name of the gate
 * @param sha256 of its file
 * @param decision over all rules
 * @param look which of the declared looks this is, from 1
 * @param looks after how many blocks it may decide
 * @param alpha probability that any rule fails though nothing differs, over all looks
 * @param alphaThisLook the share of this look
 * @param familySize rules that share alpha
 * @param rules in the order of the file
 * @param notes what else to say, such as the command that settles what is undecided
 */
public record GateResult(
        String name,
        String sha256,
        Decision decision,
        int look,
        List<Integer> looks,
        double alpha,
        double alphaThisLook,
        int familySize,
        List<RuleResult> rules,
        List<String> notes) {
    public GateResult {
        looks = List.copyOf(looks);
        rules = List.copyOf(rules);
        notes = List.copyOf(notes);
    }

    /** Each has an exit code of its own. */
    public enum Decision {
        PASS,
        FAIL,
        /** Undecided at the last look; an error unless the gate says to warn only. */
        INCONCLUSIVE,
        /** Undecided, and more blocks may be measured. */
        CONTINUE,
        /** Too much of the measurement cannot be trusted. */
        INVALID,
        /** A rule has nothing to judge, or results may not be compared. */
        INCOMPARABLE,
    }
}
