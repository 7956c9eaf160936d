package dev.ralbench.bottleneck;

import dev.ralbench.result.RunResult.PredictionResult;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Whether worker threads are the bottleneck. By Little's law the threads that have a request are the throughput times
 * the time that a request keeps one. If that is the size of a group of threads, and more requests are under way, the
 * others wait for a thread. Pure.
 *
 * @param levels all of the trial
 * @param prediction the scenario's statement of the service time
 */
record BusyWorkers(List<LevelEvidence> levels, Optional<PredictionResult> prediction) {
    /** Groups of fewer threads serve no requests, and one or two of anything would explain a serial service. */
    private static final int FEWEST = 3;
    /** How far the busy threads by Little's law may be from their number. */
    private static final double TOLERANCE = 0.06;
    /** How many times the threads must be under way, so that some wait for sure. */
    private static final double MANY_MORE = 1.15;
    /** How many times fewer must be under way at a level of which the service time is taken, or nothing tells it apart. */
    private static final double FEWER = 1.5;
    /** How much less than at another level may be served while they are the limit. */
    private static final double FLAT = 0.1;

    private static final String TOMCAT = "http-nio";
    /** Ends the name of its workers. The operating system cuts longer names, and then they are one group with others. */
    private static final String WORKERS = "-exec";
    /** The acceptor and the poller, whose names begin as those of the workers do. */
    private static final int TOMCATS_OTHERS = 2;

    /** Threads of the JVM, and carriers of virtual threads: these are given back by a request that waits. */
    private static final List<String> NO_WORKERS = List.of("jvm:", "ForkJoinPool");
    /** In a server with worker threads they are those of its clients. */
    private static final List<String> EVENT_LOOPS = List.of("reactor-", "nioEventLoop", "vert.x-eventloop", "lettuce-");

    Optional<Bottleneck> at(LevelEvidence level) {
        if (!level.isServed()) {
            return Optional.empty();
        }
        var found = groups(level).flatMap(group -> busy(level, group).stream()).toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    /** @param name empty if they are the workers of the target's web server */
    private record Group(Optional<String> name, int threads) {
        static Group of(String name, int threads) {
            if (!name.startsWith(TOMCAT)) {
                return new Group(Optional.of(name), threads);
            }
            return new Group(Optional.empty(), name.endsWith(WORKERS) ? threads : threads - TOMCATS_OTHERS);
        }
    }

    private static Stream<Group> groups(LevelEvidence level) {
        var groups = level.window()
                .views()
                .inside()
                .map(inside -> inside.threadGroupsPeak())
                .orElse(Map.of());
        boolean isTomcat = groups.keySet().stream().anyMatch(name -> name.startsWith(TOMCAT));
        return groups.entrySet().stream()
                .filter(group -> NO_WORKERS.stream().noneMatch(group.getKey()::startsWith))
                .filter(group -> !isTomcat || EVENT_LOOPS.stream().noneMatch(group.getKey()::startsWith))
                .map(group -> Group.of(group.getKey(), group.getValue()))
                .filter(group -> group.threads >= FEWEST && !FullPools.haveThreadsLeft(level, group.threads));
    }

    private Optional<Bottleneck> busy(LevelEvidence level, Group group) {
        return serviceMillis(level, group.threads)
                .map(millis -> new Bottleneck.WorkerThreads(group.name, group.threads, millis));
    }

    /** How long a request keeps one of so many threads, if all of them are busy by that and more requests are under way. */
    Optional<Double> serviceMillis(LevelEvidence level, int threads) {
        if (level.inFlight() < MANY_MORE * threads || isExceeded(level, threads) || isReachedByFewer(level, threads)) {
            return Optional.empty();
        }
        return knownMillis(level, threads)
                .filter(millis -> Math.abs(level.perSecond() * millis / 1e3 / threads - 1) <= TOLERANCE)
                .boxed()
                .min(Comparator.comparingDouble(millis -> Math.abs(level.perSecond() * millis / 1e3 / threads - 1)));
    }

    /** Whether another level with as many users and more serves more, which a limit does not allow. */
    private boolean isExceeded(LevelEvidence level, int threads) {
        return levels.stream()
                .filter(other -> other.isServed() && other.inFlight() >= threads)
                .anyMatch(other -> other.perSecond() > (1 + FLAT) * level.perSecond());
    }

    /** Whether as much is served with clearly fewer requests under way than there are threads. */
    private boolean isReachedByFewer(LevelEvidence level, int threads) {
        return levels.stream()
                .filter(other -> other.isServed() && FEWER * other.inFlight() <= threads)
                .anyMatch(other -> other.perSecond() >= (1 - FLAT) * level.perSecond());
    }

    /**
     * Where nothing queues, of the fastest request at this level, and as predicted. Of levels with nearly as many requests
     * under way as there are threads, the time would fit whatever they wait for.
     */
    private DoubleStream knownMillis(LevelEvidence level, int threads) {
        var unqueued = levels.stream()
                .filter(other -> other.isServed() && FEWER * other.inFlight() <= threads)
                .min(Comparator.comparingDouble(LevelEvidence::inFlight))
                .map(LevelEvidence::meanMillis);
        var predicted = prediction
                .filter(known -> known.delayMillis() > 0 && known.workers().isPresent())
                .filter(known -> known.cpu().isEmpty() && known.calls().isEmpty())
                .map(PredictionResult::aloneMillis);
        var fastest = Stream.of(level.minMillis()).filter(min -> level.inFlight() >= FEWER * threads);
        return DoubleStream.concat(
                Stream.concat(unqueued.stream(), fastest).flatMapToDouble(millis -> millis.stream()),
                predicted.stream().mapToDouble(Double::doubleValue));
    }
}
