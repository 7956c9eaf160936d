package dev.ralbench.runner;

import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.MachineCpu;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.TrialResult.Verdict;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether programs that ralbench has not started took CPU time for which the generator had to wait. Said only where the CPU
 * time of all that it has started is known. Pure.
 */
final class OtherProgramsDoubt {
    private static final double MOST = 0.05;
    /** The kernel charges whole ticks to whom it finds at work, and all is not read in the same moment. */
    private static final double SHORTEST_SECONDS = 2;

    private OtherProgramsDoubt() {}

    /** On a machine that has room for them nobody is in the way: a database that is a part of the service, for one. */
    static Optional<Doubt> of(Measurement measurement) {
        return Stream.concat(measurement.levels(), Stream.of(measurement.wholeRun()))
                .filter(window -> window.generator().filter(LoopWaits::areMany).isPresent())
                .filter(window -> share(window).orElse(0.0) > MOST)
                .max(Comparator.comparingDouble(window -> share(window).orElse(0.0)))
                .map(OtherProgramsDoubt::doubt);
    }

    private static Doubt doubt(WindowMeasurement window) {
        return new Doubt(
                Verdict.SUSPECT,
                "other programs took " + Doubt.percent(share(window).orElse(0.0))
                        + " of the processors in one window (at most " + Doubt.percent(MOST)
                        + "), while an event loop waited for one in "
                        + Doubt.percent(
                                window.generator().map(LoopWaits::ofWindow).orElse(0.0))
                        + " of it: end what else runs there, unless it is a part of the service");
    }

    private static Optional<Double> share(WindowMeasurement window) {
        return window.generator()
                .filter(usage -> usage.seconds() >= SHORTEST_SECONDS)
                .flatMap(usage -> window.inside()
                        .flatMap(inside -> usage.machineCpu().flatMap(cpu -> share(usage, inside, cpu))));
    }

    private static Optional<Double> share(GeneratorUsage usage, InsideView inside, MachineCpu cpu) {
        return cpu.dependencySeconds()
                .map(dependencies -> cpu.programSeconds() - usage.cpuSeconds() - inside.cpuSeconds() - dependencies)
                .map(others -> others / (usage.seconds() * cpu.processors()));
    }
}
