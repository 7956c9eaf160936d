package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LoadTotalsTest {
    private static final LoadTotals BEFORE = SampleLoadTotals.of(10, 300, 20, 100);
    private static final LoadTotals AFTER = SampleLoadTotals.then(BEFORE, 5, 50, 80, 150);

    @Test
    void failedRequestsAreAShareOfAllThatEnded() {
        assertThat(BEFORE.ended()).isEqualTo(400);
        assertThat(BEFORE.errorShare()).isEqualTo(0.25);
    }

    @Test
    void beforeTheFirstRequestNothingFailed() {
        assertThat(LoadTotals.none().errorShare()).isZero();
    }

    @Test
    void beforeTheFirstSecondThereIsNoRate() {
        assertThat(LoadTotals.none().responsesPerSecond()).isZero();
        assertThat(SampleLoadTotals.of(0, 3, 20, 0).responsesPerSecond()).isZero();
    }

    @Test
    void failedRequestsAreNoResponses() {
        assertThat(BEFORE.responsesPerSecond()).isEqualTo(30);
    }

    @Test
    void whatHappenedSinceIsTheDifference() {
        var news = AFTER.since(BEFORE);

        assertThat(news.seconds()).isEqualTo(5);
        assertThat(news.failures()).isEqualTo(150);
        assertThat(news.successful().count()).isEqualTo(50);
        assertThat(news.errorShare()).isEqualTo(0.75);
    }

    @Test
    void earlierTimesAreNotAmongThoseSince() {
        assertThat(AFTER.since(BEFORE).successful().minMillis().orElseThrow()).isEqualTo(80, within(0.1));
    }
}
