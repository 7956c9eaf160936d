package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Gaps.Gap;
import java.util.List;
import org.junit.jupiter.api.Test;

class GapsTest {
    private static final long MILLI = 1_000_000;

    private static Gap gap(long fromMillis, long toMillis) {
        return new Gap(fromMillis * MILLI, toMillis * MILLI);
    }

    @Test
    void aGapLastsFromOneCompletionToTheNext() {
        var gaps = new Gaps();
        gaps.begin(0);
        gaps.completion(10 * MILLI);
        gaps.completion(2_010 * MILLI);
        gaps.completion(2_015 * MILLI);
        assertThat(gaps.list()).containsExactly(gap(10, 2_010));
    }

    @Test
    void theTimeFromTheFirstRequestToTheFirstCompletionIsAGap() {
        var gaps = new Gaps();
        gaps.begin(5 * MILLI);
        gaps.begin(80 * MILLI);
        gaps.completion(105 * MILLI);
        assertThat(gaps.list()).containsExactly(gap(5, 105));
    }

    @Test
    void aServiceThatNeverAnswersIsOneGapUntilTheEnd() {
        var gaps = new Gaps();
        gaps.begin(0);
        gaps.end(30_000 * MILLI);
        assertThat(gaps.list()).containsExactly(gap(0, 30_000));
    }

    @Test
    void aStallIsWhatTheGapsOfAllLoopsHaveInCommon() {
        var one = List.of(gap(0, 100), gap(200, 500), gap(900, 1_000));
        var other = List.of(gap(50, 250), gap(300, 950));
        assertThat(Gaps.intersect(one, other))
                .containsExactly(gap(50, 100), gap(200, 250), gap(300, 500), gap(900, 950));
        assertThat(Gaps.intersect(other, one)).isEqualTo(Gaps.intersect(one, other));
    }

    @Test
    void aWindowSeesOnlyItsPartOfAGap() {
        var gaps = List.of(gap(100, 300), gap(900, 1_500));
        assertThat(Gaps.longestWithin(gaps, 0, 1_000 * MILLI)).isEqualTo(200 * MILLI);
        assertThat(Gaps.longestWithin(gaps, 1_000 * MILLI, 2_000 * MILLI)).isEqualTo(500 * MILLI);
        assertThat(Gaps.longestWithin(gaps, 2_000 * MILLI, 3_000 * MILLI)).isZero();
    }

    @Test
    void memoryIsBoundedAndTheLongGapsStay() {
        var gaps = new Gaps();
        gaps.begin(0);
        long now = 0;
        for (int i = 0; i < 100_000; i++) {
            now += (i == 50_000 ? 5_000 : 25) * MILLI;
            gaps.completion(now);
        }
        assertThat(gaps.list()).hasSizeLessThan(10_000);
        assertThat(Gaps.longestWithin(gaps.list(), 0, now)).isEqualTo(5_000 * MILLI);
    }

    @Test
    void aGapOfTheShortestLengthIsKeptAndAShorterOneIsNot() {
        var gaps = new Gaps();
        gaps.begin(0);
        gaps.completion(Gaps.SHORTEST_NANOS);
        gaps.completion(2 * Gaps.SHORTEST_NANOS - 1);

        assertThat(gaps.list()).containsExactly(gap(0, 20));
    }

    @Test
    void aPauseIsNoGap() {
        var gaps = new Gaps();
        gaps.begin(0);
        gaps.completion(100 * MILLI);
        gaps.goOn(5_000 * MILLI);
        gaps.completion(5_100 * MILLI);

        assertThat(gaps.list()).containsExactly(gap(0, 100), gap(5_000, 5_100));
    }

    @Test
    void aLoopThatSentNothingHasNoGapAtItsEnd() {
        var gaps = new Gaps();
        gaps.end(30_000 * MILLI);

        assertThat(gaps.list()).isEmpty();
        assertThat(gaps.hasBegun()).isFalse();
    }

    @Test
    void whenThereAreTooManyGapsThoseOfTwiceTheShortestLengthStay() {
        var gaps = new Gaps();
        gaps.begin(0);
        long now = 0;
        for (int i = 0; i < 10_000; i++) {
            now += i % 2 == 0 ? 2 * Gaps.SHORTEST_NANOS - 1 : 2 * Gaps.SHORTEST_NANOS;
            gaps.completion(now);
        }

        assertThat(gaps.list()).hasSize(5_000).allMatch(gap -> gap.nanos() == 2 * Gaps.SHORTEST_NANOS);
    }

    @Test
    void gapsThatOnlyTouchHaveNothingInCommon() {
        assertThat(Gaps.intersect(List.of(gap(0, 100)), List.of(gap(100, 200)))).isEmpty();
    }
}
