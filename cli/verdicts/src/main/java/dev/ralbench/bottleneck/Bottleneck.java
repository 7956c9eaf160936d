package dev.ralbench.bottleneck;

import dev.ralbench.measurement.PoolUse;
import java.util.Optional;
import java.util.OptionalInt;

/** What keeps a target from serving more at a level, with the figures that show it. */
public sealed interface Bottleneck {
    /** Whether it is the same resource; figures may differ, as they do from level to level and trial to trial. */
    boolean isSameAs(Bottleneck other);

    /**
     * Every thread of a group has a request, and more requests wait for one.
     *
     * @param group the threads' name; empty if they are the workers of the target's web server
     * @param threads how many there are
     * @param serviceMillis how long a request keeps one
     */
    record WorkerThreads(Optional<String> group, int threads, double serviceMillis) implements Bottleneck {
        /** Requests per second that they can serve at most. */
        public double mostPerSecond() {
            return threads * 1e3 / serviceMillis;
        }

        @Override
        public boolean isSameAs(Bottleneck other) {
            return other instanceof WorkerThreads workers && workers.threads == threads && workers.group.equals(group);
        }
    }

    /** Something that a target has only so many of. */
    sealed interface Resource extends Bottleneck {}

    /**
     * Connections to a server, with a statement on nearly each of them.
     *
     * @param server that they lead to
     * @param connections how many there are
     * @param running most statements under way at once, as polled
     */
    record Connections(String server, int connections, int running) implements Resource {
        @Override
        public boolean isSameAs(Bottleneck other) {
            return other instanceof Connections those
                    && those.server.equals(server)
                    && those.connections == connections;
        }
    }

    /**
     * All that a pool lends is in use, as the target itself shows, and requests wait.
     *
     * @param name the pool's
     * @param limit how much it can lend
     * @param waiting most that waited for it at once; empty if the pool does not say
     */
    record Pool(String name, PoolUse.Resource holds, int limit, OptionalInt waiting) implements Resource {
        @Override
        public boolean isSameAs(Bottleneck other) {
            return other instanceof Pool pool && pool.name.equals(name) && pool.limit == limit;
        }
    }

    /**
     * A single thread uses a whole CPU, while others have time.
     *
     * @param name as the kernel has it, at most 15 characters; empty if it has none of its own
     * @param isMain whether it is the one that its process began with
     * @param cpus that it uses
     */
    record OneThread(Optional<String> name, boolean isMain, double cpus) implements Resource {
        @Override
        public boolean isSameAs(Bottleneck other) {
            return other instanceof OneThread thread && thread.isMain == isMain && thread.name.equals(name);
        }
    }

    /** All of it is in use, but that may be a sign of something else that is not seen, and more of it would not help. */
    record Busy(Resource resource) implements Bottleneck {
        @Override
        public boolean isSameAs(Bottleneck other) {
            return other instanceof Busy busy && busy.resource.isSameAs(resource);
        }
    }

    /**
     * Two at once, so that more of the one alone would not help much.
     *
     * @param first the one to begin with
     * @param second the other one, or something that is also full and may be a sign of the first
     */
    record Both(Bottleneck first, Bottleneck second) implements Bottleneck {
        @Override
        public boolean isSameAs(Bottleneck other) {
            return other instanceof Both both && both.first.isSameAs(first) && both.second.isSameAs(second);
        }
    }

    /** CPUs are saturated. */
    record Cpu(CpuUse use) implements Bottleneck {
        @Override
        public boolean isSameAs(Bottleneck other) {
            return other instanceof Cpu cpu && cpu.use.user() == use.user();
        }
    }

    /**
     * The one thread that runs JavaScript is saturated.
     *
     * @param cpus that it uses; of results that do not say so, those of the whole target, of which it can use one
     */
    record JavaScriptThread(double cpus) implements Bottleneck {
        @Override
        public boolean isSameAs(Bottleneck other) {
            return other instanceof JavaScriptThread;
        }
    }

    /**
     * The just-in-time compilers have work and get no CPU, so that code runs which is not compiled yet.
     *
     * @param waitingShare of the time that they wait; above 1 if several do
     */
    record Compilers(double waitingShare) implements Bottleneck {
        @Override
        public boolean isSameAs(Bottleneck other) {
            return other instanceof Compilers;
        }
    }

    /**
     * The load generator cannot send more.
     *
     * @param busyShare of the time that its event loop runs
     */
    record Generator(double busyShare) implements Bottleneck {
        @Override
        public boolean isSameAs(Bottleneck other) {
            return other instanceof Generator;
        }
    }

    /** None: users are served as fast as fewer users are, or all requests of a rate are. */
    record None() implements Bottleneck {
        @Override
        public boolean isSameAs(Bottleneck other) {
            return equals(other);
        }
    }

    /**
     * How saturated CPUs are used.
     *
     * @param cpus how many there are; a share of one if the target is limited to that
     * @param isTargetsOwn whether only the target may use them
     * @param used CPUs in use on average
     * @param target of these the target's
     * @param generator the load generator's
     * @param dependencies those of databases and other services that the target needs
     * @param others those of programs that ralbench did not start
     * @param server the dependency, if there is only one
     */
    record CpuUse(
            double cpus,
            boolean isTargetsOwn,
            double used,
            double target,
            double generator,
            double dependencies,
            double others,
            Optional<String> server) {
        /** From this share of the CPUs in use on, a program is their user. */
        private static final double MOST = 2.0 / 3;
        /** A generator that takes a larger share of the CPUs takes them from the target. */
        private static final double GENERATOR_MATTERS = 0.1;
        /** Other programs that take a larger share do. */
        private static final double OTHERS_MATTER = 0.1;

        /** Who uses the CPUs. */
        public enum User {
            TARGET,
            DEPENDENCIES,
            /** No program alone: target, dependencies and generator share them. */
            SEVERAL,
            /** Programs that ralbench did not start take a part that matters. */
            OTHER_PROGRAMS,
        }

        /**
         * Whether target, generator and dependencies use more than programs that ralbench did not start. A busy machine does
         * not keep a target from serving more that asks for little CPU time: it gets that.
         */
        boolean isMostlyOurs() {
            return target + generator + dependencies >= others;
        }

        /** Whether target and generator alone use half of what is in use and more, whichever programs use the rest. */
        boolean isMostlyOfTargetAndGenerator() {
            return 2 * (target + generator) >= used;
        }

        /** Who uses them. */
        public User user() {
            if (isTargetsOwn) {
                return User.TARGET;
            }
            if (others > OTHERS_MATTER * cpus) {
                return User.OTHER_PROGRAMS;
            }
            if (generator > GENERATOR_MATTERS * cpus) {
                return User.SEVERAL;
            }
            return target >= MOST * used ? User.TARGET : dependencies >= MOST * used ? User.DEPENDENCIES : User.SEVERAL;
        }
    }
}
