package dev.ralbench.validity;

import dev.ralbench.measurement.GeneratorGauges;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.Measurement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Whether the generator or its machine was measured instead of the target: shortages and interference. Pure. */
final class GeneratorChecks {
    /** CPU time comes in ticks of 10 ms, and a single wait is a large share of less. */
    private static final double SHORTEST_SECONDS = 0.5;
    /** The kernel charges whole ticks to whom it finds at work: in so long a window they are right to a few percent. */
    private static final double SHORTEST_FOR_OTHER_WORK = 2;

    private static final long FEWEST_DESCRIPTORS = 16;
    private static final double MEBI = 1024 * 1024;
    private static final Limit CLOCK_STEP = Limit.suspect(Limit.Unit.MILLIS, 50);

    static final String OWN_COLLECTIONS =
            "ralbench's own garbage collections took {value} of the time {where} (at most {limit})";
    /** Begins with their share. */
    static final String OTHERS_ON_OWN_CPUS =
            "others took {value} of the generator's own CPUs {where} (at most {limit})";

    static final String LOOP_HAD_WORK =
            "an event loop had something to do in {value} of the time {where} (at most {limit}): the generator was"
                    + " the limit, or near it";
    static final String THREADS_HELD =
            "ralbench's JVM held all of its threads, other than for garbage, for {value} of the time {where} (at most"
                    + " {limit}): it was looked into, or made a dump";

    static final Limit MOST_CPU = Limit.share(0.8).invalid();

    /** A saturated generator sends late, and no figure shows its delayed requests. */
    private static final GaugeCheck SATURATED = new GaugeCheck(
            "the generator's share of the CPUs it may use",
            ofLong(usage -> Optional.of(usage.cores() / usage.machine().processors())),
            MOST_CPU,
            "the generator took {value} of the CPUs it may use {where} (at most {limit})");

    /** A control group whose CPU time is used up stands still for tens of milliseconds. */
    private static final GaugeCheck THROTTLED = new GaugeCheck(
                    "CPU time of ralbench's control group used up, of a window; at most the periods in which that was so",
                    ofTime(usage -> usage.machine().throttledSeconds()),
                    Limit.share(0.01).invalid(),
                    "the limit on its CPU time let ralbench stand still for {value} of the time {where} (at most {limit})")
            .with(Remedy.MORE_CPU_TIME);

    private static final List<Check> ALL = List.of(
            LocalFailures.CHECK,
            SharedMachine.CHECK,
            SATURATED,
            new GaugeCheck(
                    "steal, of the CPUs' time in a window",
                    ofLong(usage -> usage.machine().stealShare()),
                    Limit.share(0.1).invalid(),
                    "{value} of the CPUs' time {where} was stolen by the host (at most {limit})"),
            // A machine with swap space moves a page of a sleeping process now and then. From a megabyte per second on,
            // a process that takes part waits for its memory.
            new GaugeCheck(
                    "pages that the machine swapped",
                    perSecond(usage -> usage.machine().swappedPages()),
                    Limit.suspect(Limit.Unit.PER_SECOND, 10).invalidAbove(250),
                    "the machine swapped {value} pages per second {where} (at most {limit})"),
            THROTTLED,
            new GaugeCheck(
                    "ralbench's own garbage collections, of a window",
                    ofTime(usage -> usage.jvm().collectionSeconds()),
                    Limit.share(0.02),
                    OWN_COLLECTIONS),
            LoopLateness.CHECK,
            new GaugeCheck(
                            "others on the generator's own CPUs, of their time in a window of 2 s and more (`otherWorkShare`;"
                                    + " interrupts are not counted)",
                            usage -> usage.otherWorkShare().filter(share -> usage.seconds() >= SHORTEST_FOR_OTHER_WORK),
                            Limit.share(0.1),
                            OTHERS_ON_OWN_CPUS)
                    .outweighed()
                    .with(Remedy.END_OTHERS),
            OtherPrograms.CHECK,
            StandstillCheck.CHECK,
            CeilingCheck.CHECK,
            LoopWaitCheck.CHECK,
            // The ceiling was found with small plain responses; certificates and large bodies cost more.
            new GaugeCheck(
                            "an event loop had something to do, of a window: it ran, or waited for a CPU",
                            ofLong(usage -> Optional.of(Math.min(1, LoopWaitCheck.workOfWindow(usage)))),
                            Limit.share(0.9),
                            LOOP_HAD_WORK)
                    .with(CeilingCheck::remedy),
            new GaugeCheck(
                    "ralbench's JVM held all of its threads, other than for garbage (`safepointSeconds`), of a window",
                    ofTime(usage -> gauges(gauges -> gauges.waits().safepointSeconds())
                            .apply(usage)
                            .map(held -> held - usage.jvm().collectionSeconds().orElse(0.0))),
                    Limit.share(0.02),
                    THREADS_HELD),
            Check.of(
                    CLOCK_STEP.row("steps of the wall clock against the monotonic one (`clockStepMillis`)"),
                    evidence -> clockSet(evidence.measurement())),
            new GaugeCheck(
                    "ralbench's own memory in swap space (`ownSwapBytes`)",
                    gauges(gauges -> gauges.memory().ownSwapBytes().map(bytes -> bytes / MEBI)),
                    Limit.suspect(Limit.Unit.MEBIBYTES, 0),
                    "{value} MiB of ralbench's own memory lay in swap space (at most {limit})"),
            new GaugeCheck(
                    "its pages that were read from a disk again (`majorFaults`)",
                    perSecond(gauges(gauges -> gauges.memory().majorFaults())),
                    Limit.suspect(Limit.Unit.PER_SECOND, 50),
                    "ralbench was short of memory: {value} of its pages per second had to be read from a disk again {where}"
                            + " (at most {limit})"),
            new GaugeCheck(
                    "tasks of the machine waited for memory (`memoryStallSeconds`), of a window",
                    ofTime(gauges(gauges -> gauges.memory().memoryStallSeconds())),
                    Limit.share(0.01),
                    "the machine was short of memory: tasks waited for it in {value} of the time {where} (at most {limit})"),
            LocalPortCheck.CHECK,
            Check.of(
                    new CheckRow(
                            "file descriptors that ralbench could still open (`descriptorsLeft`)",
                            FEWEST_DESCRIPTORS + " left",
                            "suspect"),
                    evidence -> descriptorsUsedUp(evidence.measurement())),
            new GaugeCheck(
                    "heap for lasting objects after a collection of it (`heapShare`)",
                    gauges(gauges -> gauges.supplies().heapShare()),
                    Limit.share(0.9),
                    "ralbench's heap was full to {value} after a collection (at most {limit};"
                            + " RALBENCH_JAVA_OPTS=-Xmx...)"));

    private GeneratorChecks() {}

    static List<Check> all() {
        return ALL;
    }

    /** Whether the generator itself had too little of something: it would have as little of it the next time. */
    static boolean isBeyondTheGenerator(Measurement measurement) {
        return SATURATED.exceeded(measurement).isPresent()
                || THROTTLED.exceeded(measurement).isPresent()
                || StandstillCheck.isOwnDoing(measurement)
                || LocalFailures.finding(measurement).isPresent();
    }

    private static Function<GeneratorUsage, Optional<Double>> ofLong(Function<GeneratorUsage, Optional<Double>> gauge) {
        return usage -> usage.seconds() < SHORTEST_SECONDS ? Optional.empty() : gauge.apply(usage);
    }

    /** Turns seconds into a share of the window, at most 1. */
    private static Function<GeneratorUsage, Optional<Double>> ofTime(
            Function<GeneratorUsage, Optional<Double>> seconds) {
        return perSecond(usage -> seconds.apply(usage).map(value -> Math.min(value, usage.seconds())));
    }

    private static Function<GeneratorUsage, Optional<Double>> perSecond(
            Function<GeneratorUsage, ? extends Optional<? extends Number>> sum) {
        return ofLong(usage -> sum.apply(usage).map(value -> value.doubleValue() / usage.seconds()));
    }

    private static <T> Function<GeneratorUsage, Optional<T>> gauges(Function<GeneratorGauges, Optional<T>> gauge) {
        return usage -> usage.gauges().flatMap(gauge);
    }

    private static Optional<CheckFinding> clockSet(Measurement measurement) {
        return strains(measurement)
                .flatMap(gauges -> gauges.waits().clockStepMillis().stream())
                .filter(step -> CLOCK_STEP.isExceededBy(Math.abs(step)))
                .max(Comparator.comparingDouble(Math::abs))
                .map(step -> CheckFinding.suspect(
                        "the machine's clock was set %s by %s ms during the load (at most %s): times of day in the result"
                                + " are off, durations are not",
                        step > 0 ? "forward" : "back", CLOCK_STEP.text(Math.abs(step)), CLOCK_STEP.text()));
    }

    private static Optional<CheckFinding> descriptorsUsedUp(Measurement measurement) {
        return strains(measurement)
                .flatMap(gauges -> gauges.supplies().descriptorsLeft().stream())
                .min(Long::compare)
                .filter(left -> left < FEWEST_DESCRIPTORS)
                .map(left -> CheckFinding.suspect(
                        "ralbench's file descriptors were used up: %d were left (at least %d; ulimit -n)",
                        left, FEWEST_DESCRIPTORS));
    }

    /** The gauges of each level and of the whole run. */
    private static Stream<GeneratorGauges> strains(Measurement measurement) {
        return Stream.concat(measurement.levels(), Stream.of(measurement.wholeRun()))
                .flatMap(window -> window.views().generator().stream())
                .flatMap(usage -> usage.gauges().stream());
    }
}
