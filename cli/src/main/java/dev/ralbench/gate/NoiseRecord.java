package dev.ralbench.gate;

import dev.ralbench.compare.Comparison;
import dev.ralbench.result.NoiseBank;
import java.time.Instant;

/** Keeps what every judged run shows about the noise of its machine. */
public final class NoiseRecord {
    private NoiseRecord() {}

    /** Appends the pairs of a judged run; results of different runs have no pairs, and add nothing. */
    public static void append(NoiseBank bank, GateResult result, Comparison comparison, Instant at) {
        var entries = Noise.entries(result, comparison, at);
        if (entries.isEmpty() || comparison.runs().isEmpty()) {
            return;
        }
        var run = comparison.runs().getFirst();
        var scenario = String.valueOf(run.scenario().getOrDefault("name", "scenario"));
        bank.append(NoiseBank.hostKey(run.fingerprint()), scenario, entries);
    }
}
