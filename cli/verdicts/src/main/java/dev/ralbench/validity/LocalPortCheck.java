package dev.ralbench.validity;

import dev.ralbench.measurement.GeneratorGauges;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether closed connections, which keep their local ports for a minute, leave too few of them. Pure. */
final class LocalPortCheck {
    /** The kernel looks among every second port first: near half of all it has to search for longer and longer. */
    private static final Limit LIMIT = Limit.share(0.45);
    /** Ports of users are planned, and checked before the load. */
    private static final double TIME_WAIT_MATTERS = 0.1;

    static final Check CHECK = Check.of(
            LIMIT.row("sockets in TIME_WAIT and users, of the local ports, where the former are a tenth or more"),
            evidence -> finding(evidence.measurement()));

    private LocalPortCheck() {}

    private static Optional<CheckFinding> finding(Measurement measurement) {
        return Stream.concat(measurement.levels(), Stream.of(measurement.wholeRun()))
                .max(Comparator.comparingDouble(LocalPortCheck::share))
                .filter(window -> LIMIT.isExceededBy(share(window)))
                .flatMap(LocalPortCheck::gauges)
                .map(gauges -> CheckFinding.suspect(
                        "%d sockets in TIME_WAIT, in addition to the users' own, take more than %s of the %d local ports:"
                                + " connecting gets slow, and fails when they are used up",
                        gauges.supplies().timeWaitSockets().orElse(0L),
                        LIMIT.text(),
                        gauges.supplies().localPorts().orElse(0L)));
    }

    private static double share(WindowMeasurement window) {
        return gauges(window)
                .filter(gauges -> gauges.supplies().localPorts().orElse(0L) > 0)
                .map(gauges -> {
                    double ports = gauges.supplies().localPorts().orElseThrow();
                    double waiting = gauges.supplies().timeWaitSockets().orElse(0L) / ports;
                    return waiting < TIME_WAIT_MATTERS ? 0 : waiting + window.usersTo() / ports;
                })
                .orElse(0.0);
    }

    private static Optional<GeneratorGauges> gauges(WindowMeasurement window) {
        return window.views().generator().flatMap(GeneratorUsage::gauges);
    }
}
