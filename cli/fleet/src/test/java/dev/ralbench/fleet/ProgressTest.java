package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.SampleLoadTotals;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final Progress.Figures FIGURES = new Progress.Figures(
            Map.of(Outcome.OK, 40L, Outcome.TIMEOUT, 3L),
            SampleLoadTotals.of(1, 40, 20, 3).successful());
    private static final Progress PROGRESS = new Progress(
            12, FIGURES, Map.of("cart", FIGURES, "list", new Progress.Figures(Map.of(), LatencyDistribution.empty())));

    @Test
    void whatIsWrittenIsRead() {
        assertThat(Progress.read(PROGRESS.bytes())).isEqualTo(PROGRESS);
    }

    @Test
    void bytesThatAreCutShortAreRefused() {
        var bytes = PROGRESS.bytes();
        for (int length = 0; length < bytes.length; length++) {
            var some = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> Progress.read(some)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Two hundred names that did nothing cost no bytes. */
    @Test
    void namesThatDidNothingAreLeftOut() {
        var before = SampleLoadTotals.of(1, 40, 20, 0);
        var after = SampleLoadTotals.then(before, 1, 2, 20, 1);

        var progress = Progress.of(3, after, after.since(before));

        assertThat(progress.all().outcomes()).isEqualTo(Map.of(Outcome.OK, 42L, Outcome.TIMEOUT, 1L));
        assertThat(progress.all().successful().count()).isEqualTo(2);
        assertThat(progress.byName()).isEmpty();
    }
}
