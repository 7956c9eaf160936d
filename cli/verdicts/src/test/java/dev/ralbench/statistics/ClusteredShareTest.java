package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.statistics.ClusteredShare.Cluster;
import dev.ralbench.testing.DependentSlots;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusteredShareTest {
    private static final double ALPHA = 0.05;

    private static List<Cluster> batches(long... hits) {
        return Arrays.stream(hits).mapToObj(count -> new Cluster(count, 1000)).toList();
    }

    /** Requests that come one at a time have no others that they could be slow with. */
    @Test
    void withoutBatchesAndFewRequestsTheBoundsAreThoseOfClopperAndPearson() {
        var share = ClusteredShare.of(3, 1000, 1, List.of());
        assertThat(share.designEffect()).isEqualTo(1);
        assertThat(share.upperBound(ALPHA)).isEqualTo(Proportions.upperBound(3, 1000, ALPHA));
        assertThat(share.lowerBound(ALPHA)).isEqualTo(Proportions.lowerBound(3, 1000, ALPHA));
    }

    /** Files of before have no batches: 700 requests in 250 ms depend on each other as in the recorded self-test. */
    @Test
    void withoutBatchesTheRecordedDependenceIsAssumed() {
        var share = ClusteredShare.of(140, 14_000, 700, List.of());
        assertThat(share.designEffect()).isEqualTo(14.98, within(0.001));
        assertThat(share.upperBound(ALPHA))
                .isEqualTo(Proportions.upperBound(140 / 14.98, 14_000 / 14.98, ALPHA), within(1e-9));
    }

    @Test
    void batchesWithoutASlowRequestSayNothingOfDependence() {
        assertThat(ClusteredShare.of(0, 4000, 250, List.of(batches(0, 0, 0, 0))).designEffect())
                .isEqualTo(5.98, within(0.001));
    }

    /** Variance of the sum: 4 / 3 of the squares, which are 4 times 30²; of independent requests 40 times 0.99. */
    @Test
    void theDesignEffectIsTheVarianceOverThatOfIndependentRequests() {
        var share = ClusteredShare.of(160, 4000, 1, List.of(batches(10, 70, 10, 70)));
        double variance = 4 / 3.0 * 4 * 30 * 30;
        double independent = 4000 * 0.04 * 0.96;
        assertThat(share.designEffect()).isEqualTo(variance / independent, within(1e-9));
        assertThat(share.freedom()).isEqualTo(4);
    }

    @Test
    void batchesThatAgreeByChanceAreMixedWithWhatIsExpected() {
        var share = ClusteredShare.of(40, 4000, 701, List.of(batches(10, 10, 10, 11)));
        double between = 4 / 3.0 * (3 * 0.25 * 0.25 + 0.75 * 0.75) / (4000 * (41 / 4000.0) * (1 - 41 / 4000.0));
        assertThat(share.designEffect()).isEqualTo((3 * between + 15) / 4, within(1e-6));
    }

    /** Three starts of a target that differ more than the batches of one do. */
    @Test
    void stretchesThatDifferWidenTheBounds() {
        var alike = ClusteredShare.of(
                120, 12_000, 1, List.of(batches(9, 11, 9, 11), batches(9, 11, 9, 11), batches(9, 11, 9, 11)));
        var apart = ClusteredShare.of(
                120, 12_000, 1, List.of(batches(2, 2, 2, 2), batches(18, 18, 18, 18), batches(10, 10, 10, 10)));
        assertThat(apart.designEffect()).isGreaterThan(5 * alike.designEffect());
        assertThat(apart.freedom()).isEqualTo(3);
    }

    @Test
    void allHitsAndNoneHaveBounds() {
        assertThat(ClusteredShare.of(121, 121, 6, List.of()).upperBound(ALPHA)).isEqualTo(1);
        assertThat(ClusteredShare.of(121, 121, 6, List.of()).lowerBound(ALPHA)).isBetween(0.9, 1.0);
        assertThat(ClusteredShare.of(0, 121, 6, List.of()).lowerBound(ALPHA)).isZero();
    }

    /**
     * At the limit itself, with requests as dependent as those of the recorded self-test: 250 ms of it have a design
     * effect of 8 at p99 and of 15 at p90, and neighbours resemble each other by half. Each word is wrong there in 3 to 7
     * of 100 cases; the outer half of a hundredth is for the chance of so few draws.
     */
    @ParameterizedTest
    @CsvSource({"0.01, 0.01, 700", "0.1, 0.02, 700", "0.01, 0.01, 250", "0.1, 0.02, 250"})
    void levelsAtTheLimitAreCalledMetOrMissedAsOftenAsPromised(double share, double intraclass, int requests) {
        var called = new DependentSlots(share, intraclass, 0.5, requests).called(2000, 7);
        assertThat(called.met()).isBetween(0.025, 0.075);
        assertThat(called.missed()).isBetween(0.025, 0.075);
    }
}
