package dev.ralbench.trial.calibration;

import dev.ralbench.Clock;
import dev.ralbench.result.RunResult.Ceiling;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Measures the ceiling of a load when it is not known yet. When it is, the sender is only warmed up, by the same code: the
 * load begins with the same compiled code either way.
 *
 * @param program facts about the program that sends, which the ceiling depends on as well; asked when there is a load, as
 *     most commands have none
 */
record RememberedCeilings(Generator generator, CeilingStore store, Supplier<Map<String, String>> program, Clock clock)
        implements Calibration {

    /** What is calibrated. */
    interface Generator {
        /** Warms up, then measures. */
        Ceiling measure(CalibratedLoad load) throws InterruptedException;

        /**
         * Only warms up.
         *
         * @param known of the load
         */
        void warmUp(CalibratedLoad load, Ceiling known) throws InterruptedException;
    }

    @Override
    public Ceiling ceiling(CalibratedLoad load) throws InterruptedException {
        var known = load.isMeasured() ? Optional.<Ceiling>empty() : store.find(identity(load));
        if (known.isPresent()) {
            generator.warmUp(load, known.get());
            return known.get();
        }
        var ceiling = generator.measure(load);
        if (ceiling.requestsPerSecond() > 0) {
            store.keep(identity(load), ceiling, clock.now());
        }
        return ceiling;
    }

    @Override
    public void forget(CalibratedLoad load) {
        store.forget(identity(load));
    }

    private TreeMap<String, String> identity(CalibratedLoad load) {
        var identity = load.identity();
        identity.putAll(program.get());
        return identity;
    }
}
