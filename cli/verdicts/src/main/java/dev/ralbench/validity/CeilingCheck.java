package dev.ralbench.validity;

import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.OpenLoad;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Whether a level came near the generator's highest rate, or was planned to. Pure. */
public final class CeilingCheck {
    private static final Limit LIMIT = Limit.share(0.7);
    /** Shorter windows are not checked, because a few more requests are many per second in them. */
    private static final double SHORTEST_SECONDS = 0.5;
    /** With less there is no room for another event loop. */
    private static final double IDLE_CPUS = 0.5;

    /** A ceiling by which nothing is judged. */
    public static final RunResult.Ceiling UNKNOWN = new RunResult.Ceiling(1, 0, Optional.empty(), Optional.empty());
    /** Requests of a run and of a calibration differ a little, and a busy machine makes each of them dearer by up to 30 %. */
    private static final double TOLERANCE = 1.5;
    /** A loop that sleeps more serves fewer requests each time that it wakes up, and each costs more. */
    private static final double BUSY_SHARE = 0.5;
    /** Of less CPU time, the work that is not for requests would be a large part. */
    private static final double FEWEST_CPU_SECONDS = 0.2;

    static final Check CHECK = Check.of(
            LIMIT.row(
                    "requests per second, planned or reached, of what the generator could send (`generator.ceiling`, calibrated before the"
                            + " first trial against a server in its own process, at the load's own rate where it has one;"
                            + " by the CPU time of its event loops)"),
            CeilingCheck::finding);

    private CeilingCheck() {}

    /**
     * The expected finding for a planned load, in words; empty if it can be sent.
     *
     * @param plannedRate its requests per second, if they are known
     */
    public static Optional<String> forecast(OptionalDouble plannedRate, RunResult.Ceiling ceiling) {
        double share = ceiling.requestsPerSecond() > 0 ? plannedRate.orElse(0) / ceiling.requestsPerSecond() : 0;
        return LIMIT.isExceededBy(share)
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "the generator will be the limit, or near it: %.0f requests/s are planned, and its event loops could send"
                                + " at most %.0f with their CPUs to themselves; give it more event loops (--event-loops) or CPUs"
                                + " (--cpus), or plan less",
                        plannedRate.orElse(0),
                        ceiling.requestsPerSecond()))
                : Optional.empty();
    }

    /**
     * Whether what requests cost in a run speaks against a ceiling, in words; empty if it does not, or says too little. A
     * request that costs less than in the calibration shows a ceiling that is too low, however much the loops had to do; one
     * that costs more shows one that is too high only in loops that were busy.
     */
    public static Optional<String> contradiction(Measurement measured, RunResult.Ceiling ceiling) {
        return measured.levels()
                .filter(level -> ceiling.requestsPerSecond() > 0 && level.lengthSeconds() >= SHORTEST_SECONDS)
                .flatMap(level -> contradiction(level, ceiling).stream())
                .findFirst();
    }

    /** The event loops of a run are loaded alike: one stands for all. */
    private static Optional<String> contradiction(WindowMeasurement level, RunResult.Ceiling ceiling) {
        double cpuSeconds = level.views()
                .generator()
                .flatMap(usage -> usage.gauges())
                .flatMap(gauges -> gauges.waits().loopCpuSeconds())
                .orElse(0.0);
        if (cpuSeconds < FEWEST_CPU_SECONDS) {
            return Optional.empty();
        }
        double possible = level.requests().completions().ended() / cpuSeconds;
        double ratio = possible / ceiling.requestsPerSecond();
        boolean isBusy = cpuSeconds >= BUSY_SHARE * level.lengthSeconds();
        return ratio > TOLERANCE || (isBusy && ratio < 1 / TOLERANCE)
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "at %s its event loops took as much CPU time as for %.0f requests/s, and it was %.0f",
                        Levels.of(level).inWords(),
                        possible,
                        ceiling.requestsPerSecond()))
                : Optional.empty();
    }

    /** A ceiling of 0 was not found: the calibration took no CPU time that the machine's clock could count. */
    private static Optional<CheckFinding> finding(TrialEvidence evidence) {
        double ceiling = evidence.ceiling().requestsPerSecond();
        return evidence.measurement()
                .levels()
                .filter(level -> ceiling > 0 && LIMIT.isExceededBy(requestsPerSecond(level) / ceiling))
                .max(Comparator.comparingDouble(CeilingCheck::requestsPerSecond))
                .map(level -> finding(level, requestsPerSecond(level) / ceiling));
    }

    private static CheckFinding finding(WindowMeasurement level, double share) {
        var reason = String.format(
                Locale.ROOT,
                "at %s %s %s of what the generator could send to a server that answers at once (at most %s)",
                Levels.of(level).inWords(),
                plannedPerSecond(level) > reachedPerSecond(level)
                        ? "the plan is"
                        : String.format(Locale.ROOT, "%.0f requests/s are", requestsPerSecond(level)),
                LIMIT.text(share),
                LIMIT.text());
        var remedy = remedy(level);
        return new CheckFinding(
                ValidityLevel.SUSPECT, remedy.map(what -> what.after(reason)).orElse(reason), remedy);
    }

    /** More event loops can send more if there are CPUs for them, and connections that they can share. */
    static Optional<Remedy> remedy(WindowMeasurement window) {
        return window.views()
                .generator()
                .map(GeneratorUsage::machine)
                .filter(machine -> window.usersTo() > 1)
                .filter(machine -> (1 - machine.machineBusyShare()) * machine.processors() >= IDLE_CPUS)
                .map(machine -> Remedy.MORE_EVENT_LOOPS);
    }

    /** A target that fails first hides that the generator could not have sent the plan either. */
    private static double requestsPerSecond(WindowMeasurement level) {
        return level.lengthSeconds() < SHORTEST_SECONDS
                ? 0
                : Math.max(reachedPerSecond(level), plannedPerSecond(level));
    }

    private static double reachedPerSecond(WindowMeasurement level) {
        return level.requests().completions().ended() / level.lengthSeconds();
    }

    private static double plannedPerSecond(WindowMeasurement level) {
        return level.open().map(OpenLoad::offeredPerSecond).orElse(0.0) * requestsPerArrival(level);
    }

    /** As it was: a journey that fails sends fewer requests than it has steps. */
    private static double requestsPerArrival(WindowMeasurement level) {
        long journeys = level.journeys().stream()
                .mapToLong(one -> one.completions().ended())
                .sum();
        return journeys == 0
                ? 1
                : Math.max(1, (double) level.requests().completions().ended() / journeys);
    }
}
