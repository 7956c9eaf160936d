package dev.ralbench.trial;

import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.TrialResult.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Whether it was the generator, or the machine that it runs on, that was measured. Pure. */
final class GeneratorDoubts {
    private static final double MOST_STEAL = 0.1;
    private static final double MOST_SWAPPED_PER_SECOND = 10;
    /** A megabyte: somebody who takes part waits for his memory. */
    private static final double INVALID_SWAPPED_PER_SECOND = 250;
    /** CPU time comes in ticks of 10 ms: in a shorter window few of them would be a large share. */
    private static final double SHORTEST_SECONDS = 0.5;

    private static final double MOST_GENERATOR_SHARE = 0.8;
    private static final double BUSY = 0.9;
    /** Below this share of a busy machine the generator is not what the target is short of. */
    private static final double GENERATOR_MATTERS = 0.1;

    private static final double MOST_OF_CEILING = 0.7;
    private static final double MOST_OTHER_WORK = 0.1;
    /** The kernel charges whole ticks to whom it finds at work: in so long a window they are right to a few percent. */
    private static final double SHORTEST_FOR_OTHER_WORK = 2;

    private static final double MOST_THROTTLED = 0.01;
    private static final double MOST_IN_COLLECTIONS = 0.02;
    /** Of the median response time. */
    private static final double MOST_LAG = 0.1;
    /** Less than this is how timers are, on a machine that has other things to do. */
    private static final double LAG_MILLIS = 1;
    /** Of the median response time, together with a CPU that others have. */
    private static final double LAG_MATTERS = 0.05;

    private static final String SHARED = "at %s generator and target share %d CPUs, busy to %.0f %%; the generator"
            + " takes %.1f of them, so this is the limit of the machine and not of the target";
    /** A target that is given by its URL may run elsewhere. */
    private static final String BUSY_MACHINE = "at %s the %d CPUs of the generator's machine are busy to %.0f %%; it"
            + " takes %.1f of them itself, so this may be the limit of that machine and not of the target";

    private GeneratorDoubts() {}

    static List<Doubt> of(Measurement measurement, Ceiling ceiling) {
        return Stream.concat(
                        Stream.of(
                                        LocalFailures.doubt(measurement),
                                        sharedProcessors(measurement),
                                        saturated(measurement),
                                        stolen(measurement),
                                        swapped(measurement),
                                        throttled(measurement),
                                        collected(measurement),
                                        late(measurement),
                                        disturbed(measurement),
                                        OtherProgramsDoubt.of(measurement),
                                        StandstillDoubt.of(measurement),
                                        nearCeiling(measurement, ceiling))
                                .flatMap(Optional::stream),
                        StrainDoubts.of(measurement).stream())
                .toList();
    }

    /** The generator takes CPU from a target that could use it. */
    private static Optional<Doubt> sharedProcessors(Measurement measurement) {
        var levels = measurement.levels().filter(GeneratorDoubts::isShort).toList();
        if (levels.isEmpty()) {
            return Optional.empty();
        }
        var usage = levels.stream().flatMap(level -> level.generator().stream()).toList();
        boolean isTargetHere = levels.stream().allMatch(level -> level.inside().isPresent());
        return Optional.of(new Doubt(
                Verdict.SUSPECT,
                String.format(
                        Locale.ROOT,
                        isTargetHere ? SHARED : BUSY_MACHINE,
                        Levels.inWords(levels),
                        usage.getFirst().processors(),
                        100
                                * usage.stream()
                                        .mapToDouble(GeneratorUsage::machineBusyShare)
                                        .max()
                                        .orElse(0),
                        usage.stream().mapToDouble(GeneratorUsage::cores).max().orElse(0))));
    }

    private static boolean isShort(WindowMeasurement level) {
        return level.generator()
                // on CPUs of its own it takes nothing from anybody
                .filter(usage -> usage.otherWorkShare().isEmpty() && usage.seconds() >= SHORTEST_SECONDS)
                .filter(usage -> usage.machineBusyShare() > BUSY && share(usage) > GENERATOR_MATTERS)
                // what keeps the CPUs busy is then a reason of its own
                .filter(usage -> !OtherProgramsDoubt.tookMost(level))
                .isPresent();
    }

    private static double share(GeneratorUsage usage) {
        return usage.cores() / usage.processors();
    }

    /** Whether the generator itself had too little of something: it would have as little of it the next time. */
    static boolean isBeyondTheGenerator(Measurement measurement) {
        return saturated(measurement).isPresent()
                || throttled(measurement).isPresent()
                || StandstillDoubt.isOwnDoing(measurement)
                || LocalFailures.doubt(measurement).isPresent();
    }

    /** What it could not send in time is in no figure. */
    private static Optional<Doubt> saturated(Measurement measurement) {
        return worst(measurement, usage -> Optional.of(share(usage)))
                .filter(worst -> worst.value() > MOST_GENERATOR_SHARE)
                .map(worst -> new Doubt(
                        Verdict.INVALID,
                        "the generator took " + Doubt.percentAbove(MOST_GENERATOR_SHARE, worst.value())
                                + " of the CPUs it may use " + worst.where() + " (at most "
                                + Doubt.percent(MOST_GENERATOR_SHARE) + ")"));
    }

    private static Optional<Doubt> stolen(Measurement measurement) {
        return worst(measurement, GeneratorUsage::stealShare)
                .filter(worst -> worst.value() > MOST_STEAL)
                .map(worst -> new Doubt(
                        Verdict.INVALID,
                        Doubt.percentAbove(MOST_STEAL, worst.value()) + " of the CPUs' time " + worst.where()
                                + " was stolen by the host (at most " + Doubt.percent(MOST_STEAL) + ")"));
    }

    /** A machine that has swap space moves a page now and then, of whatever sleeps. */
    private static Optional<Doubt> swapped(Measurement measurement) {
        return worst(measurement, usage -> usage.swappedPages().map(pages -> pages / usage.seconds()))
                .filter(worst -> worst.value() > MOST_SWAPPED_PER_SECOND)
                .map(worst -> new Doubt(
                        worst.value() > INVALID_SWAPPED_PER_SECOND ? Verdict.INVALID : Verdict.SUSPECT,
                        String.format(
                                Locale.ROOT,
                                "the machine swapped %.0f pages per second %s (at most %.0f)",
                                worst.value(),
                                worst.where(),
                                MOST_SWAPPED_PER_SECOND)));
    }

    private static Optional<Worst> worst(Measurement measurement, Function<GeneratorUsage, Optional<Double>> value) {
        return Worst.of(measurement, window -> ofUsage(window, value));
    }

    private static Optional<Double> ofUsage(
            WindowMeasurement window, Function<GeneratorUsage, Optional<Double>> value) {
        return window.generator()
                .filter(usage -> usage.seconds() >= SHORTEST_SECONDS)
                .flatMap(value);
    }

    /** A control group whose CPU time is used up stands still for tens of milliseconds. */
    private static Optional<Doubt> throttled(Measurement measurement) {
        return worst(measurement, usage -> usage.throttledSeconds().map(seconds -> seconds / usage.seconds()))
                .filter(worst -> worst.value() > MOST_THROTTLED)
                .map(worst -> new Doubt(
                        Verdict.INVALID,
                        "the limit on its CPU time let ralbench stand still for "
                                + Doubt.percent(Math.min(1, worst.value()))
                                + " of the time " + worst.where() + " (at most " + Doubt.percent(MOST_THROTTLED)
                                + "): give its control group, or container, more"));
    }

    private static Optional<Doubt> collected(Measurement measurement) {
        return worst(measurement, usage -> usage.collectionSeconds().map(seconds -> seconds / usage.seconds()))
                .filter(worst -> worst.value() > MOST_IN_COLLECTIONS)
                .map(worst -> new Doubt(
                        Verdict.SUSPECT,
                        "ralbench's own garbage collections took "
                                + Doubt.percentAbove(MOST_IN_COLLECTIONS, worst.value()) + " of the time "
                                + worst.where() + " (at most " + Doubt.percent(MOST_IN_COLLECTIONS) + ")"));
    }

    /** Others on the CPUs that are the generator's own delay what it sends. */
    private static Optional<Doubt> disturbed(Measurement measurement) {
        return Worst.thatMatters(measurement, MOST_OTHER_WORK, window -> ofUsage(window, GeneratorDoubts::otherWork))
                .map(worst -> new Doubt(
                        Verdict.SUSPECT,
                        "others took " + Doubt.percentAbove(MOST_OTHER_WORK, worst.value())
                                + " of the generator's own CPUs "
                                + worst.where() + " (at most " + Doubt.percent(MOST_OTHER_WORK)
                                + "): end what else runs there"));
    }

    private static Optional<Double> otherWork(GeneratorUsage usage) {
        return usage.otherWorkShare().filter(share -> usage.seconds() >= SHORTEST_FOR_OTHER_WORK);
    }

    /** A ceiling of 0 was not found: the calibration took no CPU time that the machine's clock could count. */
    private static Optional<Doubt> nearCeiling(Measurement measurement, Ceiling ceiling) {
        if (ceiling.requestsPerSecond() <= 0) {
            return Optional.empty();
        }
        return measurement
                .levels()
                .filter(level -> requestsPerSecond(level) > MOST_OF_CEILING * ceiling.requestsPerSecond())
                .max(Comparator.comparingDouble(GeneratorDoubts::requestsPerSecond))
                .map(level -> new Doubt(
                        Verdict.SUSPECT,
                        String.format(
                                Locale.ROOT,
                                "at %s %.0f requests/s are %s of what the generator could send to a server that"
                                        + " answers at once (at most %s)",
                                Levels.of(level).inWords(),
                                requestsPerSecond(level),
                                Doubt.percentAbove(
                                        MOST_OF_CEILING, requestsPerSecond(level) / ceiling.requestsPerSecond()),
                                Doubt.percent(MOST_OF_CEILING))));
    }

    private static double requestsPerSecond(WindowMeasurement level) {
        return level.lengthSeconds() < SHORTEST_SECONDS
                ? 0
                : level.completions().ended() / level.lengthSeconds();
    }

    /** The level at which it matters most. */
    private static Optional<Doubt> late(Measurement measurement) {
        return measurement
                .levels()
                .filter(level -> lagShare(level) > MOST_LAG)
                .max(Comparator.comparingDouble(GeneratorDoubts::lagShare))
                .map(level -> new Doubt(
                        Verdict.SUSPECT,
                        String.format(
                                Locale.ROOT,
                                "at %s the generator's event loops were late by %s, %s of the"
                                        + " median response time (at most %s): response times may be too long by up to that",
                                Levels.of(level).inWords(),
                                lag(level).orElseThrow(),
                                Doubt.percentAbove(MOST_LAG, lagShare(level)),
                                Doubt.percent(MOST_LAG))));
    }

    private static double lagShare(WindowMeasurement level) {
        double lag = lag(level).map(Tail::millis).orElse(0.0);
        double median = level.successful().percentileMillis(50).orElse(Double.POSITIVE_INFINITY);
        return lag > LAG_MILLIS ? lag / median : 0;
    }

    /**
     * Whether it shows in response times that event loops were late. Thousands of waits of some microseconds each, as every
     * wake-up has one, hold up no request.
     */
    static boolean isLate(WindowMeasurement window) {
        double median = window.successful().percentileMillis(50).orElse(0);
        return lag(window)
                .filter(lag -> lag.millis() > Math.max(LAG_MILLIS, LAG_MATTERS * median))
                .isPresent();
    }

    private static Optional<Tail> lag(WindowMeasurement level) {
        return level.generator().flatMap(GeneratorUsage::loopLag).flatMap(Tail::of);
    }
}
