package dev.ralbench.validity;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.AgentClock;
import dev.ralbench.result.GeneratorPart;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether the windows of agents lasted from the same instant to the same instant, by the clocks of their machines. Pure. */
final class AgentClockCheck {
    /** Of the shortest window: figures of two windows that lie further apart are not of the same load. */
    private static final double MOST = 0.1;

    static final CheckRow ROW = new CheckRow(
            "drift of an agent's monotonic clock against the main's from before the load to after it, or the uncertainty of"
                    + " their offset (`agent.clock`), of the shortest window",
            "10 %",
            "suspect");

    private AgentClockCheck() {}

    static Stream<CheckFinding> findings(List<GeneratorPart> parts, Measurement found) {
        var shortest = found.windows().stream()
                .filter(window -> window.kind() != WindowKind.WARM_UP)
                .mapToDouble(WindowMeasurement::lengthSeconds)
                .min();
        return shortest.isEmpty()
                ? Stream.empty()
                : parts.stream().flatMap(part -> finding(part, shortest.getAsDouble() * 1000).stream());
    }

    private static Optional<CheckFinding> finding(GeneratorPart part, double shortestMillis) {
        return part.agent()
                .map(GeneratorPart.Agent::clock)
                .flatMap(clock -> finding(part.name(), clock, shortestMillis));
    }

    private static Optional<CheckFinding> finding(String name, AgentClock clock, double shortestMillis) {
        double most = MOST * shortestMillis;
        double drift = clock.drift().map(AgentClock.Drift::millis).orElse(0.0);
        double uncertainty =
                clock.drift().map(AgentClock.Drift::uncertaintyMillis).orElse(clock.uncertaintyMillis());
        if (Math.abs(drift) > most) {
            return Optional.of(CheckFinding.suspect(
                    "the clock of generator %s went %s by %s during the load (known to %s), so its windows ended up to that much"
                            + " too %s, more than a tenth of the shortest window (%.1f s): set the clocks of all machines by the"
                            + " same server, or plan shorter loads",
                    name,
                    drift > 0 ? "ahead" : "behind",
                    millis(Math.abs(drift)),
                    millis(uncertainty),
                    drift > 0 ? "early" : "late",
                    shortestMillis / 1000));
        }
        return uncertainty > most
                ? Optional.of(CheckFinding.suspect(
                        "the clock of generator %s is known to %s only, more than a tenth of the shortest window (%.1f s): its"
                                + " windows may lie apart from those of the others; use a shorter way between main and agent,"
                                + " or longer windows",
                        name, millis(uncertainty), shortestMillis / 1000))
                : Optional.empty();
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, "%.1f ms", millis);
    }
}
