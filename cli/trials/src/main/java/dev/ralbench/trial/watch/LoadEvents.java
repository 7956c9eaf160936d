package dev.ralbench.trial.watch;

import dev.ralbench.Clock;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.WindowListener;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A load's events on its event loops, in order, for the one thread that follows it. */
public final class LoadEvents implements WindowListener {
    private final Clock clock;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    sealed interface Event {
        /**
         * A window has begun.
         *
         * @param atNanos when; it may be heard of later
         */
        record WindowBegan(int window, long atNanos) implements Event {}

        /**
         * A window has ended, and the load waits.
         *
         * @param deadlineNanos when it goes on by itself
         */
        record WindowEnded(Runnable goOn, long deadlineNanos) implements Event {}

        record Drains() implements Event {}

        record Rests(Consumer<LeastLengths> goOn) implements Event {}

        record LoadEnded() implements Event {}
    }

    LoadEvents(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void windowBegan(int newWindow) {
        events.add(new Event.WindowBegan(newWindow, clock.nanoTime()));
    }

    /** The load waits until all is read, so that counts are exactly those of the window's requests. */
    @Override
    public void windowEnded(int endedWindow, Runnable goOn) {
        events.add(new Event.WindowEnded(goOn, clock.nanoTime() + WindowListener.LONGEST_WAIT.toNanos()));
    }

    @Override
    public void drains(int endedWindow) {
        events.add(new Event.Drains());
    }

    @Override
    public void rests(int endedWindow, Consumer<LeastLengths> goOn) {
        events.add(new Event.Rests(goOn));
    }

    /** Hears of the load's end from now on. */
    public void attach(CompletableFuture<LoadEnd> end) {
        var unused = end.whenComplete((result, failure) -> events.add(new Event.LoadEnded()));
    }

    /** The next one; empty if there is none until then. An interrupt does not end the wait. */
    Optional<Event> pollUntil(long nanos) {
        while (true) {
            try {
                return Optional.ofNullable(events.poll(nanos - clock.nanoTime(), TimeUnit.NANOSECONDS));
            } catch (InterruptedException e) {
                // Whoever interrupts has told the load to stop; its end arrives here as an event.
            }
        }
    }
}
