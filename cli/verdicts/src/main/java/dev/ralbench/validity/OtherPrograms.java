package dev.ralbench.validity;

import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.MachineCpu;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.List;
import java.util.Optional;

/**
 * Whether programs that ralbench has not started took CPU time for which the generator had to wait. Reported only if
 * the CPU time of all that it started is known. Pure.
 */
final class OtherPrograms {
    private static final Limit LIMIT = Limit.share(0.05);
    /** The share of all windows together from which the machine is called busy. */
    private static final double BUSY = 0.1;

    /** The kernel charges whole ticks to whom it finds at work, and all is not read in the same moment. */
    private static final double SHORTEST_SECONDS = 2;

    /** Begins with their share. */
    static final String REASON =
            "other programs took %s of the CPUs %s (at most %s), while an event loop waited for one in %s of the time";

    static final Check CHECK = Check.of(
            LIMIT.row(
                    "programs that are neither generator nor target nor a dependency, of the CPUs that these may run on, in a"
                            + " window of 2 s and more (`machineCpu` less `cpuSeconds` of both and `dependencySeconds`; only where"
                            + " all of them are known), while an event loop waits for a CPU as in the row on that, and timers are"
                            + " as late as there"),
            evidence -> finding(evidence.measurement()));

    private OtherPrograms() {}

    /**
     * Makes a trial suspect if other programs took CPU time that the generator needed. On a machine with idle CPUs they do
     * no harm, such as a database that is a part of the service. No figure changes either if response times are so
     * long that the waiting of event loops does not show in them.
     */
    static Optional<CheckFinding> finding(Measurement measurement) {
        return Worst.thatMatters(measurement, LIMIT.most(), OtherPrograms::shareInTheWay)
                .map(OtherPrograms::finding);
    }

    private static Optional<Double> shareInTheWay(WindowMeasurement window) {
        return share(window).filter(share -> LoopWaitCheck.areMany(window) && LoopLateness.shows(window));
    }

    /** Whether they took more of the CPUs than generator, target and dependencies together. */
    static boolean tookMost(WindowMeasurement window) {
        return share(window)
                .filter(share -> share
                        > window.views()
                                        .generator()
                                        .map(usage -> usage.machine().machineBusyShare())
                                        .orElse(1.0)
                                / 2)
                .isPresent();
    }

    /**
     * Such as {@code other programs took 38 % of its CPUs}, of all measured windows together; empty if they took little, or
     * that is not known.
     */
    static Optional<String> inWords(List<Measurement> measurements) {
        double others = 0;
        double all = 0;
        for (var measurement : measurements) {
            for (var window : measurement.levels().toList()) {
                var usage = window.views().generator();
                var share = usage.flatMap(known -> window.views()
                        .inside()
                        .flatMap(inside -> known.machineCpu().flatMap(cpu -> share(known, inside, cpu))));
                if (share.isPresent()) {
                    double seconds = usage.orElseThrow().seconds();
                    others += share.get() * seconds;
                    all += seconds;
                }
            }
        }
        return all > 0 && others > BUSY * all
                ? Optional.of("other programs took " + CheckFinding.percent(others / all) + " of its CPUs")
                : Optional.empty();
    }

    private static CheckFinding finding(Worst worst) {
        double waited =
                worst.window().views().generator().map(LoopWaitCheck::ofWindow).orElse(0.0);
        return CheckFinding.suspect(
                Remedy.END_OTHERS_BUT_THE_SERVICE,
                REASON,
                LIMIT.text(worst.value()),
                worst.where(),
                LIMIT.text(),
                CheckFinding.percent(waited));
    }

    private static Optional<Double> share(WindowMeasurement window) {
        return window.views()
                .generator()
                .filter(usage -> usage.seconds() >= SHORTEST_SECONDS)
                .flatMap(usage -> window.views()
                        .inside()
                        .flatMap(inside -> usage.machineCpu().flatMap(cpu -> share(usage, inside, cpu))));
    }

    private static Optional<Double> share(GeneratorUsage usage, InsideView inside, MachineCpu cpu) {
        double target = inside.machine().isPresent() ? 0 : inside.cpuSeconds(); // else it is on another machine
        return cpu.dependencySeconds()
                .map(dependencies -> cpu.programSeconds() - usage.cpuSeconds() - target - dependencies)
                .map(others -> others / (usage.seconds() * cpu.processors()));
    }
}
