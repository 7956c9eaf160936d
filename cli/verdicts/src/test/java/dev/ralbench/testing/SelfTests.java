package dev.ralbench.testing;

import dev.ralbench.result.Design;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.SelfTestResult;
import dev.ralbench.result.SelfTestResult.RecordedOutcome;
import dev.ralbench.result.SelfTestResult.Rule;
import dev.ralbench.result.SelfTestResult.SelfTestDecision;
import dev.ralbench.result.SelfTestResult.SelfTestedRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Self-tests that never took place but could have. */
public final class SelfTests {
    public static final String GOODPUT = "goodput@16";
    public static final String CPU = "cpu/request@16";

    private SelfTests() {}

    /**
     * A self-test with so many runs.
     *
     * @param equal runs of equal variants
     * @param worse of these, the first so many have a significant difference upwards
     * @param injected runs with more CPU per request
     * @param found how many of these were found
     */
    public static SelfTestResult of(int equal, int worse, int injected, int found) {
        var runs = new ArrayList<SelfTestedRun>();
        for (int i = 0; i < equal; i++) {
            runs.add(equal(SelfTestDecision.PASS, rule(GOODPUT, i < worse ? 0.01 : 0.4)));
        }
        for (int i = 0; i < injected; i++) {
            runs.add(injected(i, i < found));
        }
        return of(runs);
    }

    /** A self-test of these runs. */
    public static SelfTestResult of(List<SelfTestedRun> runs) {
        return new SelfTestResult(
                SelfTestResult.SCHEMA,
                "ralbench 0.1.0",
                Instant.parse("2026-02-11T09:14:07Z"),
                runs.stream().mapToDouble(SelfTestedRun::seconds).sum(),
                List.of(new Design.GateReference("selftest", "0".repeat(64))),
                new Fingerprint(Map.of("cores", "2"), Map.of("jdk", "25.0.3"), Map.of()),
                runs);
    }

    /** A run of equal variants. */
    public static SelfTestedRun equal(SelfTestDecision decision, Rule... rules) {
        return new SelfTestedRun(
                Optional.empty(), Optional.empty(), decision, 12, 0, 48, 7, List.of(rules), Optional.empty());
    }

    private static SelfTestedRun injected(int number, boolean isFound) {
        var outcome = isFound ? RecordedOutcome.FAIL : RecordedOutcome.INCONCLUSIVE;
        return new SelfTestedRun(
                Optional.of("extra-cpu"),
                Optional.of(CPU),
                isFound ? SelfTestDecision.FAIL : SelfTestDecision.INCONCLUSIVE,
                12,
                1,
                50,
                number,
                List.of(rule(GOODPUT, 0.3), rule(CPU, outcome, 0.0002, 0.01)),
                isFound ? Optional.empty() : Optional.of("results/selftest/" + number + ".json"));
    }

    /**
     * A noisy rule that passed.
     *
     * @param probabilityOfWorse its one-sided p value; that of the other side is the rest of 1
     */
    public static Rule rule(String id, double probabilityOfWorse) {
        return rule(id, RecordedOutcome.PASS, probabilityOfWorse, 0.01);
    }

    /** A noisy rule whose blocks lie so far from no difference, by turns to either side. */
    public static Rule rule(String id, RecordedOutcome outcome, double probabilityOfWorse, double swing) {
        return new Rule(
                id,
                "relative",
                outcome,
                Optional.of(0.001),
                Optional.of(probabilityOfWorse),
                Optional.of(1 - probabilityOfWorse),
                IntStream.range(0, 12)
                        .mapToObj(i -> i % 2 == 0 ? swing : -swing)
                        .toList());
    }
}
