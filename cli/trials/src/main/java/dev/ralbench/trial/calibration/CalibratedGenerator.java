package dev.ralbench.trial.calibration;

import dev.ralbench.load.SenderFactory;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.validity.CeilingCheck;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * The sender of the load, and the most that it can send. Belongs to the run's own thread.
 */
public final class CalibratedGenerator {
    /** Of the ceiling; requests that are not yet compiled cost about twice as much. */
    private static final double MOST_THAT_LEAVES_TIME = 0.4;

    private final Calibration calibration;
    private final CalibratedLoad load;
    private final Ceiling ceiling;
    private final Consumer<String> notes;
    private boolean isContradicted;

    private CalibratedGenerator(Calibration calibration, CalibratedLoad load, Ceiling ceiling, Consumer<String> notes) {
        this.calibration = calibration;
        this.load = load;
        this.ceiling = ceiling;
        this.notes = notes;
    }

    /**
     * Finds the ceiling of a load, before the first trial.
     *
     * @param notes receives that a run contradicts a ceiling of an earlier one
     * @throws InterruptedException when the user wishes to stop
     */
    public static CalibratedGenerator of(Calibration calibration, CalibratedLoad load, Consumer<String> notes)
            throws InterruptedException {
        return new CalibratedGenerator(calibration, load, calibration.ceiling(load), notes);
    }

    /** Of a load that other machines send, each of which has a ceiling of its own. */
    public static CalibratedGenerator elsewhere(Calibration calibration, CalibratedLoad load) {
        return new CalibratedGenerator(calibration, load, CeilingCheck.UNKNOWN, note -> {});
    }

    public SenderFactory senders() {
        return load.senders();
    }

    /** As it was found before the first trial. */
    public Ceiling ceiling() {
        return ceiling;
    }

    /**
     * Whether event loops leave enough of their CPUs for compilers that get no more than what is left over: at a rate that is
     * well below the ceiling. Users that go on as soon as they have a response leave nothing.
     *
     * @param plannedRate requests per second of the load; empty if the target alone decides
     */
    public boolean leavesTime(OptionalDouble plannedRate) {
        return plannedRate.isPresent()
                && plannedRate.getAsDouble() <= MOST_THAT_LEAVES_TIME * ceiling.requestsPerSecond();
    }

    /**
     * The ceiling by which a measurement is judged: one of an earlier run counts only as long as the run's own figures agree
     * with it. One that this run measured is not remembered either if they do not, because its requests cost something else.
     */
    public Ceiling judging(Measurement measured) {
        var contradiction = isContradicted ? Optional.<String>empty() : CeilingCheck.contradiction(measured, ceiling);
        contradiction.ifPresent(words -> {
            isContradicted = true;
            calibration.forget(load);
            ceiling.rememberedFrom()
                    .ifPresent(then -> notes.accept("the generator's remembered limit does not hold any more: " + words
                            + "; the next run calibrates, this one is not judged by it"));
        });
        return isContradicted && ceiling.rememberedFrom().isPresent() ? CeilingCheck.UNKNOWN : ceiling;
    }
}
