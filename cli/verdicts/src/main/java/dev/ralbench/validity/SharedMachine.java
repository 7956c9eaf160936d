package dev.ralbench.validity;

import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Optional;

/** Whether the generator takes CPU from a target that could use it. Pure. */
final class SharedMachine {
    /** CPU time comes in ticks of 10 ms: in a shorter window few of them would be a large share. */
    private static final double SHORTEST_SECONDS = 0.5;

    private static final double BUSY = 0.9;
    /** Below this share of a busy machine the generator does not starve the target. */
    private static final double GENERATOR_MATTERS = 0.1;

    private static final String SHARED = "at %s generator and target share %d CPUs, busy to %.0f %%; the generator"
            + " takes %.1f of them, so this is the limit of the machine and not of the target";
    /** A target that is given by its URL may run elsewhere. */
    private static final String BUSY_MACHINE = "at %s the %d CPUs of the generator's machine are busy to %.0f %%; it"
            + " takes %.1f of them itself, so this may be the limit of that machine and not of the target";

    static final Check CHECK = Check.of(
            new CheckRow(
                    "generator and target share a busy machine; not where the generator has CPUs of its own; of a target"
                            + " that is only known by its URL, or is on the machine of an agent, the check says only that the"
                            + " machine is busy",
                    "90 % busy, the generator a tenth of it",
                    "suspect"),
            evidence -> finding(evidence.measurement()));

    private SharedMachine() {}

    private static Optional<CheckFinding> finding(Measurement measurement) {
        var levels = measurement.levels().filter(SharedMachine::isShort).toList();
        if (levels.isEmpty()) {
            return Optional.empty();
        }
        var usage = levels.stream()
                .flatMap(level -> level.views().generator().stream())
                .toList();
        boolean isTargetHere = levels.stream()
                .allMatch(level -> level.views()
                        .inside()
                        .filter(inside -> inside.machine().isEmpty())
                        .isPresent());
        return Optional.of(CheckFinding.suspect(
                isTargetHere ? SHARED : BUSY_MACHINE,
                Levels.inWords(levels),
                usage.getFirst().machine().processors(),
                100
                        * usage.stream()
                                .mapToDouble(each -> each.machine().machineBusyShare())
                                .max()
                                .orElse(0),
                usage.stream().mapToDouble(GeneratorUsage::cores).max().orElse(0)));
    }

    static boolean isBusy(double machineBusyShare) {
        return machineBusyShare > BUSY;
    }

    /** Whether the generator takes enough of a busy machine to starve the target. */
    static boolean isTaking(double cores, int processors) {
        return cores > GENERATOR_MATTERS * processors;
    }

    private static boolean isShort(WindowMeasurement level) {
        return level.views()
                .generator()
                // on CPUs of its own it takes nothing from anybody
                .filter(usage -> usage.otherWorkShare().isEmpty() && usage.seconds() >= SHORTEST_SECONDS)
                .filter(usage -> isBusy(usage.machine().machineBusyShare())
                        && isTaking(usage.cores(), usage.machine().processors()))
                // other programs are then a reason of their own
                .filter(usage -> !OtherPrograms.tookMost(level))
                .isPresent();
    }
}
