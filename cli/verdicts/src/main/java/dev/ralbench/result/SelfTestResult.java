package dev.ralbench.result;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * A self-test's findings: how the gate judged a target against itself, and against itself with a regression built in.
 *
 * @param schema name and version of the format
 * @param tool ralbench's version
 * @param seconds how long all of it took
 * @param gates the rules that judged
 * @param machine that it ran on
 * @param runs in the order in which they were made
 */
public record SelfTestResult(
        String schema,
        String tool,
        Instant startedAt,
        double seconds,
        List<Design.GateReference> gates,
        Fingerprint machine,
        List<SelfTestedRun> runs) {

    /** The format that this version writes. */
    public static final String SCHEMA = "ralbench.selftest/1";

    public SelfTestResult {
        gates = List.copyOf(gates);
        runs = List.copyOf(runs);
    }

    /** A copy with one more run, which was judged by this gate. */
    public SelfTestResult plus(SelfTestedRun run, Design.GateReference gate, double newSeconds) {
        var more = new ArrayList<>(runs);
        more.add(run);
        var known = new LinkedHashSet<>(gates);
        known.add(gate);
        return new SelfTestResult(schema, tool, startedAt, newSeconds, List.copyOf(known), machine, more);
    }

    /**
     * One run of two variants under a gate.
     *
     * @param injected the variant with a regression built in; empty if both are the same
     * @param expected id of the rule that is meant to see it; empty if none may
     * @param decision of the gate
     * @param blocks that were judged
     * @param repeatedBlocks blocks that were measured again because a trial was invalid
     * @param file the run's own result, if it was kept
     */
    public record SelfTestedRun(
            Optional<String> injected,
            Optional<String> expected,
            SelfTestDecision decision,
            int blocks,
            int repeatedBlocks,
            double seconds,
            long seed,
            List<Rule> rules,
            Optional<String> file) {
        public SelfTestedRun {
            rules = List.copyOf(rules);
        }

        /** A copy that names the file in which the run's own result is kept. */
        public SelfTestedRun keptIn(String path) {
            return new SelfTestedRun(
                    injected, expected, decision, blocks, repeatedBlocks, seconds, seed, rules, Optional.of(path));
        }

        /**
         * Whether the gate's rule for the injected regression failed; whether it decided, and none failed, if nothing
         * was injected.
         */
        public boolean isAsExpected() {
            return expected.map(id -> rules.stream()
                            .anyMatch(rule -> rule.id().equals(id) && rule.outcome() == RecordedOutcome.FAIL))
                    .orElseGet(() -> decision == SelfTestDecision.PASS || decision == SelfTestDecision.INCONCLUSIVE);
        }
    }

    /** The decision of the gate on a run. */
    public enum SelfTestDecision {
        PASS,
        FAIL,
        INCONCLUSIVE,
        /** The gate needs more blocks to decide. */
        CONTINUE,
        /** The measurement cannot be trusted. */
        INVALID,
        /** A rule had nothing to judge, or the variants did not do the same work. */
        INCOMPARABLE;

        /** Whether the rules gave a decision of any kind. */
        public boolean isOfRules() {
            return switch (this) {
                case PASS, FAIL, INCONCLUSIVE -> true;
                case CONTINUE, INVALID, INCOMPARABLE -> false;
            };
        }

        /** The decision as result files spell it. */
        public String word() {
            return ResultNaming.spelled(this);
        }
    }

    /** The outcome of a rule. */
    public enum RecordedOutcome {
        PASS,
        FAIL,
        INCONCLUSIVE,
        /** A known and wanted change. */
        ACCEPTED,
        /** Base and head were not measured together. */
        NOT_JUDGED,
        NO_DATA,
    }

    /**
     * The outcome of one rule in a run.
     *
     * @param kind how it is judged, as gate files name it: {@code relative}, {@code exact}, {@code absolute}
     * @param harm estimated difference, above 0 is worse; empty if there is none
     * @param probabilityOfWorse one-sided p value, before any correction
     * @param probabilityOfBetter the same in the other direction
     * @param perBlock the difference of each block
     */
    public record Rule(
            String id,
            String kind,
            RecordedOutcome outcome,
            Optional<Double> harm,
            Optional<Double> probabilityOfWorse,
            Optional<Double> probabilityOfBetter,
            List<Double> perBlock) {
        public Rule {
            perBlock = List.copyOf(perBlock);
        }
    }
}
