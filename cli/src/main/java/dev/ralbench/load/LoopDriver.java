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
    private final long timeoutNanos;
    private final String timeoutDetail;
    private final List<User> users = new ArrayList<>();
    private final Deadlines deadlines = new Deadlines();

    private boolean deadlineIsArmed;
    private boolean stopping;
    private boolean ended;
    private int window = -1;
    private int wanted;
    private int activeUsers;
    private @Nullable CountedRun counted;

    LoopDriver(LoadGenerator generator, SenderLoop loop, LoadRecorder recorder, int index, LoadPlan plan) {
        this.generator = generator;
        this.loop = loop;
        this.recorder = recorder;
        this.index = index;
        this.thinkNanos = plan.think().toNanos();
        this.timeoutNanos = plan.timeout().toNanos();
        this.timeoutDetail = "no response within " + UserTimeline.seconds(plan.timeout()) + " s";
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

    boolean barrierIsUp() {
        return counted != null && counted.barrierIsUp();
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
        wanted = all;
        for (int number = index; number < all; number += generator.loopCount()) {
            activate(number, now);
        }
    }

    private void slide(Segment.Slope slope, long startNanos, long now) {
        want(Math.min(slope.usersFrom(), slope.usersTo()), now);
        boolean up = slope.usersTo() > slope.usersFrom();
        wanted = slope.usersFrom();
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
        long at = startNanos + UserTimeline.changeNanos(slope, number);
        loop.schedule(at, () -> {
            if (window != ofWindow || stopping) {
                return;
            }
            wanted = up ? number + 1 : number;
            if (up) {
                activate(number, loop.nanoTime());
            }
            change(slope, up, number + (up ? 1 : -1) * generator.loopCount(), startNanos);
        });
    }

    private void count(Segment.Counted segment, long startNanos, long now) {
        wanted = segment.users();
        long each = segment.requestsPerUser();
        for (int number = index; number < segment.users(); number += generator.loopCount()) {
            user(number).allow(each);
            if (segment.ramp().isZero()) {
                activate(number, now);
                continue;
            }
            int ofWindow = window;
            int starting = number;
            loop.schedule(startNanos + UserTimeline.startNanos(segment, number), () -> {
                if (window == ofWindow && !stopping) {
                    activate(starting, loop.nanoTime());
                }
            });
        }
    }

    private void activate(int number, long now) {
        var user = user(number);
        if (!user.isActive()) {
            activeUsers++;
            recorder.activeUsers(activeUsers);
            user.start(now);
        }
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
        if (!deadlineIsArmed) {
            arm(user.startNanos() + timeoutNanos);
        }
    }

    void responseCame(User user) {
        deadlines.remove(user);
    }

    private void arm(long deadlineNanos) {
        deadlineIsArmed = true;
        loop.schedule(deadlineNanos, this::expire);
    }

    private void expire() {
        deadlineIsArmed = false;
        long now = loop.nanoTime();
        var user = deadlines.first();
        while (user != null && user.startNanos() + timeoutNanos <= now) {
            deadlines.remove(user);
            user.timedOut(timeoutNanos, timeoutDetail);
            user = deadlines.first();
        }
        if (user != null && !deadlineIsArmed) {
            arm(user.startNanos() + timeoutNanos);
        }
    }

    void failed(Outcome outcome, String detail) {
        generator.requestFailed(outcome, detail);
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
