package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.compare.WithoutBase;
import dev.ralbench.load.Level;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.BlockOverhead;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.testing.Comparisons;
import dev.ralbench.testing.SyntheticRun;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NoiseRecordTest {
    private static final Instant AT = Instant.parse("2026-02-11T10:00:00Z");
    private static final Gate GATE = GateFile.parse("g.yaml", """
            version: 1
            gate: mine
            design: { shape: sequential, pairs: { looks: [8] } }
            decision: { alpha: 0.01 }
            relative: [{ metric: goodput, levels: [20], material: 5%, tolerate: 10% }]
            exact: [{ metric: sql_request, slack: 0.02 }]
            """, List.of());

    @TempDir
    private Path directory;

    private static Comparison paired() {
        return Comparisons.of(SyntheticRun.of("base", "head")
                .blocks(8)
                .levels(20)
                .levelSeconds(4)
                .run());
    }

    private static GateResult judged(Comparison comparison) {
        return GateJudge.judge(GATE, comparison, LocalDate.of(2026, 3, 1));
    }

    @Test
    void onlyNoisyRulesGiveEntriesWithTheDifferenceOfEachBlock() {
        var comparison = paired();
        var goodput = judged(comparison).rules().getFirst().cell();

        var entries = NoiseRecord.entries(judged(comparison), comparison, AT);

        assertThat(entries).singleElement().satisfies(entry -> {
            assertThat(entry.at()).isEqualTo(AT);
            assertThat(entry.metric()).isEqualTo("goodput");
            assertThat(entry.level()).isEqualTo("20");
            assertThat(entry.baseline()).isEqualTo("base");
            assertThat(entry.variant()).isEqualTo("head");
            assertThat(entry.perBlock())
                    .hasSize(8)
                    .isEqualTo(goodput.change().orElseThrow().perBlock());
            assertThat(entry.telemetry())
                    .containsEntry("suspectTrials", 0.0)
                    .containsEntry("repeatedTrials", 0.0)
                    .containsKey("littleDeviationMax");
        });
    }

    @Test
    void whatWasRecordedIsReadUnderTheKeyOfTheMachine() {
        var comparison = paired();
        var bank = NoiseBank.in(directory);

        NoiseRecord.append(bank, judged(comparison), comparison, AT);
        NoiseRecord.append(bank, judged(comparison), comparison, AT.plusSeconds(60));

        var key = NoiseBank.hostKey(comparison.runs().getFirst().fingerprint());
        assertThat(bank.read(key, "shop-checkout"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.at()).isEqualTo(AT.plusSeconds(60)));
        assertThat(bank.read("000000000000", "shop-checkout")).isEmpty();
    }

    @Test
    void identicalBuildsGiveEntriesForAllThatANoisyRuleMayBeAbout() {
        var entries = NoiseRecord.entries(paired(), AT);

        assertThat(entries)
                .extracting(NoiseBank.NoiseEntry::metric)
                .containsExactlyInAnyOrder("goodput", "p90", "cpu/request", "alloc/request");
        assertThat(entries).allSatisfy(entry -> {
            assertThat(entry.level()).isEqualTo("20");
            assertThat(entry.perBlock()).hasSize(8);
        });
        assertThat(NoiseRecord.entries(Comparisons.historical(), AT)).isEmpty();
    }

    @Test
    void differentRunsHaveNoPairsToRecord() {
        var historical = Comparisons.historical();
        var bank = NoiseBank.in(directory);

        NoiseRecord.append(bank, judged(historical), historical, AT);

        assertThat(directory).isEmptyDirectory();
    }

    /** It has no differences, but its blocks say how long the next ones will take. */
    @Test
    void aRunWithoutABaseLeavesItsTimes() {
        var run = SyntheticRun.of("head").blocks(8).levels(20).turns(4).run();
        var comparison = WithoutBase.of(new ResultSource("head", run));

        var entries = NoiseRecord.entries(judged(comparison), comparison, AT);

        assertThat(entries).singleElement().satisfies(entry -> {
            assertThat(entry.metric()).isEmpty();
            assertThat(entry.perBlock()).isEmpty();
            assertThat(entry.telemetry()).containsEntry("blockVariants", 1.0).containsKey("blockAroundSeconds");
        });
        assertThat(BlockOverhead.newest(entries, 1, false)).isPresent();
        assertThat(Noise.of(entries, run.layout().design().turns(), RequestMetrics.GOODPUT, Level.ofUsers(20)))
                .isEmpty();
    }

    @Test
    void theKeyOfAMachineIsThatOfWhatHasToBeEqual() {
        var one = new Fingerprint(Map.of("cpu", "a", "cores", "2"), Map.of("jdk", "25"), Map.of("load", "1"));
        var sameMachine = new Fingerprint(Map.of("cores", "2", "cpu", "a"), Map.of("jdk", "21"), Map.of());
        var other = new Fingerprint(Map.of("cpu", "a", "cores", "4"), Map.of("jdk", "25"), Map.of("load", "1"));

        assertThat(NoiseBank.hostKey(one))
                .matches("[0-9a-f]{12}")
                .isEqualTo(NoiseBank.hostKey(sameMachine))
                .isNotEqualTo(NoiseBank.hostKey(other));
    }
}
