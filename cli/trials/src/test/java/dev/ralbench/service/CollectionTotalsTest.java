package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.service.CollectionTotals.Collector;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectionTotalsTest {
    @Test
    void ofZgcTheCyclesAreTheNumberAndThePausesTheTime() {
        var totals = CollectionTotals.of(List.of(
                new Collector("ZGC Minor Cycles", 10, 900),
                new Collector("ZGC Minor Pauses", 30, 2),
                new Collector("ZGC Major Cycles", 1, 400),
                new Collector("ZGC Major Pauses", 8, 1)));

        assertThat(totals).isEqualTo(new CollectionTotals(11, 3));
    }

    @Test
    void ofG1ThePausesOfTheConcurrentCycleAreTimeOnly() {
        var totals = CollectionTotals.of(List.of(
                new Collector("G1 Young Generation", 8, 56),
                new Collector("G1 Concurrent GC", 4, 2),
                new Collector("G1 Old Generation", 1, 20)));

        assertThat(totals).isEqualTo(new CollectionTotals(9, 78));
    }
}
