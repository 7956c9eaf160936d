package dev.ralbench.trial;

import dev.ralbench.measurement.GeneratorStrain;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.TrialResult.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Whether something stood in the generator's way: other processes, memory, ports, descriptors, a clock. Pure. */
final class StrainDoubts {
    /** In shorter windows a single wait would be a large share. */
    private static final double SHORTEST_SECONDS = 0.5;

    /** Of a window: a loop that has something to do all the time does some of it late. */
    private static final double MOST_OF_LOOP = 0.9;

    private static final double MOST_HELD = 0.02;
    private static final double MOST_CLOCK_STEP_MILLIS = 50;
    private static final double MOST_FAULTS_PER_SECOND = 50;
    private static final double MOST_MEMORY_STALL = 0.01;
    /** The kernel looks among every second port first: near half of all it has to search for longer and longer. */
    private static final double MOST_OF_PORTS = 0.45;
    /** Ports of users are planned, and checked before the load. */
    private static final double TIME_WAIT_MATTERS = 0.1;

    private static final long FEWEST_DESCRIPTORS = 16;
    private static final double MOST_OF_HEAP = 0.9;
    private static final double MEBI = 1024 * 1024;

    private StrainDoubts() {}

    static List<Doubt> of(Measurement measurement) {
        return Stream.of(
                        queued(measurement),
                        busy(measurement),
                        held(measurement),
                        clockSet(measurement),
                        swapped(measurement),
                        readAgain(measurement),
                        shortOfMemory(measurement),
                        portsUsedUp(measurement),
                        descriptorsUsedUp(measurement),
                        heapFull(measurement))
                .flatMap(Optional::stream)
                .toList();
    }

    /** In levels, and in all that was measured. */
    private static Stream<WindowMeasurement> windows(Measurement measurement) {
        return Stream.concat(measurement.levels(), Stream.of(measurement.wholeRun()));
    }

    private static Optional<Double> most(Measurement measurement, Function<GeneratorStrain, Optional<Double>> value) {
        return windows(measurement)
                .flatMap(window -> window.generator().stream())
                .flatMap(usage -> usage.strain().stream())
                .flatMap(strain -> value.apply(strain).stream())
                .max(Comparator.comparingDouble(Math::abs));
    }

    private static Optional<Worst> mostPerSecond(
            Measurement measurement, Function<GeneratorStrain, Optional<Double>> value) {
        return worst(measurement, usage -> perSecond(usage, value));
    }

    private static Optional<Worst> worst(Measurement measurement, Function<GeneratorUsage, Optional<Double>> value) {
        return Worst.of(
                measurement,
                window -> window.generator()
                        .filter(usage -> usage.seconds() >= SHORTEST_SECONDS)
                        .flatMap(value));
    }

    private static Optional<Double> perSecond(GeneratorUsage usage, Function<GeneratorStrain, Optional<Double>> value) {
        return usage.strain().flatMap(value).map(sum -> sum / usage.seconds());
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library of its own
    private static Doubt suspect(String reason, Object... values) {
        return new Doubt(Verdict.SUSPECT, String.format(Locale.ROOT, reason, values));
    }

    private static Optional<Doubt> queued(Measurement measurement) {
        return Worst.thatMatters(measurement, LoopWaits.MOST_OF_WORK, StrainDoubts::waitsThatShow)
                .map(worst -> suspect(
                        "%s an event loop waited for a CPU in %s (at most %s) of the time in which it had work, %s of all"
                                + " time: response times may be too long; run it again when nothing else runs",
                        worst.where(),
                        Doubt.percentAbove(LoopWaits.MOST_OF_WORK, worst.value()),
                        Doubt.percent(LoopWaits.MOST_OF_WORK),
                        Doubt.percent(worst.window()
                                .generator()
                                .map(LoopWaits::ofWindow)
                                .orElse(0.0))));
    }

    private static Optional<Double> waitsThatShow(WindowMeasurement window) {
        return window.generator()
                .filter(usage -> LoopWaits.areMany(usage) && GeneratorDoubts.isLate(window))
                .map(LoopWaits::ofWork);
    }

    /** The ceiling was found with small plain responses; certificates and large bodies cost more. */
    private static Optional<Doubt> busy(Measurement measurement) {
        return worst(measurement, usage -> Optional.of(LoopWaits.workOfWindow(usage)))
                .filter(worst -> worst.value() > MOST_OF_LOOP)
                .map(worst -> suspect(
                        "an event loop had something to do in %s of the time %s (at most %s): the generator was the"
                                + " limit, or near it",
                        Doubt.percent(Math.min(1, worst.value())), worst.where(), Doubt.percent(MOST_OF_LOOP)));
    }

    /** Collections have a doubt of their own. */
    private static Optional<Doubt> held(Measurement measurement) {
        return worst(
                        measurement,
                        usage -> perSecond(usage, GeneratorStrain::safepointSeconds)
                                .map(held -> held - usage.collectionSeconds().orElse(0.0) / usage.seconds()))
                .filter(worst -> worst.value() > MOST_HELD)
                .map(worst -> suspect(
                        "ralbench's JVM held all of its threads, other than for garbage, for %s of the time %s (at most"
                                + " %s): it was looked into, or made a dump",
                        Doubt.percent(worst.value()), worst.where(), Doubt.percent(MOST_HELD)));
    }

    private static Optional<Doubt> clockSet(Measurement measurement) {
        return most(measurement, GeneratorStrain::clockStepMillis)
                .filter(step -> Math.abs(step) > MOST_CLOCK_STEP_MILLIS)
                .map(step -> suspect(
                        "the machine's clock was set %s by %.0f ms during the load (at most %.0f): times of day in the"
                                + " result are off, durations are not",
                        step > 0 ? "forward" : "back", Math.abs(step), MOST_CLOCK_STEP_MILLIS));
    }

    private static Optional<Doubt> swapped(Measurement measurement) {
        return most(measurement, strain -> strain.ownSwapBytes().map(Long::doubleValue))
                .filter(bytes -> bytes > 0)
                .map(bytes -> suspect("%.1f MiB of ralbench's own memory lay in swap space (at most 0)", bytes / MEBI));
    }

    private static Optional<Doubt> readAgain(Measurement measurement) {
        return mostPerSecond(measurement, strain -> strain.majorFaults().map(Long::doubleValue))
                .filter(worst -> worst.value() > MOST_FAULTS_PER_SECOND)
                .map(worst -> suspect(
                        "ralbench was short of memory: %.0f of its pages per second had to be read from a disk again %s"
                                + " (at most %.0f)",
                        worst.value(), worst.where(), MOST_FAULTS_PER_SECOND));
    }

    private static Optional<Doubt> shortOfMemory(Measurement measurement) {
        return mostPerSecond(measurement, GeneratorStrain::memoryStallSeconds)
                .filter(worst -> worst.value() > MOST_MEMORY_STALL)
                .map(worst -> suspect(
                        "the machine was short of memory: tasks waited for it in %s of the time %s (at most %s)",
                        Doubt.percent(worst.value()), worst.where(), Doubt.percent(MOST_MEMORY_STALL)));
    }

    /** Closed connections keep their ports for a minute. */
    private static Optional<Doubt> portsUsedUp(Measurement measurement) {
        return windows(measurement)
                .max(Comparator.comparingDouble(StrainDoubts::portShare))
                .filter(window -> portShare(window) > MOST_OF_PORTS)
                .flatMap(window -> window.generator().flatMap(GeneratorUsage::strain))
                .map(strain -> suspect(
                        "%d sockets in TIME_WAIT, in addition to the users' own, take more than %.0f %% of the %d local ports:"
                                + " connecting gets slow, and fails when they are used up",
                        strain.timeWaitSockets().orElse(0L),
                        MOST_OF_PORTS * 100,
                        strain.localPorts().orElse(0L)));
    }

    private static double portShare(WindowMeasurement window) {
        return window.generator()
                .flatMap(GeneratorUsage::strain)
                .filter(strain -> strain.localPorts().orElse(0L) > 0)
                .map(strain -> {
                    double ports = strain.localPorts().orElseThrow();
                    double waiting = strain.timeWaitSockets().orElse(0L) / ports;
                    return waiting < TIME_WAIT_MATTERS ? 0 : waiting + window.usersTo() / ports;
                })
                .orElse(0.0);
    }

    private static Optional<Doubt> descriptorsUsedUp(Measurement measurement) {
        return least(measurement, strain -> strain.descriptorsLeft().orElse(Long.MAX_VALUE))
                .filter(left -> left < FEWEST_DESCRIPTORS)
                .map(left -> suspect(
                        "ralbench's file descriptors were used up: %.0f were left (at least %d; ulimit -n)",
                        left, FEWEST_DESCRIPTORS));
    }

    private static Optional<Double> least(Measurement measurement, ToDoubleFunction<GeneratorStrain> value) {
        return windows(measurement)
                .flatMap(window -> window.generator().stream())
                .flatMap(usage -> usage.strain().stream())
                .map(value::applyAsDouble)
                .min(Double::compare);
    }

    private static Optional<Doubt> heapFull(Measurement measurement) {
        return most(measurement, GeneratorStrain::heapShare)
                .filter(share -> share > MOST_OF_HEAP)
                .map(share -> suspect(
                        "ralbench's heap was full to %s after a collection (at most %s; RALBENCH_JAVA_OPTS=-Xmx...)",
                        Doubt.percent(share), Doubt.percent(MOST_OF_HEAP)));
    }
}
