package dev.ralbench.gate;

import dev.ralbench.compare.Comparison;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.result.SelfTestResult;
import java.time.Instant;
import java.util.List;

/** Records the noise of a machine as shown by every judged run, and by every run of identical builds. */
public final class NoiseRecord {
    private NoiseRecord() {}

    /** Appends the pairs of a judged run; results of different runs have no pairs, and add nothing. */
    public static void append(NoiseBank bank, GateResult result, Comparison comparison, Instant at) {
        append(bank, Noise.entries(result, comparison, at), comparison);
    }

    /** Appends the pairs of a run of identical builds, which no gate has judged. */
    public static void append(NoiseBank bank, Comparison comparison, Instant at) {
        append(bank, Noise.entries(comparison, at), comparison);
    }

    /** The runs of equal variants of a self-test, as the bank of a machine on which this gate is to judge. */
    public static List<NoiseBank.NoiseEntry> of(SelfTestResult result, Gate gate) {
        return Noise.entries(result, gate.design().turns());
    }

    private static void append(NoiseBank bank, List<NoiseBank.NoiseEntry> entries, Comparison comparison) {
        if (entries.isEmpty() || comparison.runs().isEmpty()) {
            return;
        }
        var run = comparison.runs().getFirst();
        var scenario = run.scenario().name();
        bank.append(NoiseBank.hostKey(run.fingerprint()), scenario, entries);
    }
}
