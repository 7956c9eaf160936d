package dev.ralbench.runner;

import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.MachineCpu;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.TrialResult.Verdict;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether programs that have no part in the measurement took CPU time from those that have. Said only where the CPU time of
 * all that have one is known. Pure.
 */
final class OtherProgramsDoubt {
    private static final double MOST = 0.05;
    /** The kernel charges whole ticks to whom it finds at work, and all is not read in the same moment. */
    private static final double SHORTEST_SECONDS = 2;

    private OtherProgramsDoubt() {}

    static Optional<Doubt> of(Measurement measurement) {
        return Stream.concat(measurement.levels(), Stream.of(measurement.wholeRun()))
                .flatMap(window -> share(window).stream())
                .max(Double::compare)
                .filter(share -> share > MOST)
                .map(share -> new Doubt(
                        Verdict.SUSPECT,
                        "other programs took " + Doubt.percent(share) + " of the machine's processors in one window (at"
                                + " most " + Doubt.percent(MOST) + "): end what else runs there"));
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
