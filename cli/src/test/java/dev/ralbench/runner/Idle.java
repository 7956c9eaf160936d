package dev.ralbench.runner;

import dev.ralbench.Clock;
import dev.ralbench.measurement.LoopLag;
import java.util.List;

/** A watch over no event loops. */
final class Idle {
    private Idle() {}

    static SelfWatch watch(Clock clock) {
        return new SelfWatch(LoopLag.of(List.of()), new Standstill(clock), List.of());
    }
}
