package dev.ralbench.load;

import dev.ralbench.load.RequestSender.SenderLoop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drives the users of one event loop through the segments of the timeline. Everything runs on that loop, so nothing
 * here is shared; what concerns all loops goes through the {@link LoadGenerator}.
 */
final class LoopDriver {
    /** A user whose connection was refused waits so long, so that a dead target is not hammered in a tight loop. */
    static final long BACK_OFF_NANOS = 100_000_000;

    /** What a user may still do. */
    enum Allowance {
        UNLIMITED,
        OWN_COUNT,
        NONE,
    }

    private final LoadGenerator generator;
    private final SenderLoop loop;
    private final LoadRecorder recorder;
    private final int index;
    private final long thinkNanos;
    private final List<User> users = new ArrayList<>();
    private final Deadlines deadlines;

    private boolean stopping;
    private boolean ended;
    private int window = -1;
    /** Users below this number are to be active. */
    private int wanted;

    private int activeUsers;
    private @Nullable CountedRun counted;

    LoopDriver(LoadGenerator generator, SenderLoop loop, LoadRecorder recorder, int index, LoadPlan plan) {
        this.generator = generator;
        this.loop = loop;
        this.recorder = recorder;
        this.index = index;
        this.thinkNanos = plan.think().toNanos();
        this.deadlines = new Deadlines(this, plan.timeout());
    }

    SenderLoop loop() {
        return loop;
    }

    LoadRecorder recorder() {
        return recorder;
    }

    int window() {
        return window;
    }

    long thinkNanos() {
        return thinkNanos;
    }

    boolean isStopping() {
        return stopping;
    }

    /** Whether the user has to wait until all users of a burst have tried to connect. */
    boolean barrierHolds(User user) {
        return !stopping && counted != null && user.number() < wanted && counted.barrierIsUp();
    }

    void connectionTried() {
        if (counted != null && counted.connectionTried()) {
            generator.releaseBarrier();
        }
    }

    /** Whether the user may send another request, and which count is charged. */
    Allowance allowance(User user) {
        if (stopping || user.number() >= wanted) {
            return Allowance.NONE;
        }
        if (counted == null) {
            return Allowance.UNLIMITED;
        }
        if (counted.isShared()) {
            return counted.claim() ? Allowance.UNLIMITED : Allowance.NONE;
        }
        return Allowance.OWN_COUNT;
    }

    /** Begins a segment; its planned beginning is now or has just passed. */
    void begin(int newWindow, Segment segment, @Nullable CountedRun run, long plannedStartNanos) {
        if (ended || stopping) {
            return;
        }
        long now = loop.nanoTime();
        for (var user : users) {
            user.settle(window, now);
        }
        window = newWindow;
        counted = run;
        recorder.windowBegan(newWindow, now);
        switch (segment) {
            case Segment.Level level -> want(level.users(), now);
            case Segment.Slope slope -> slide(slope, plannedStartNanos, now);
            case Segment.Counted c -> count(c, plannedStartNanos, now);
        }
    }

    private void want(int all, long now) {
        letGo(all, now);
        for (int number = index; number < all; number += generator.loopCount()) {
            activate(number, now);
        }
    }

    private void letGo(int remaining, long now) {
        wanted = remaining;
        for (var user : users) {
            if (user.number() >= remaining) {
                user.leave(now);
            }
        }
    }

    private void slide(Segment.Slope slope, long startNanos, long now) {
        want(slope.usersFrom(), now);
        boolean up = slope.usersTo() > slope.usersFrom();
        int first = up ? slope.usersFrom() : slope.usersFrom() - 1;
        change(slope, up, nextOfThisLoop(first, up), startNanos);
    }

    /** The next user in the ramp's direction that lives on this loop. */
    private int nextOfThisLoop(int from, boolean up) {
        int loops = generator.loopCount();
        return up ? from + Math.floorMod(index - from, loops) : from - Math.floorMod(from - index, loops);
    }

    private void change(Segment.Slope slope, boolean up, int number, long startNanos) {
        boolean within = up ? number < slope.usersTo() : number >= slope.usersTo();
        if (!within || number < 0) {
            return;
        }
        int ofWindow = window;
        at(startNanos + UserTimeline.changeNanos(slope, number), () -> {
            if (window != ofWindow || stopping) {
                return;
            }
            if (up) {
                wanted = number + 1;
                activate(number, loop.nanoTime());
            } else {
                letGo(number, loop.nanoTime());
            }
            change(slope, up, number + (up ? 1 : -1) * generator.loopCount(), startNanos);
        });
    }

    private void count(Segment.Counted segment, long startNanos, long now) {
        letGo(segment.users(), now);
        for (int number = index; number < segment.users(); number += generator.loopCount()) {
            var user = user(number);
            user.allow(segment.count());
            if (segment.ramp().isZero() || user.isActive()) {
                activate(number, now);
            } else {
                startLater(number, startNanos + UserTimeline.startNanos(segment, number));
            }
        }
    }

    private void startLater(int number, long nanos) {
        int ofWindow = window;
        at(nanos, () -> {
            if (window == ofWindow && !stopping) {
                activate(number, loop.nanoTime());
            }
        });
    }

    private void activate(int number, long now) {
        var user = user(number);
        if (user.isActive()) {
            user.stay(now);
            return;
        }
        activeUsers++;
        recorder.activeUsers(activeUsers);
        user.start(now);
    }

    private User user(int number) {
        int position = number / generator.loopCount();
        while (users.size() <= position) {
            users.add(new User(users.size() * generator.loopCount() + index, this));
        }
        return users.get(position);
    }

    void rested(User user) {
        activeUsers--;
        recorder.activeUsers(activeUsers);
        if (counted != null && !stopping && user.number() < wanted && counted.userDone()) {
            generator.countedSegmentDone(window);
        }
        if (stopping && activeUsers == 0) {
            end(loop.nanoTime());
        }
    }

    void releaseBarrier() {
        long now = loop.nanoTime();
        for (var user : users) {
            user.release(now);
        }
    }

    void awaitResponse(User user) {
        deadlines.add(user);
    }

    void responseCame(User user) {
        deadlines.remove(user);
    }

    void failed(Outcome outcome, String detail) {
        generator.requestFailed(outcome, detail);
    }

    /** Runs the task on this loop at the given time. */
    void at(long nanos, Runnable task) {
        loop.schedule(nanos, () -> guarded(task));
    }

    /** An exception on an event loop would vanish in the library that runs it, and the load would never end. */
    void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            defect(e);
        }
    }

    void defect(RuntimeException exception) {
        generator.defect(exception);
    }

    /** No new requests; ends when those in flight have ended. */
    void stopPolitely() {
        if (ended) {
            return;
        }
        stopping = true;
        long now = loop.nanoTime();
        for (var user : users) {
            user.stopPolitely(now);
        }
        if (activeUsers == 0) {
            end(now);
        }
    }

    /** Ends now; requests in flight get the given outcome. */
    void stopNow(Outcome outcomeOfOpenRequests) {
        if (ended) {
            return;
        }
        stopping = true;
        long now = loop.nanoTime();
        for (var user : users) {
            user.stopNow(outcomeOfOpenRequests, now);
        }
        end(now);
    }

    private void end(long now) {
        if (ended) {
            return;
        }
        ended = true;
        recorder.loadEnded(now);
        for (var user : users) {
            user.closeConnection();
        }
        generator.loopEnded();
    }
}
