package dev.ralbench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The users of one event loop: of all users, numbered from 0, every n-th one, where n is the number of loops of all
 * generators. Users are made when they are first needed and kept.
 */
final class LoopUsers {
    private static final int STARTED_AT_ONCE = 64;
    /**
     * No more are started after this much time. If the kernel searches all local ports and most are taken, each start
     * takes up to a millisecond, and users that are there already would be served late.
     */
    private static final long LONGEST_START_NANOS = 500_000;

    private final LoopDriver driver;
    private final int index;
    private final int loops;
    private final List<User> users = new ArrayList<>();
    private int wanted;
    /** Counts beginnings: leftovers of an earlier one are dropped. */
    private int beginnings;

    private int active;

    /**
     * No users yet.
     *
     * @param own the numbers of the users that are this loop's
     */
    LoopUsers(LoopDriver driver, LoopPlace.Numbers own) {
        this.driver = driver;
        this.index = own.first();
        this.loops = own.step();
    }

    /** Whether the user is to be active: its number is below the number of users wanted. */
    boolean isWanted(User user) {
        return user.number() < wanted;
    }

    boolean isEmpty() {
        return active == 0;
    }

    int active() {
        return active;
    }

    void forEach(Consumer<User> action) {
        users.forEach(action);
    }

    /** How many have something to send when the load has ended. */
    int farewells() {
        return Math.toIntExact(users.stream().filter(User::hasFarewell).count());
    }

    /** Numbers of this loop's users below the given one. */
    private List<Integer> numbersBelow(int end) {
        var numbers = new ArrayList<Integer>();
        for (int number = index; number < end; number += loops) {
            numbers.add(number);
        }
        return numbers;
    }

    /** The first of this loop's numbers from the given one on, upwards or downwards. */
    private int nextNumber(int from, boolean up) {
        return up ? from + Math.floorMod(index - from, loops) : from - Math.floorMod(from - index, loops);
    }

    /** The number after that, upwards or downwards. */
    private int following(int number, boolean up) {
        return number + (up ? loops : -loops);
    }

    private User user(int number) {
        int position = number / loops;
        while (users.size() <= position) {
            users.add(new User(users.size() * loops + index, driver));
        }
        return users.get(position);
    }

    /**
     * Exactly these users are to be active: starts those that are not, lets the others go. To connect two thousand takes
     * an event loop a tenth of a second and more, so it does other things in between; all of them count from now on.
     */
    void want(int all, long nowNanos) {
        wantAtMost(all, nowNanos);
        startFrom(index, nowNanos, beginnings);
    }

    /** Lets the others go, and starts no more users. */
    private void wantAtMost(int all, long nowNanos) {
        beginnings++;
        letGo(all, nowNanos);
    }

    /** Others may be added, or be let go, before all have started. */
    private void startFrom(int first, long sinceNanos, int ofBeginning) {
        if (beginnings != ofBeginning || driver.isStopping() || driver.isBetweenWindows()) {
            return;
        }
        int number = first;
        long deadline = driver.loop().nanoTime() + LONGEST_START_NANOS;
        for (int started = 0; number < wanted && started < STARTED_AT_ONCE; started++) {
            activate(number, sinceNanos);
            number += loops;
            if (driver.loop().nanoTime() > deadline) {
                break;
            }
        }
        int next = number;
        if (next < wanted) {
            driver.soon(() -> startFrom(next, sinceNanos, ofBeginning));
        }
    }

    /** Gives the users their share of a counted phase, and starts them when it says. */
    void count(Phase.Counted phase, long startNanos, long nowNanos) {
        var numbers = numbersBelow(phase.users());
        numbers.forEach(number -> user(number).allow(phase.count()));
        if (phase.ramp().isZero()) {
            want(phase.users(), nowNanos);
            return;
        }
        wantAtMost(phase.users(), nowNanos);
        for (int number : numbers) {
            startLater(number, startNanos + UserTimeline.startNanos(phase, number));
        }
    }

    private void startLater(int number, long nanos) {
        int ofWindow = driver.window();
        driver.at(nanos, () -> {
            if (driver.window() == ofWindow && !driver.isBetweenWindows() && !driver.isStopping()) {
                activate(number, driver.loop().nanoTime());
            }
        });
    }

    /** One user more is wanted. */
    private void add(int number, long nowNanos) {
        wanted = number + 1;
        activate(number, nowNanos);
    }

    /** Changes the number of users along a slope; its first users are wanted at once. */
    void slide(Phase.Slope slope, long startNanos, long nowNanos) {
        want(slope.usersFrom(), nowNanos);
        boolean up = slope.usersTo() > slope.usersFrom();
        int first = up ? slope.usersFrom() : slope.usersFrom() - 1;
        change(slope, up, nextNumber(first, up), startNanos);
    }

    private void change(Phase.Slope slope, boolean up, int number, long startNanos) {
        boolean within = up ? number < slope.usersTo() : number >= slope.usersTo();
        if (!within || number < 0) {
            return;
        }
        int ofWindow = driver.window();
        driver.at(startNanos + UserTimeline.changeNanos(slope, number), () -> {
            if (driver.window() != ofWindow || driver.isBetweenWindows() || driver.isStopping()) {
                return;
            }
            if (up) {
                add(number, driver.loop().nanoTime());
            } else {
                letGo(number, driver.loop().nanoTime());
            }
            change(slope, up, following(number, up), startNanos);
        });
    }

    /** Only the users below the number remain wanted. */
    void letGo(int remaining, long nowNanos) {
        wanted = remaining;
        for (var user : users) {
            if (!isWanted(user)) {
                user.leave(nowNanos);
            }
        }
    }

    /** @param sinceNanos when it was wanted */
    private void activate(int number, long sinceNanos) {
        var user = user(number);
        long nowNanos = driver.loop().nanoTime();
        if (user.isActive()) {
            user.stay(nowNanos);
            return;
        }
        active++;
        driver.activeChanged();
        user.start(sinceNanos, nowNanos);
    }

    /** A user has ended its activity. */
    void rested() {
        active--;
        driver.activeChanged();
    }
}
