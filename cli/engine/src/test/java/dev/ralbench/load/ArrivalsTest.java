package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArrivalsTest {
    @Test
    void arrivalsByChanceTakeASeed() {
        assertThat(Arrivals.poisson(1).seeded(7)).isEqualTo(Arrivals.poisson(7));
    }

    @Test
    void evenArrivalsTakeNoSeed() {
        assertThat(Arrivals.even().seeded(7)).isEqualTo(Arrivals.even());
    }

    @Test
    void theNumberOfArrivalsByChanceDeviatesByItsRoot() {
        assertThat(Spacing.POISSON.deviation(400)).isEqualTo(20);
    }

    @Test
    void theNumberOfEvenArrivalsDoesNotDeviate() {
        assertThat(Spacing.EVEN.deviation(400)).isZero();
    }

    @Test
    void theirSpacingIsSaidInWords() {
        assertThat(Spacing.POISSON.words()).isEqualTo("spaced by chance (Poisson)");
    }
}
