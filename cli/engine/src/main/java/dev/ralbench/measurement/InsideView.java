package dev.ralbench.measurement;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The view inside the target in one window.
 *
 * @param source its sources: {@code jmx}, {@code hsperfdata}, {@code node}, {@code proc}, joined by {@code +}
 * @param cpuSeconds CPU time of all processes of the target, user and system
 * @param residentPeakBytes largest resident set in the window; pages that its processes share count once
 * @param osThreadsPeak most threads as the operating system counts them, threads of the virtual machine included
 * @param threadGroupsPeak most threads by name group (the name without its number), as polled
 * @param voluntarySwitches context switches because a thread waited
 * @param involuntarySwitches context switches because a thread was preempted
 * @param compilerSeconds CPU time of just-in-time compilers, a part of {@code cpuSeconds}; results of earlier versions
 *     have none
 * @param compilerWaitSeconds that just-in-time compilers were ready to run and waited for a CPU, the sum over their
 *     threads; empty if the kernel does not say, and in results of earlier versions
 * @param processes which processes these figures are of; results of earlier versions do not say
 * @param jvm the part that only a JVM has
 * @param node the part that only Node.js has; results of earlier versions have none
 * @param pools its pools of threads and connections, by name, as far as it shows them and there was a sample in the
 *     window; empty if nothing was asked that could show them, and in results of earlier versions
 * @param busiestThread the thread that used the most CPU time; empty once the target has ended, and in results of earlier
 *     versions
 * @param machine that the target is on, if the generator is on another one
 */
public record InsideView(
        String source,
        double cpuSeconds,
        long residentPeakBytes,
        int osThreadsPeak,
        Map<String, Integer> threadGroupsPeak,
        long voluntarySwitches,
        long involuntarySwitches,
        Optional<Double> compilerSeconds,
        Optional<Double> compilerWaitSeconds,
        Optional<Processes> processes,
        Optional<Jvm> jvm,
        Optional<Node> node,
        Optional<Map<String, PoolUse>> pools,
        Optional<BusyThread> busiestThread,
        Optional<TargetMachine> machine) {

    public InsideView {
        threadGroupsPeak = Collections.unmodifiableMap(new TreeMap<>(threadGroupsPeak));
        pools = pools.map(use -> Collections.unmodifiableMap(new TreeMap<>(use)));
    }

    /** Of a target on the generator's own machine. */
    public InsideView(
            String source,
            double cpuSeconds,
            long residentPeakBytes,
            int osThreadsPeak,
            Map<String, Integer> threadGroupsPeak,
            long voluntarySwitches,
            long involuntarySwitches,
            Optional<Double> compilerSeconds,
            Optional<Double> compilerWaitSeconds,
            Optional<Processes> processes,
            Optional<Jvm> jvm,
            Optional<Node> node,
            Optional<Map<String, PoolUse>> pools,
            Optional<BusyThread> busiestThread) {
        this(
                source,
                cpuSeconds,
                residentPeakBytes,
                osThreadsPeak,
                threadGroupsPeak,
                voluntarySwitches,
                involuntarySwitches,
                compilerSeconds,
                compilerWaitSeconds,
                processes,
                jvm,
                node,
                pools,
                busiestThread,
                Optional.empty());
    }

    /** Both windows together: counters add up, peaks do not. */
    public InsideView plus(InsideView other) {
        var groups = new TreeMap<>(threadGroupsPeak);
        other.threadGroupsPeak.forEach((name, count) -> groups.merge(name, count, Math::max));
        return new InsideView(
                source,
                cpuSeconds + other.cpuSeconds,
                Math.max(residentPeakBytes, other.residentPeakBytes),
                Math.max(osThreadsPeak, other.osThreadsPeak),
                groups,
                voluntarySwitches + other.voluntarySwitches,
                involuntarySwitches + other.involuntarySwitches,
                KnownOfBoth.of(compilerSeconds, other.compilerSeconds, Double::sum),
                KnownOfBoth.of(compilerWaitSeconds, other.compilerWaitSeconds, Double::sum),
                KnownOfBoth.of(processes, other.processes, Processes::plus),
                KnownOfBoth.of(jvm, other.jvm, Jvm::plus),
                KnownOfBoth.of(node, other.node, Node::plus),
                KnownOfBoth.of(pools, other.pools, InsideView::allPools),
                KnownOfBoth.of(busiestThread, other.busiestThread, BusyThread::plus),
                KnownOfBoth.of(machine, other.machine, TargetMachine::plus));
    }

    /** This view with the machine that the target is on. */
    public InsideView on(Optional<TargetMachine> other) {
        return new InsideView(
                source,
                cpuSeconds,
                residentPeakBytes,
                osThreadsPeak,
                threadGroupsPeak,
                voluntarySwitches,
                involuntarySwitches,
                compilerSeconds,
                compilerWaitSeconds,
                processes,
                jvm,
                node,
                pools,
                busiestThread,
                other);
    }

    /** A pool that only one window has was not there, or not sampled, in the other. */
    private static Map<String, PoolUse> allPools(Map<String, PoolUse> mine, Map<String, PoolUse> theirs) {
        var all = new TreeMap<>(mine);
        theirs.forEach((name, use) -> all.merge(name, use, PoolUse::plus));
        return all;
    }

    /** Most used heap, garbage included; empty if the program does not tell. */
    public Optional<Long> heapPeakBytes() {
        return jvm.flatMap(Jvm::heapPeakBytes).or(() -> node.map(Node::heapPeakBytes));
    }

    /** Number of garbage collections; empty if the program does not tell. */
    public Optional<Long> collections() {
        return jvm.map(Jvm::collections).or(() -> node.map(Node::collections));
    }

    /** Time spent in garbage collections; empty if the program does not tell. */
    public Optional<Double> collectionMillis() {
        return jvm.map(Jvm::collectionMillis).or(() -> node.map(Node::collectionMillis));
    }

    /**
     * The target's processes, and what its figures lack because of them.
     *
     * @param peak most processes at one look
     * @param unwaited processes that were seen and that ended without being waited for: {@code cpuSeconds} lacks their
     *     time after they were seen last, and all time of others like them that were never seen. 0 where the target has
     *     a control group of its own, which counts all of it
     * @param isSharedCounted whether pages that several processes share are in {@code residentPeakBytes} once for each,
     *     because their shares cannot be read
     * @param stranger the process that listens on the target's port although the target's command did not start it, such
     *     as {@code process 4711 (node)}: the figures are those of this process; empty usually
     */
    public record Processes(int peak, int unwaited, boolean isSharedCounted, Optional<String> stranger) {
        /** Both windows together. */
        public Processes plus(Processes other) {
            return new Processes(
                    Math.max(peak, other.peak),
                    unwaited + other.unwaited,
                    isSharedCounted || other.isSharedCounted,
                    stranger.or(other::stranger));
        }
    }

    /**
     * The thread of a target that used more CPU time than its other ones. Threads of a virtual machine itself, such as
     * compilers and collectors of garbage, are left out.
     *
     * @param name as the kernel has it, at most 15 characters; empty if it has none of its own
     * @param id the kernel's
     * @param isMain whether it is the one that its process began with
     * @param cpuSeconds user and system
     */
    public record BusyThread(Optional<String> name, long id, boolean isMain, double cpuSeconds) {
        /** Both windows together; of two threads the one that used more, of which the other window says nothing. */
        BusyThread plus(BusyThread other) {
            if (id == other.id) {
                return new BusyThread(name, id, isMain, cpuSeconds + other.cpuSeconds);
            }
            return cpuSeconds >= other.cpuSeconds ? this : other;
        }
    }

    /**
     * Node.js, by the page of counters of its service.
     *
     * @param heapPeakBytes most used heap, garbage included, as polled about once a second and at the window's end: use
     *     right before a collection may be higher
     * @param lag how late the event loop ran its timers
     * @param collections number of garbage collections
     * @param collectionMillis time spent in them
     */
    public record Node(long heapPeakBytes, EventLoopLag lag, long collections, double collectionMillis) {
        Node plus(Node other) {
            return new Node(
                    Math.max(heapPeakBytes, other.heapPeakBytes),
                    lag.plus(other.lag),
                    collections + other.collections,
                    collectionMillis + other.collectionMillis);
        }
    }

    /**
     * Figures of a JVM only.
     *
     * @param liveThreadsPeak most live platform threads (virtual threads are in no count), by the JVM's own counter
     * @param liveThreadsPeakSince whether the peak is of this window or, if it could not be reset, since the start
     * @param viewThreads how many of these ralbench's own view into the JVM adds; empty if unknown
     * @param threadsStarted platform threads that were started, also those that have ended since
     * @param heapPeakBytes most used heap, garbage included: use before collections and at the window's end
     * @param heapAfterCollectionBytes most heap used right after a collection; empty when none ran
     * @param collections number of garbage collections
     * @param collectionMillis time spent in them
     * @param allocatedBytes bytes allocated by all threads
     */
    public record Jvm(
            int liveThreadsPeak,
            PeakScope liveThreadsPeakSince,
            Optional<Integer> viewThreads,
            Optional<Long> threadsStarted,
            Optional<Long> heapPeakBytes,
            Optional<Long> heapAfterCollectionBytes,
            long collections,
            double collectionMillis,
            Optional<Long> allocatedBytes) {

        /** A JVM that can only be read from outside: counters, with a peak since its start. */
        public static Jvm ofCounters(
                int liveThreadsPeak, long threadsStarted, long collections, double collectionMillis) {
            return new Jvm(
                    liveThreadsPeak,
                    PeakScope.PROCESS_START,
                    Optional.empty(),
                    Optional.of(threadsStarted),
                    Optional.empty(),
                    Optional.empty(),
                    collections,
                    collectionMillis,
                    Optional.empty());
        }

        /** This view with the number of threads that watching takes; the JVM cannot tell them apart. */
        public Jvm withViewThreads(int count) {
            return new Jvm(
                    liveThreadsPeak,
                    liveThreadsPeakSince,
                    Optional.of(count),
                    threadsStarted,
                    heapPeakBytes,
                    heapAfterCollectionBytes,
                    collections,
                    collectionMillis,
                    allocatedBytes);
        }

        Jvm plus(Jvm other) {
            return new Jvm(
                    Math.max(liveThreadsPeak, other.liveThreadsPeak),
                    liveThreadsPeakSince == PeakScope.WINDOW ? other.liveThreadsPeakSince : liveThreadsPeakSince,
                    KnownOfBoth.of(viewThreads, other.viewThreads, Math::max),
                    KnownOfBoth.of(threadsStarted, other.threadsStarted, Long::sum),
                    larger(heapPeakBytes, other.heapPeakBytes),
                    larger(heapAfterCollectionBytes, other.heapAfterCollectionBytes),
                    collections + other.collections,
                    collectionMillis + other.collectionMillis,
                    KnownOfBoth.of(allocatedBytes, other.allocatedBytes, Long::sum));
        }

        /** Most live platform threads of the target's own. */
        public int ownThreadsPeak() {
            return liveThreadsPeak - viewThreads.orElse(0);
        }

        private static Optional<Long> larger(Optional<Long> a, Optional<Long> b) {
            if (a.isEmpty() || b.isEmpty()) {
                return a.or(() -> b);
            }
            return Optional.of(Math.max(a.get(), b.get()));
        }
    }

    /** The period of a peak. */
    public enum PeakScope {
        WINDOW,
        PROCESS_START,
    }
}
