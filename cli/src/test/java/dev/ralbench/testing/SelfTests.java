package dev.ralbench.testing;

import dev.ralbench.result.Design;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.SelfTestResult;
import dev.ralbench.result.SelfTestResult.Rule;
import dev.ralbench.result.SelfTestResult.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Self-tests that never took place but could have. */
public final class SelfTests {
    private static final String GOODPUT = "goodput@16";
    private static final String CPU = "cpu/request@16";

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
        var runs = new ArrayList<Run>();
        for (int i = 0; i < equal; i++) {
            runs.add(new Run(
                    Optional.empty(),
                    Optional.empty(),
                    "pass",
                    12,
                    0,
                    48,
                    i,
                    List.of(rule(GOODPUT, "pass", i < worse ? 0.01 : 0.4)),
                    Optional.empty()));
        }
        for (int i = 0; i < injected; i++) {
            boolean isFound = i < found;
            runs.add(new Run(
                    Optional.of("extra-cpu"),
                    Optional.of(CPU),
                    isFound ? "fail" : "inconclusive",
                    12,
                    1,
                    50,
                    i,
                    List.of(rule(GOODPUT, "pass", 0.3), rule(CPU, isFound ? "fail" : "inconclusive", 0.0002)),
                    isFound ? Optional.empty() : Optional.of("results/selftest/" + i + ".json")));
        }
        return new SelfTestResult(
                SelfTestResult.SCHEMA,
                "ralbench 0.1.0",
                Instant.parse("2026-02-11T09:14:07Z"),
                48.0 * equal + 50.0 * injected,
                List.of(new Design.GateReference("selftest", "0".repeat(64))),
                new Fingerprint(Map.of("cores", "2"), Map.of("jdk", "25.0.3"), Map.of()),
                runs);
    }

    private static Rule rule(String id, String outcome, double probabilityOfWorse) {
        return new Rule(
                id,
                "relative",
                outcome,
                Optional.of(0.001),
                Optional.of(probabilityOfWorse),
                Optional.of(1 - probabilityOfWorse),
                IntStream.range(0, 12).mapToObj(i -> i % 2 == 0 ? 0.01 : -0.01).toList());
    }
}
