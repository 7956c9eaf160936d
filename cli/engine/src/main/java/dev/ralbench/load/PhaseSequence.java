package dev.ralbench.load;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets the phases of a timeline follow each other on all event loops: without drift if their lengths are planned, as
 * soon as nothing is in flight if their requests are counted, and on request if the load rests in between. Decides on
 * the first loop; any thread may ask for the phases that it has run.
 */
final class PhaseSequence {
    private final LoadPlan plan;
    private final UserTimeline planned;
    /**
     * The phases to run: as planned, but for warm-ups that are repeated, turns that take longer, and levels that a search
     * asks for. Window i is the i-th of these.
     */
    private final List<Phase> phases;

    private final LoopDrivers loops;
    private final LoadShare share;
    private final OtherGenerators others;
    private final WindowListener windows;
    /** The phase that is on, or is next and cannot be replaced any more. */
    private int begun = -1;

    PhaseSequence(LoadPlan plan, LoopDrivers loops, LoadShare share, OtherGenerators others, WindowListener windows) {
        this.plan = plan;
        this.planned = plan.timeline();
        this.phases = new CopyOnWriteArrayList<>(planned.phases());
        this.loops = loops;
        this.share = share;
        this.others = others;
        this.windows = windows;
    }

    /** See {@link LoadGenerator#repeat}. */
    void repeat(int window, long requests) {
        if (!(phase(window) instanceof Phase.WarmUp warmUp) || warmUp.end() != Phase.WarmUp.End.REST) {
            throw new IllegalArgumentException("window " + window + " is no warm-up that can be repeated");
        }
        phases.add(window + 1, new Phase.WarmUp(warmUp.users(), requests, warmUp.end()));
    }

    /** See {@link LoadGenerator#followWith}. */
    CompletableFuture<Boolean> replaceAfter(int window, List<Phase> others) {
        var isInTime = new CompletableFuture<Boolean>();
        loops.onFirst(() -> {
            boolean isStopping = loops.first().isStopping();
            if (begun <= window && !isStopping) {
                while (phases.size() > window + 1) {
                    phases.removeLast();
                }
                phases.addAll(others);
            }
            isInTime.complete(begun <= window || isStopping);
        });
        return isInTime;
    }

    Phase phase(int window) {
        return phases.get(window);
    }

    /** See {@link LoadGenerator#performed}. */
    UserTimeline performed() {
        return new UserTimeline(phases, planned.stopAfter());
    }

    /** The last user of a burst has tried to connect. */
    void connectionsTried(int window, CountedRun run) {
        loops.onFirst(() -> others.awaitConnections(window, nanos -> {
            if (nanos > loops.first().loop().nanoTime()) {
                loops.allAt(nanos, driver -> release(run, driver));
            } else {
                loops.onAll(driver -> release(run, driver));
            }
        }));
    }

    private static void release(CountedRun run, LoopDriver driver) {
        run.release();
        driver.releaseBarrier();
    }

    /** The last user of a counted phase is done, or its time is over; only the first of both counts. */
    void countedPhaseOver(int window, CountedRun run, long atNanos) {
        if (!run.end()) {
            return;
        }
        if (run.goesOn()) {
            loops.onFirst(() -> beginNow(window + 1, LeastLengths.NONE));
            return;
        }
        if (window + 1 == phases.size()) {
            loops.onAll(driver -> driver.finish(atNanos));
            return;
        }
        loops.onAll(driver -> {
            driver.endCounted(atNanos);
            if (run.loopEnded()) {
                if (phase(window) instanceof Phase.WarmUp warmUp && warmUp.end() == Phase.WarmUp.End.REST) {
                    rest(window);
                } else {
                    handOver(window);
                }
            }
        });
    }

    /** Nothing is in flight: other variants are measured until this load is resumed. */
    private void rest(int endedWindow) {
        var hasGoneOn = new AtomicBoolean();
        loops.onFirst(() -> {
            if (!loops.first().isStopping()) {
                windows.rests(endedWindow, atLeast -> {
                    if (hasGoneOn.compareAndSet(false, true)) {
                        loops.onFirst(() -> beginNow(endedWindow + 1, atLeast));
                    }
                });
            }
        });
    }

    /** Nothing of a window is in flight on any loop: the next one waits for the readers of its figures. */
    private void handOver(int endedWindow) {
        loops.onFirst(() -> {
            if (!loops.first().isStopping()) {
                awaitReaders(endedWindow, () -> loops.onFirst(() -> beginNow(endedWindow + 1, LeastLengths.NONE)));
            }
        });
    }

    /** The load has ended with a window, and users have yet to say farewell: not before its figures are read. */
    void hearOfEnd(int lastWindow, Runnable farewell) {
        loops.onFirst(() -> awaitReaders(lastWindow, farewell));
    }

    /** Goes on once the figures of a window have been read, or soon without that; called on the first loop. */
    private void awaitReaders(int endedWindow, Runnable goOn) {
        var hasGoneOn = new AtomicBoolean();
        Runnable once = () -> {
            if (hasGoneOn.compareAndSet(false, true)) {
                goOn.run();
            }
        };
        var first = loops.first();
        first.at(first.loop().nanoTime() + WindowListener.LONGEST_WAIT.toNanos(), once);
        windows.windowEnded(endedWindow, once);
    }

    private void beginNow(int window, LeastLengths atLeast) {
        var first = loops.first();
        if (!first.isStopping()) {
            others.awaitBeginning(
                    window,
                    atLeast,
                    (nanos, least) -> loops.onFirst(() -> {
                        if (!first.isStopping()) {
                            begin(window, Math.max(nanos, first.loop().nanoTime()), least);
                        }
                    }));
        }
    }

    private boolean hasCountedPhase() {
        return phases.stream().anyMatch(Phase.Counted.class::isInstance);
    }

    private Optional<CountedRun> countedRun(Phase phase) {
        return switch (phase) {
            case Phase.Counted counted -> Optional.of(new CountedRun(counted, false, loops.count(), share));
            case Phase.WarmUp warmUp ->
                Optional.of(
                        new CountedRun(warmUp.counted(), warmUp.end() == Phase.WarmUp.End.GO_ON, loops.count(), share));
            case Phase.Hold level -> Optional.empty();
            case Phase.Slope slope -> Optional.empty();
            case Phase.LeadIn leadIn -> Optional.empty();
            case Phase.Turn turn -> Optional.empty();
            case Phase.Open open -> Optional.empty();
        };
    }

    /**
     * Begins a phase on every loop and, if its length is planned, lets the next one follow without drift. Called on the
     * first loop.
     */
    void begin(int window, long startNanos, LeastLengths atLeast) {
        begun = window;
        var phase = lengthened(window, atLeast);
        if (window == performed().firstMeasured() && hasCountedPhase()) {
            plan.stopAfter().ifPresent(after -> scheduleStop(startNanos + after.toNanos(), Outcome.STILL_OPEN));
        }
        var run = countedRun(phase).orElse(null);
        if (run != null) {
            endWhenTimeIsOver(window, run, startNanos);
        }
        loops.allAt(startNanos, driver -> driver.begin(window, phase, run, startNanos));
        loops.first().at(startNanos, () -> windows.windowBegan(window));
        if (run != null && run.isEmpty()) {
            var first = loops.first();
            if (run.barrierIsUp()) {
                first.at(startNanos, () -> connectionsTried(window, run));
            }
            first.at(
                    startNanos,
                    () -> others.awaitEnd(
                            window,
                            () -> loops.onFirst(() ->
                                    countedPhaseOver(window, run, first.loop().nanoTime()))));
        }
        if (phase.plannedSeconds().isPresent()) {
            long length = Math.round(phase.plannedSeconds().getAsDouble() * 1e9);
            long least = atLeast.of(phase).toNanos();
            endAsPlanned(window, phase, startNanos, startNanos + Math.max(length, least), atLeast);
        }
    }

    private Phase lengthened(int window, LeastLengths atLeast) {
        if (phase(window) instanceof Phase.Turn turn && turn.length().compareTo(atLeast.turn()) < 0) {
            phases.set(window, new Phase.Turn(turn.users(), atLeast.turn()));
        }
        return phase(window);
    }

    private void endAsPlanned(int window, Phase phase, long startNanos, long endNanos, LeastLengths atLeast) {
        boolean isLast = window + 1 == phases.size();
        if (phase instanceof Phase.Turn) {
            endDrained(window, endNanos, () -> turnDrained(window));
        } else if (phase instanceof Phase.LeadIn && plan.shape().search().isPresent()) {
            loops.first().at(endNanos, () -> searchOn(window, endNanos));
        } else if (isLast) {
            scheduleStop(endNanos, Outcome.DROPPED_AT_STOP);
        } else if (phase(window + 1) instanceof Phase.Counted) {
            // A user that still waits for a response cannot begin, and requests still in flight are extra load.
            endDrained(window, endNanos, () -> handOver(window));
        } else {
            loops.first().at(startNanos, () -> begin(window + 1, endNanos, atLeast));
        }
    }

    /** Not before the end of the time in which a level settles: until then other levels may be asked for. */
    private void searchOn(int window, long nanos) {
        if (window + 1 < phases.size()) {
            begin(window + 1, nanos, LeastLengths.NONE);
        } else {
            scheduleStop(nanos, Outcome.DROPPED_AT_STOP);
        }
    }

    private void endDrained(int window, long endNanos, Runnable afterwards) {
        var loopsBusy = new AtomicInteger(loops.count());
        Runnable drained = () -> {
            if (loopsBusy.decrementAndGet() == 0) {
                loops.onFirst(() -> others.awaitEnd(window, afterwards));
            }
        };
        loops.allAt(endNanos, driver -> driver.endDrained(endNanos, drained));
        var first = loops.first();
        first.at(endNanos, () -> {
            if (!first.isStopping()) {
                windows.drains(window);
            }
        });
    }

    private void turnDrained(int window) {
        if (window + 1 < phases.size()) {
            rest(window);
        } else {
            loops.onAll(driver -> driver.finish(driver.loop().nanoTime()));
        }
    }

    private void endWhenTimeIsOver(int window, CountedRun run, long startNanos) {
        run.within().ifPresent(within -> {
            long endNanos = startNanos + within.toNanos();
            loops.first().at(endNanos, () -> countedPhaseOver(window, run, endNanos));
        });
    }

    private void scheduleStop(long atNanos, Outcome outcomeOfOpenRequests) {
        loops.allAt(atNanos, driver -> driver.stopNow(outcomeOfOpenRequests));
    }
}
