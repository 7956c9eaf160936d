package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.UserCache;
import dev.ralbench.gate.GateExplanation.Load;
import dev.ralbench.measurement.Metric;
import dev.ralbench.result.NoiseBank;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateExplanationTest {
    private static final Gate PR = GateFile.read(GateFileTest.EXAMPLES.resolve("pr.yaml"));
    private static final Instant AT = Instant.parse("2026-02-11T09:14:07Z");

    @TempDir
    private Path folder;

    private static NoiseBank.Entry entry(String run, double... harms) {
        return new NoiseBank.Entry(
                AT,
                run,
                "base",
                "head",
                "p99",
                "1024",
                Noise.shape(PR.design().turns()),
                Arrays.stream(harms).boxed().toList(),
                Map.of("suspectTrials", 0.0));
    }

    /** Four rules and three looks at 1 % need 11 pairs. */
    @Test
    void familyLooksAndTimeAreSaidInWords() {
        var load = new Load(List.of(), 1, OptionalDouble.of(76), "as the last gated run of the scenario here");
        var lines = GateExplanation.lines(PR, load, List.of());

        assertThat(lines)
                .startsWith(
                        "gate pr: alternating, 4 noisy rules in the family, 3 exact, 2 absolute",
                        "decides after 12, 16, 20 pairs; false alarms at most 1 % over all looks together, 0.333 % at"
                                + " each",
                        "fewer than 11 pairs could decide nothing; the first look has 12")
                .endsWith(
                        "takes about 15 min if 12 pairs decide it, 25 min if it needs all 20, as the last gated run of the"
                                + " scenario here");
        assertThat(lines).anyMatch(line -> line.startsWith("  cpu/request@1024: ") && line.contains("vary by 8 %"));
    }

    @Test
    void aSequentialGateTakesTheScenariosTime() {
        var nightly = GateFile.read(GateFileTest.EXAMPLES.resolve("nightly.yaml"));

        assertThat(GateExplanation.lines(nightly, new Load(List.of(), 1, OptionalDouble.empty(), ""), List.of())
                        .getLast())
                .contains("--scenario");
        assertThat(GateExplanation.lines(nightly, new Load(List.of("256"), 1, OptionalDouble.of(300), ""), List.of())
                        .getLast())
                .isEqualTo("takes about 60 min if 12 pairs decide it, 100 min if it needs all 20");
    }

    @Test
    void theBankSaysWhatTheMachineReallyDoes() {
        var bank = IntStream.range(0, 20)
                .mapToObj(run -> entry("run " + run, 0.5 + run, 0.6 + run, 0.5 + run, 0.6 + run))
                .toList();

        var noise = Noise.of(bank, PR.design().turns(), Metric.P99, "1024").orElseThrow();
        var lines = GateExplanation.lines(PR, new Load(List.of(), 1, OptionalDouble.empty(), ""), bank);

        // a run's own shift does not count: sd of .5 .6 .5 .6 is 0.0577
        assertThat(noise.sd()).isCloseTo(0.057735, Offset.offset(1e-6));
        assertThat(noise.lag1()).isCloseTo(-0.75, Offset.offset(1e-9));
        assertThat(noise.sd95().orElseThrow()).isCloseTo(0.057735, Offset.offset(1e-6));
        assertThat(Noise.of(bank, PR.design().turns(), Metric.P99, "256")).isEmpty();
        assertThat(Noise.of(bank.subList(0, 19), PR.design().turns(), Metric.P99, "1024")
                        .orElseThrow()
                        .sd95())
                .isEmpty();
        assertThat(lines)
                .anyMatch(line -> line.startsWith("    here pairs varied by 5.77 % in 80 pairs of 20 runs; 95 % of"));
    }

    @Test
    void aBankKeepsWhatItIsGivenAndForgivesABrokenLine() throws IOException {
        var bank = NoiseBank.in(new UserCache(folder));
        bank.append("c7f1d2", "shop", List.of(entry("one", 0.1, 0.2), entry("two", 0.3)));
        Files.writeString(folder.resolve("noise/c7f1d2/shop.jsonl"), "{\"at\": \"20", StandardOpenOption.APPEND);
        Files.writeString(folder.resolve("noise/c7f1d2/shop.jsonl"), "\n", StandardOpenOption.APPEND);
        bank.append("c7f1d2", "shop", List.of(entry("one", 0.4)));

        assertThat(bank.read("c7f1d2", "shop")).containsExactly(entry("one", 0.4), entry("two", 0.3));
        assertThat(bank.read("c7f1d2", "other")).isEmpty();
        assertThat(Files.readAllLines(folder.resolve("noise/c7f1d2/shop.jsonl")))
                .hasSize(4);
    }
}
