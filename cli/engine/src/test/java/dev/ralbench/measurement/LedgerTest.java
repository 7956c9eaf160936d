package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LedgerTest {
    private static final Ledger LEDGER = new Ledger(1, 20, 300, 4_000, 50_000);

    @Test
    void usersThatARampHasLetGoAreNoPartOfTheOfferedLoad() {
        assertThat(LEDGER.offeredSeconds()).isEqualTo(4_321);
    }

    @Test
    void userSecondsOfEachStateAddUp() {
        assertThat(LEDGER.plus(new Ledger(5, 60, 700, 8_000, 90_000)))
                .isEqualTo(new Ledger(6, 80, 1_000, 12_000, 140_000));
    }
}
