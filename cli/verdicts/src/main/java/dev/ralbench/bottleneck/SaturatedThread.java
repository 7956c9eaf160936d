package dev.ralbench.bottleneck;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.InsideView.BusyThread;
import java.util.List;
import java.util.Optional;

/**
 * Whether a single thread of the target is the bottleneck: it uses a whole CPU, while other CPUs have time. Pure.
 *
 * @param levels all of the trial
 */
record SaturatedThread(List<LevelEvidence> levels) {
    /** A thread that is never out of work waits for the kernel now and then. */
    private static final double SATURATED = 0.9;
    /** How many times the requests under way show that no more is served. */
    private static final double MORE_IN_FLIGHT = 1.5;

    private static final double FLAT = 0.1;
    /** How far its CPU time for each request may differ between levels, as the work of requests does. */
    private static final double TOLERANCE = 0.25;

    /** A thread that does the work of requests. One that is busy whatever the load is does something else. */
    Optional<Bottleneck> at(LevelEvidence level) {
        return busy(level).filter(found -> isCause(found, level)).map(found -> (Bottleneck) found);
    }

    /** A saturated thread, be it the cause or not. */
    Optional<Bottleneck.OneThread> busy(LevelEvidence level) {
        return level.isServed() ? thread(level).filter(found -> found.cpus() >= SATURATED) : Optional.empty();
    }

    /** Of a target that has no second thread as busy: several of them have a CPU each, and more threads may serve more. */
    private static Optional<Bottleneck.OneThread> thread(LevelEvidence level) {
        double seconds = level.window().lengthSeconds();
        var inside = level.window().views().inside();
        return inside.flatMap(InsideView::busiestThread)
                .filter(thread -> thread.cpuSeconds() > inside.orElseThrow().cpuSeconds() / 2)
                .map(thread -> new Bottleneck.OneThread(thread.name(), thread.isMain(), cpus(thread, seconds)));
    }

    private static double cpus(BusyThread thread, double seconds) {
        return thread.cpuSeconds() / seconds;
    }

    private boolean isCause(Bottleneck.OneThread found, LevelEvidence level) {
        var others = levels.stream()
                .filter(LevelEvidence::isServed)
                .filter(other -> thread(other).filter(found::isSameAs).isPresent())
                .toList();
        return others.stream().anyMatch(other -> isFlat(level, other) || isItsWork(found, level, other))
                && others.stream()
                        .filter(other -> busy(other).isPresent())
                        .noneMatch(other ->
                                other.perSecond() > (1 + FLAT) * level.perSecond() || level.isProportionalTo(other));
    }

    /** With clearly more requests under way, or clearly fewer, it is as busy and as much is served. */
    private boolean isFlat(LevelEvidence level, LevelEvidence other) {
        double inFlight = Math.max(level.inFlight(), other.inFlight()) / Math.min(level.inFlight(), other.inFlight());
        return busy(other).isPresent()
                && inFlight >= MORE_IN_FLIGHT
                && Math.abs(other.perSecond() / level.perSecond() - 1) <= FLAT;
    }

    /** Where less is served it is less busy, and in proportion. */
    private boolean isItsWork(Bottleneck.OneThread found, LevelEvidence level, LevelEvidence other) {
        double theirs = thread(other).map(Bottleneck.OneThread::cpus).orElse(0.0) / other.perSecond();
        return other.perSecond() <= (1 - FLAT) * level.perSecond()
                && Math.abs(theirs * level.perSecond() / found.cpus() - 1) <= TOLERANCE;
    }
}
