package dev.ralbench.validity;

import dev.ralbench.measurement.CompilerTime;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a warm-up that lasts until the target is compiled came to, in one trial.
 *
 * @param rounds of load and pause, at least one
 * @param seconds from the beginning of the first to the last request of the last
 * @param compilers their work in the last round that was long enough to tell, and the pause after it
 */
public record WarmUpOutcome(int rounds, double seconds, CompilerTime compilers) {
    /** In a shorter round a single compilation is a large share. */
    private static final double SHORTEST_SECONDS = 1;

    /** Empty if the load of the run has no such warm-up, or the trial had none of it. */
    public static Optional<WarmUpOutcome> of(RunResult run, Measurement measurement) {
        return isUntilCompiled(run) ? Optional.of(rounds(measurement)).flatMap(WarmUpOutcome::of) : Optional.empty();
    }

    private static boolean isUntilCompiled(RunResult run) {
        return run.layout().design().turns().isEmpty()
                && run.scenario().document().get("load") instanceof Map<?, ?> load
                && load.get("warmUp") instanceof Map<?, ?> warmUp
                && warmUp.containsKey("until");
    }

    /** The windows before the load, without the one that only brings the users of a constant level out of step. */
    private static List<WindowMeasurement> rounds(Measurement measurement) {
        var windows = measurement.windows();
        var all = windows.stream()
                .takeWhile(window -> window.kind() == WindowKind.WARM_UP)
                .toList();
        boolean leadsIn = all.size() > 1
                && all.size() < windows.size()
                && windows.get(all.size()).kind() == WindowKind.LEVEL
                && windows.get(all.size()).open().isEmpty();
        return leadsIn ? all.subList(0, all.size() - 1) : all;
    }

    private static Optional<WarmUpOutcome> of(List<WindowMeasurement> rounds) {
        if (rounds.isEmpty()) {
            return Optional.empty();
        }
        var last = rounds.getLast();
        double end = last.span().startSeconds() + last.lengthSeconds();
        var telling = rounds.reversed().stream()
                .filter(round -> round.lengthSeconds() >= SHORTEST_SECONDS)
                .findFirst()
                .orElse(last);
        double seconds = end - rounds.getFirst().span().startSeconds();
        return Optional.of(new WarmUpOutcome(rounds.size(), seconds, CompilerTime.of(telling)));
    }
}
