package dev.ralbench.load;

import java.util.List;
import java.util.function.Consumer;

/** The event loops of a load, each with its driver; used by several threads. */
final class LoopDrivers {
    private final List<LoopDriver> drivers;

    /** @param drivers one for each event loop, at least one */
    LoopDrivers(List<LoopDriver> drivers) {
        this.drivers = List.copyOf(drivers);
    }

    int count() {
        return drivers.size();
    }

    /** The driver that decides whatever is decided once for all loops. */
    LoopDriver first() {
        return drivers.getFirst();
    }

    /** Has the first loop do it, as soon as it gets there. */
    void onFirst(Runnable action) {
        first().loop().execute(() -> first().guarded(action));
    }

    /** Has each loop do it, as soon as it gets there. */
    void onAll(Consumer<LoopDriver> action) {
        for (var driver : drivers) {
            driver.loop().execute(() -> driver.guarded(() -> action.accept(driver)));
        }
    }

    /** Has each loop do it at that time. */
    void allAt(long nanos, Consumer<LoopDriver> action) {
        for (var driver : drivers) {
            driver.at(nanos, () -> action.accept(driver));
        }
    }
}
