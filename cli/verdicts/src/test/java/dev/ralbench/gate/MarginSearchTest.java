package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.gate.MarginSearch.CellNoise;
import dev.ralbench.gate.MarginSearch.Chosen;
import dev.ralbench.gate.MarginSearch.FoundMargins;
import dev.ralbench.gate.MarginSearch.Margin;
import dev.ralbench.load.Level;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which margins noise allows. */
class MarginSearchTest {
    private static final Gate LIKE = GateFile.parse("like.yaml", """
            version: 1
            gate: like
            design: { shape: sequential, pairs: { looks: [6, 9, 12, 16, 20] } }
            absolute: [ { metric: errors, levels: all, max: 0% } ]
            """, List.of());
    private static final Margin USUAL = new Margin(0.05, 0.10);

    private static FoundMargins found(CellNoise... noise) {
        return SimulatedOnce.margins(LIKE).of(List.of(noise));
    }

    private static CellNoise goodput(String level, double most) {
        return new CellNoise(RequestMetrics.GOODPUT, Cells.level(level), most / 1.5, most);
    }

    private static CellNoise cpu(double most) {
        return new CellNoise(ProcessMetrics.CPU_PER_REQUEST, Level.ofUsers(64), most / 1.5, most);
    }

    @Test
    void aQuietServiceGetsTheUsualMarginsAndPassesAtTheFirstLook() {
        var found = found(goodput("8", 0.02), goodput("64", 0.02), cpu(0.02));

        assertThat(found.rules()).extracting(Chosen::margin).containsOnly(USUAL).hasSize(3);
        assertThat(found.tooNoisy()).isEmpty();
        assertThat(found.outlook().passes()).isGreaterThan(0.98);
        assertThat(found.outlook().pairs()).isBetween(6.0, 7.0);
    }

    @Test
    void aNoisyMetricGetsAWiderMarginAndTheOthersDoNot() {
        var found = found(goodput("8", 0.02), cpu(0.14));

        assertThat(found.rules().getFirst().margin()).isEqualTo(USUAL);
        assertThat(found.rules().getLast().margin().material()).isBetween(0.10, 0.15);
        assertThat(found.outlook().passes()).isGreaterThanOrEqualTo(0.95);
        assertThat(found.outlook().pairs()).isGreaterThan(6.5);
    }

    @Test
    void whatIsTooNoisyForTheWidestMarginIsLeftOutAndTheOthersKeepTheirs() {
        var found = found(goodput("8", 0.02), cpu(0.9), goodput("64", 0.02));

        assertThat(found.tooNoisy()).containsExactly(cpu(0.9));
        assertThat(found.rules())
                .extracting(Chosen::noise, Chosen::margin)
                .containsExactly(tuple(goodput("8", 0.02), USUAL), tuple(goodput("64", 0.02), USUAL));
    }

    @Test
    void nothingMayBeLeft() {
        var found = found(cpu(2), goodput("8", 3));

        assertThat(found.rules()).isEmpty();
        assertThat(found.tooNoisy()).containsExactlyInAnyOrder(goodput("8", 3), cpu(2));
        assertThat(found(new CellNoise[0]).outlook().passes()).isEqualTo(1);
    }

    /** The promise itself: whatever the noise, identical builds pass with the margins that are chosen. */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.05, 0.08, 0.12, 0.2, 0.3})
    void identicalBuildsPassWhateverTheNoise(double most) {
        var found = found(goodput("8", most), goodput("64", most), cpu(most));

        assertThat(found.outlook().passes()).isGreaterThanOrEqualTo(0.95);
        assertThat(found.rules().size() + found.tooNoisy().size()).isEqualTo(3);
    }

    /** 1 % of the gates may fail though nothing differs, and the levels of the looks are shared by the rules. */
    @Test
    void drawsAreJudgedByTheRealRules() {
        var wide = new NoisyJudge.Margins(50, 100);
        var builds = SimulatedOnce.builds(LIKE, 4);

        var outlook = builds.identical(Collections.nCopies(4, wide));

        assertThat(outlook.passes()).isCloseTo(1, Offset.offset(0.01));
        assertThat(outlook.pairs()).isEqualTo(6);
        assertThat(builds.identical(Collections.nCopies(4, new NoisyJudge.Margins(0.1, 0.1))))
                .satisfies(narrow -> assertThat(narrow.passes()).isLessThan(0.05))
                .satisfies(narrow -> assertThat(narrow.pairs()).isGreaterThan(19));
    }

    @Test
    void marginsAreRoundAndGrowFromWhatIsUsual() {
        assertThat(Margin.of(RequestMetrics.GOODPUT))
                .containsExactly(
                        new Margin(0.05, 0.10), new Margin(0.10, 0.20), new Margin(0.15, 0.30), new Margin(0.25, 0.50));
    }

    @Test
    void noMarginIsBelowWhatMattersForTheMetric() {
        assertThat(Margin.of(RequestMetrics.P99))
                .containsExactly(new Margin(0.10, 0.25), new Margin(0.15, 0.30), new Margin(0.25, 0.50));
        assertThat(Margin.of(ProcessMetrics.ALLOCATION_PER_REQUEST))
                .startsWith(new Margin(0.02, 0.05), new Margin(0.05, 0.10))
                .hasSize(5);
    }

    @Test
    void lessGoodputIsMoreHarmThanMoreTime() {
        var margin = new Margin(0.05, 0.10);

        assertThat(margin.inDeviations(RequestMetrics.GOODPUT, 0.02).tolerate()).isCloseTo(5.268, within(0.001));
        assertThat(margin.inDeviations(RequestMetrics.P90, 0.02).tolerate()).isCloseTo(4.766, within(0.001));
    }

    @Test
    void pairsThatDoNotDifferKeepAnyMargin() {
        assertThat(new Margin(0.05, 0.10)
                        .inDeviations(RequestMetrics.GOODPUT, 0)
                        .tolerate())
                .isPositive()
                .isInfinite();
    }
}
