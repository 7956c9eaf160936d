package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.gate.GateExplanation.Load;
import dev.ralbench.load.Level;
import dev.ralbench.metric.RequestMetrics;
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
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateExplanationTest {
    private static final Gate PR =
            GateFile.read(GateFileTest.EXAMPLES.resolve("pr.yaml")).atLevels(List.of(256, 1024));
    private static final Instant AT = Instant.parse("2026-02-11T09:14:07Z");

    @TempDir
    private Path directory;

    private static NoiseBank.NoiseEntry entry(String run, double... harms) {
        return new NoiseBank.NoiseEntry(
                AT,
                run,
                "base",
                "head",
                "p90",
                "1024",
                Noise.shape(PR.design().turns()),
                Arrays.stream(harms).boxed().toList(),
                Map.of("suspectTrials", 0.0));
    }

    /** Four rules and three looks at 1 % need 11 pairs; the looks at 6 and 9 can fail nothing. */
    @Test
    void familyLooksAndTimeAreSaidInWords() {
        var load = new Load(List.of(), 1, OptionalDouble.of(76), "as the last gated run of the scenario here");
        var lines = GateExplanation.lines(PR, load, List.of());

        assertThat(lines)
                .startsWith(
                        "gate pr: alternating, 4 noisy rules in the family, 4 exact, 2 absolute",
                        "may pass after 6, 9, 12, 16, 20 pairs: if head is worse by exactly what a rule tolerates, the"
                                + " rule still passes with a probability of at most 5 %",
                        "may fail after 12, 16, 20 pairs: if nothing differs, a noisy rule fails with a probability of at"
                                + " most 1 %",
                        "the whole gate fails with a probability of 95 % if head is worse in one metric by:")
                .endsWith(
                        "takes about 7.6 min if 6 pairs decide it, 25 min if it needs all 20, as the last gated run of the"
                                + " scenario here");
        assertThat(lines).anyMatch(line -> line.startsWith("  cpu/request@1024: ") && line.contains("vary by 8 %"));
    }

    @Test
    void aSequentialGateTakesTheScenariosTime() {
        var nightly = GateFile.read(GateFileTest.EXAMPLES.resolve("nightly.yaml"));

        assertThat(GateExplanation.lines(nightly, new Load(Cells.levels(256), 1, OptionalDouble.of(300), ""), List.of())
                        .getLast())
                .isEqualTo("takes about 30 min if 6 pairs decide it, 100 min if it needs all 20");
    }

    @Test
    void withoutAScenarioTheTimeIsNotKnown() {
        assertThat(GateExplanation.lines(PR, new Load(List.of(), 1, OptionalDouble.empty(), ""), List.of())
                        .getLast())
                .contains("--scenario");
    }

    @Test
    void theBankSaysWhatTheMachineReallyDoes() {
        var bank = IntStream.range(0, 20)
                .mapToObj(run -> entry("run " + run, 0.5 + run, 0.6 + run, 0.5 + run, 0.6 + run))
                .toList();

        var noise = Noise.of(bank, PR.design().turns(), RequestMetrics.P90, Level.ofUsers(1024))
                .orElseThrow();
        var lines = GateExplanation.lines(PR, new Load(List.of(), 1, OptionalDouble.empty(), ""), bank);

        // a run's own shift does not count: sd of .5 .6 .5 .6 is 0.0577
        assertThat(noise.sd()).isCloseTo(0.057735, Offset.offset(1e-6));
        // -0.75, where independent values have -1/4
        assertThat(noise.correlation().orElseThrow()).isCloseTo(-0.5, Offset.offset(1e-9));
        assertThat(noise.sd95().orElseThrow()).isCloseTo(0.057735, Offset.offset(1e-6));
        assertThat(Noise.of(bank, PR.design().turns(), RequestMetrics.P90, Level.ofUsers(256)))
                .isEmpty();
        assertThat(Noise.of(bank.subList(0, 19), PR.design().turns(), RequestMetrics.P90, Level.ofUsers(1024))
                        .orElseThrow()
                        .sd95())
                .isEmpty();
        assertThat(lines)
                .anyMatch(line -> line.startsWith("    here pairs varied by 5.77 % in 80 pairs of 20 runs; 95 % of"))
                .anyMatch(line -> line.contains("from pair to pair they correlate by -0.50: finds"));
    }

    /** The lag of twelve independent values is -1/12 on average: no correlation, whatever the bank's size. */
    @Test
    void independentPairsDoNotCorrelate() {
        var random = new Random(5);
        var bank = IntStream.range(0, 200)
                .mapToObj(run -> entry(
                        "run " + run,
                        DoubleStream.generate(random::nextGaussian).limit(12).toArray()))
                .toList();

        assertThat(Noise.of(bank, PR.design().turns(), RequestMetrics.P90, Level.ofUsers(1024))
                        .orElseThrow()
                        .correlation())
                .isEmpty();
        assertThat(GateExplanation.lines(PR, new Load(List.of(), 1, OptionalDouble.empty(), ""), bank))
                .anyMatch(line -> line.contains("from pair to pair they do not correlate: finds"));
    }

    @Test
    void aBankKeepsWhatItIsGivenAndForgivesABrokenLine() throws IOException {
        var bank = NoiseBank.in(directory);
        bank.append("c7f1d2", "shop", List.of(entry("one", 0.1, 0.2), entry("two", 0.3)));
        Files.writeString(directory.resolve("noise/c7f1d2/shop.jsonl"), "{\"at\": \"20", StandardOpenOption.APPEND);
        Files.writeString(directory.resolve("noise/c7f1d2/shop.jsonl"), "\n", StandardOpenOption.APPEND);
        bank.append("c7f1d2", "shop", List.of(entry("one", 0.4)));

        assertThat(bank.read("c7f1d2", "shop")).containsExactly(entry("one", 0.4), entry("two", 0.3));
        assertThat(bank.read("c7f1d2", "other")).isEmpty();
        assertThat(Files.readAllLines(directory.resolve("noise/c7f1d2/shop.jsonl")))
                .hasSize(4);
    }
}
