package dev.ralbench.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.bottleneck.Bottleneck.CpuUse;
import dev.ralbench.load.Level;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.Spacing;
import dev.ralbench.measurement.EventLoopLag;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.MachineCpu;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.OpenLoad;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.ServerView;
import dev.ralbench.measurement.TargetMachine;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.measurement.WindowRequests;
import dev.ralbench.result.PlacementResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.Usages;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Levels of 20 s on two CPUs that could have been, each with the bottleneck that its maker gave it. */
class BottlenecksTest {
    private static final double SECONDS = 20;

    /** Nothing is known of it but its requests. */
    private static WindowMeasurement outside(int users, double millis) {
        return Windows.level(users, 0, SECONDS, millis);
    }

    /** Of two CPUs, the target uses so many, the generator and the dependencies; nothing else runs. */
    private static WindowMeasurement using(
            WindowMeasurement level, double target, double generator, double dependencies) {
        double all = target + generator + dependencies;
        return using(level, all, target, generator, Optional.of(dependencies));
    }

    private static WindowMeasurement using(
            WindowMeasurement level, double all, double target, double generator, Optional<Double> dependencies) {
        var inside = Copy.of(Windows.inside(level, 40, 64, 100))
                .with("cpuSeconds", target * SECONDS)
                .with("threadGroupsPeak", Map.of("java", 2, "jvm: compiler", 2))
                .with("compilerWaitSeconds", Optional.of(0.0))
                .made();
        var usage = Copy.of(Usages.of(SECONDS, generator, all / 2))
                .with(
                        "machineCpu",
                        Optional.of(new MachineCpu(2, all * SECONDS, dependencies.map(cpus -> cpus * SECONDS))))
                .made();
        return level.with(Optional.of(inside), Optional.of(usage));
    }

    private static WindowMeasurement calm(int users, double millis) {
        return using(outside(users, millis), 0.3, 0.1, 0.1);
    }

    private static WindowMeasurement threads(WindowMeasurement level, String group, int threads) {
        var inside = Copy.of(level.views().inside().orElseThrow())
                .with("threadGroupsPeak", Map.of(group, threads, "java", 2))
                .made();
        return level.with(Optional.of(inside), level.views().generator());
    }

    private static WindowMeasurement database(WindowMeasurement level, int running, int connections) {
        return level.with(Map.of("postgres", new ServerView(10_000, running, connections)), Map.of());
    }

    private static TrialResult trial(WindowMeasurement... levels) {
        var windows = List.of(levels);
        return Copy.of(Results.delay200().trials().getFirst())
                .with(
                        "measurement",
                        Optional.of(new Measurement(
                                windows, Windows.wholeRun(windows), new Series(1, List.of()), Map.of(), "")))
                .made();
    }

    private static Map<Level, Bottleneck> of(TrialResult... trials) {
        return Bottlenecks.of(List.of(trials), Optional.empty());
    }

    private static Map<Level, Bottleneck> of(WindowMeasurement... levels) {
        return of(trial(levels));
    }

    private static Level users(int users) {
        return Level.ofUsers(users);
    }

    @Test
    void workerThreadsThatAllHaveARequestAreTheBottleneck() {
        var found = of(
                threads(calm(50, 100), "http-nio", 52),
                threads(calm(200, 200), "http-nio", 102),
                threads(calm(400, 400), "http-nio", 102));

        assertThat(found).containsOnlyKeys(users(200), users(400));
        assertThat(found.values()).allSatisfy(bottleneck -> {
            assertThat(bottleneck).isInstanceOf(Bottleneck.WorkerThreads.class);
            var workers = (Bottleneck.WorkerThreads) bottleneck;
            assertThat(workers.threads()).isEqualTo(100);
            assertThat(workers.group()).isEmpty();
            assertThat(workers.mostPerSecond()).isBetween(950.0, 1050.0);
        });
    }

    @Test
    void threadsThatAreNotThoseOfAWebServerAreNamed() {
        var found = of(threads(calm(4, 100), "taskExecutor", 8), threads(calm(80, 1000), "taskExecutor", 8));

        assertThat(found.get(users(80)))
                .isInstanceOfSatisfying(
                        Bottleneck.WorkerThreads.class,
                        workers -> assertThat(workers.group()).contains("taskExecutor"));
    }

    /** The throughput is that of one thing after the other, not of 100 threads. */
    @Test
    void threadsThatWaitForSomethingElseAreNone() {
        assertThat(of(threads(calm(1, 5), "http-nio", 12), threads(calm(400, 2000), "http-nio", 102))
                        .values())
                .isEmpty();
    }

    /** Carriers of virtual threads are given back by a request that waits: three of them limit no three connections. */
    @Test
    void carriersOfVirtualThreadsAreNone() {
        assertThat(of(threads(calm(2, 100), "ForkJoinPool", 3), threads(calm(60, 2000), "ForkJoinPool", 3)))
                .isEmpty();
    }

    @Test
    void workersThatServeMoreAtAnotherLevelWereNotAllBusy() {
        var found = of(
                threads(calm(50, 100), "http-nio", 52),
                threads(calm(200, 200), "http-nio", 102),
                threads(calm(400, 200), "http-nio", 102));

        assertThat(found.get(users(200))).isNotInstanceOf(Bottleneck.WorkerThreads.class);
    }

    @Test
    void connectionsThatAreAllInUseAreTheBottleneck() {
        var found = of(
                database(calm(2, 20), 2, 3),
                database(calm(20, 133.3), 3, 3),
                database(calm(60, 400), 3, 3),
                database(calm(200, 1333), 3, 3));

        assertThat(found).containsOnlyKeys(users(20), users(60), users(200));
        assertThat(found.values()).containsOnly(new Bottleneck.Connections("postgres", 3, 3));
    }

    /** A monitor may have connections too. */
    @Test
    void connectionsAreAsManyAsAreOpen() {
        assertThat(of(database(calm(2, 20), 2, 10), database(calm(20, 40), 8, 10), database(calm(80, 160), 8, 10)))
                .containsEntry(users(80), new Bottleneck.Connections("postgres", 10, 8));
    }

    /** Alone a request needs 10 ms: statements that wait for one row run on all connections too. */
    @Test
    void connectionsOnWhichStatementsWaitAreNotTheCause() {
        var found = of(database(calm(1, 10), 1, 10), database(calm(20, 200), 10, 10), database(calm(80, 800), 10, 10));

        assertThat(found).containsOnlyKeys(users(20), users(80));
        assertThat(found.values()).containsOnly(new Bottleneck.Busy(new Bottleneck.Connections("postgres", 10, 10)));
    }

    @Test
    void aPoolThatIsNotFullIsNone() {
        assertThat(of(database(calm(20, 133.3), 3, 10), database(calm(200, 1333), 3, 10)))
                .isEmpty();
    }

    /** Whether more connections came with more users was not tried. */
    @Test
    void aFullPoolAtOneLevelIsNone() {
        assertThat(of(database(calm(200, 1333), 3, 3))).isEmpty();
    }

    private static PoolUse pool(PoolUse.Resource holds, int limit, int inUse, OptionalInt waiting) {
        return new PoolUse(holds, OptionalInt.of(limit), inUse, inUse, waiting, 20);
    }

    private static WindowMeasurement pools(WindowMeasurement level, Map<String, PoolUse> pools) {
        var inside = Copy.of(level.views().inside().orElseThrow())
                .with("pools", Optional.of(pools))
                .made();
        return level.with(Optional.of(inside), level.views().generator());
    }

    @Test
    void aPoolThatTheTargetShowsNeedsNoSecondLevel() {
        var full = pool(PoolUse.Resource.CONNECTIONS, 3, 3, OptionalInt.of(47));
        var busy = pool(PoolUse.Resource.THREADS, 50, 50, OptionalInt.empty());
        var hikari = new Bottleneck.Pool("HikariPool-1", PoolUse.Resource.CONNECTIONS, 3, OptionalInt.of(47));

        assertThat(of(pools(calm(200, 1333), Map.of("HikariPool-1", full, "tomcat", busy))))
                .containsEntry(users(200), hikari);
    }

    private static final Bottleneck.Pool HIKARI =
            new Bottleneck.Pool("HikariPool-1", PoolUse.Resource.CONNECTIONS, 3, OptionalInt.of(19));

    private static WindowMeasurement hikari(WindowMeasurement level, double inUseMean) {
        return pools(
                level,
                Map.of(
                        "HikariPool-1",
                        new PoolUse(
                                PoolUse.Resource.CONNECTIONS, OptionalInt.of(3), 3, inUseMean, OptionalInt.of(19), 8)));
    }

    /** Statements of a busy database keep their connections: more of them would not help. */
    @Test
    void connectionsOfABusyDatabaseAreInUseAndNotTheCause() {
        var found = of(hikari(using(outside(24, 133.3), 0.2, 0.05, 1.7), 3)).get(users(24));

        assertThat(found).isInstanceOfSatisfying(Bottleneck.Both.class, both -> {
            assertThat(((Bottleneck.Cpu) both.first()).use().user()).isEqualTo(CpuUse.User.DEPENDENCIES);
            assertThat(both.second()).isEqualTo(new Bottleneck.Busy(HIKARI));
        });
    }

    @Test
    void compilersAndConnectionsMayBothBeLacking() {
        var cold = hikari(Windows.waitingCompilers(using(outside(24, 133.3), 1.85, 0.05, 0.05), 0.5, 0.6), 3);

        assertThat(of(cold).get(users(24))).isInstanceOfSatisfying(Bottleneck.Both.class, both -> {
            assertThat(both.first()).isEqualTo(HIKARI);
            assertThat(both.second()).isInstanceOf(Bottleneck.Compilers.class);
        });
    }

    /** Nobody knows whether they would be in use on a machine of their own. */
    @Test
    void connectionsOnAMachineThatOthersKeepBusyAreNotTheOnlyLimit() {
        var level = hikari(using(outside(24, 133.3), 2.0, 0.1, 0.1, Optional.of(0.0)), 3);

        assertThat(of(level).get(users(24))).isInstanceOfSatisfying(Bottleneck.Both.class, both -> {
            assertThat(both.first()).isEqualTo(HIKARI);
            assertThat(((Bottleneck.Cpu) both.second()).use().user()).isEqualTo(CpuUse.User.OTHER_PROGRAMS);
        });
    }

    @Test
    void whatOnlySomeTrialsShowNextToAPoolIsLeftOut() {
        var cold = hikari(Windows.waitingCompilers(using(outside(24, 133.3), 1.85, 0.05, 0.05), 0.5, 0.6), 3);
        var warm = hikari(calm(24, 133.3), 3);

        assertThat(of(trial(cold), trial(warm), trial(cold))).containsEntry(users(24), HIKARI);
        assertThat(of(trial(cold), trial(cold), trial(calm(24, 133.3))).get(users(24)))
                .isInstanceOf(Bottleneck.Both.class);
    }

    /** Between two requests a connection is free until the next one gets a CPU. */
    @Test
    void aPoolThatMostRequestsWaitForIsFull() {
        assertThat(of(hikari(calm(24, 133.3), 2.62))).containsEntry(users(24), HIKARI);
        assertThat(of(hikari(calm(24, 133.3), 2.2))).isEmpty();
        assertThat(of(hikari(calm(100, 133.3), 2.62))).as("19 of 100 wait").isEmpty();
    }

    /** Ten users get 50 requests per second, twenty get 100, and how many they would get alone is not known. */
    @Test
    void onAMachineThatOthersKeepBusyNothingShowsThatThereIsNoLimit() {
        var busy = Stream.of(10, 20, 40)
                .map(users -> using(outside(users, 200), 2.0, 0.1, 0.1, Optional.of(0.0)))
                .toArray(WindowMeasurement[]::new);

        assertThat(of(busy)).isEmpty();
    }

    private static WindowMeasurement thread(WindowMeasurement level, String name, boolean isMain, double cpus) {
        var thread = new InsideView.BusyThread(Optional.of(name), 31, isMain, cpus * SECONDS);
        var inside = Copy.of(level.views().inside().orElseThrow())
                .with("busiestThread", Optional.of(thread))
                .made();
        return level.with(Optional.of(inside), level.views().generator());
    }

    private static WindowMeasurement jobs(int users, double millis, double cpus) {
        return thread(calm(users, millis), "jobs", false, cpus);
    }

    private static final Bottleneck.OneThread JOBS = new Bottleneck.OneThread(Optional.of("jobs"), false, 0.97);

    @Test
    void aThreadThatUsesAWholeCpuAndDoesTheWorkOfRequestsIsTheBottleneck() {
        assertThat(of(jobs(2, 20, 0.97), jobs(8, 80, 0.97))).as("flat").containsEntry(users(8), JOBS);
        var growing = of(jobs(1, 50, 0.194), jobs(20, 200, 0.97));
        assertThat(growing).as("in proportion").containsEntry(users(20), JOBS);
        assertThat(of(jobs(2, 20, 0.7), jobs(8, 80, 0.7))).isEmpty();
    }

    /** Four event loops on four of eight CPUs: more of them might serve more, and none alone is the limit. */
    @Test
    void oneOfSeveralThreadsThatAreAsBusyIsNone() {
        var levels = Stream.of(jobs(2, 20, 0.97), jobs(8, 80, 0.97))
                .map(level -> level.with(
                        level.views()
                                .inside()
                                .map(inside -> Copy.of(inside)
                                        .with("cpuSeconds", 4 * 0.97 * SECONDS)
                                        .made()),
                        level.views().generator()))
                .toArray(WindowMeasurement[]::new);

        assertThat(of(levels).values()).noneMatch(found -> found.toString().contains("OneThread"));
    }

    @Test
    void whetherASaturatedThreadIsTheCauseIsNotShownByOneLevel() {
        assertThat(of(jobs(8, 80, 0.97))).containsEntry(users(8), new Bottleneck.Busy(JOBS));
    }

    /** It computes all the time, with and without requests. */
    @Test
    void aThreadThatIsBusyWhateverTheLoadIsNone() {
        assertThat(of(jobs(10, 100, 0.97), jobs(20, 100, 0.97), jobs(40, 100, 0.97))
                        .values())
                .containsOnly(new Bottleneck.None());
        assertThat(of(jobs(10, 100, 0.97), jobs(40, 250, 0.97)).get(users(10)))
                .isNotInstanceOf(Bottleneck.OneThread.class);
    }

    @Test
    void connectionsThatWaitForASaturatedThreadAreNotTheCause() {
        var found = of(jobs(2, 20, 0.97), hikari(jobs(24, 240, 0.97), 3));

        assertThat(found).containsEntry(users(24), new Bottleneck.Both(JOBS, new Bottleneck.Busy(HIKARI)));
    }

    private static final Bottleneck.Pool TOMCAT =
            new Bottleneck.Pool("tomcat", PoolUse.Resource.THREADS, 100, OptionalInt.empty());

    private static WindowMeasurement tomcat(int users, double millis) {
        int busy = Math.min(users, 100);
        return pools(
                calm(users, millis), Map.of("tomcat", pool(PoolUse.Resource.THREADS, 100, busy, OptionalInt.empty())));
    }

    @Test
    void threadsThatTheTargetShowsAreTheCauseIfTheirWorkTakesNoLonger() {
        assertThat(of(tomcat(50, 100), tomcat(400, 400))).containsEntry(users(400), TOMCAT);
    }

    /** They wait for a lock, for a pool that is not shown, or for a slow server. */
    @Test
    void busyThreadsThatWaitForSomethingElseAreNotTheCause() {
        assertThat(of(tomcat(400, 4000))).containsEntry(users(400), new Bottleneck.Busy(TOMCAT));
        assertThat(of(tomcat(1, 10), tomcat(100, 1000), tomcat(400, 4000)))
                .containsEntry(users(400), new Bottleneck.Busy(TOMCAT));
        assertThat(of(tomcat(100, 1000), tomcat(120, 1200), tomcat(400, 4000)))
                .containsEntry(users(400), new Bottleneck.Busy(TOMCAT));
    }

    @Test
    void connectionsOfADependencyComeBeforeTheThreadsThatWaitForThem() {
        assertThat(of(
                        database(tomcat(2, 20), 2, 3),
                        database(tomcat(150, 1000), 3, 3),
                        database(tomcat(400, 2667), 3, 3)))
                .containsEntry(users(400), new Bottleneck.Connections("postgres", 3, 3));
    }

    @Test
    void oneTrialThatDoesNotShowTheCauseLeavesItOpen() {
        var shown = trial(tomcat(50, 100), tomcat(400, 400));
        assertThat(of(shown, shown, shown)).containsEntry(users(400), TOMCAT);
        assertThat(of(shown, shown, trial(tomcat(200, 1000), tomcat(400, 2000))))
                .containsEntry(users(400), new Bottleneck.Busy(TOMCAT));
    }

    private static WindowMeasurement background(int users, double millis, PoolUse.Resource holds) {
        return pools(calm(users, millis), Map.of("jobs", pool(holds, 4, 4, OptionalInt.of(300))));
    }

    /** No request waits for it. */
    @Test
    void aPoolOfBackgroundWorkIsNotTheCause() {
        for (var holds : PoolUse.Resource.values()) {
            assertThat(of(background(10, 100, holds), background(20, 100, holds), background(40, 100, holds))
                            .values())
                    .containsOnly(new Bottleneck.None());
            assertThat(of(background(3, 100, holds))).isEmpty();
        }
        assertThat(of(background(400, 100, PoolUse.Resource.THREADS)).get(users(400)))
                .isInstanceOf(Bottleneck.Busy.class);
    }

    @Test
    void aPoolThatIsAsFullWhereMoreIsServedIsNotTheLimit() {
        var connections = PoolUse.Resource.CONNECTIONS;
        var found = of(background(40, 400, connections), background(80, 400, connections));

        assertThat(found.get(users(40))).isNotInstanceOf(Bottleneck.Pool.class);
    }

    @Test
    void ofTwoPoolsThatAreFullNoneIsNamed() {
        var full = pool(PoolUse.Resource.CONNECTIONS, 3, 3, OptionalInt.of(47));
        assertThat(of(pools(calm(200, 1333), Map.of("HikariPool-1", full, "HikariPool-2", full))))
                .isEmpty();
    }

    @Test
    void aPoolForWhichNoRequestWaitsIsNone() {
        var used = pool(PoolUse.Resource.CONNECTIONS, 3, 3, OptionalInt.of(0));
        var enough = pool(PoolUse.Resource.THREADS, 200, 200, OptionalInt.empty());
        var unlimited = new PoolUse(PoolUse.Resource.THREADS, OptionalInt.empty(), 90, 90, OptionalInt.of(3), 20);

        assertThat(of(pools(calm(200, 1333), Map.of("HikariPool-1", used)))).isEmpty();
        assertThat(of(pools(calm(200, 1333), Map.of("tomcat", enough)))).isEmpty();
        assertThat(of(pools(calm(200, 1333), Map.of("tomcat", unlimited)))).isEmpty();
        var now = new PoolUse(PoolUse.Resource.CONNECTIONS, OptionalInt.of(3), 3, 1.2, OptionalInt.of(2), 20);
        assertThat(of(pools(calm(200, 1333), Map.of("HikariPool-1", now)))).isEmpty();
    }

    /** Little's law alone would say that all 100 are busy. */
    @Test
    void threadsThatAreLeftAreNoBottleneck() {
        var few = Map.of("tomcat", pool(PoolUse.Resource.THREADS, 100, 40, OptionalInt.empty()));

        assertThat(of(
                        pools(threads(calm(50, 100), "http-nio", 52), few),
                        pools(threads(calm(400, 400), "http-nio", 102), few)))
                .isEmpty();
    }

    /** It is of other work than the web server's. */
    @Test
    void anotherPoolThatIsIdleSaysNothingOfBusyThreads() {
        var idle = Map.of("jobs", pool(PoolUse.Resource.THREADS, 10, 0, OptionalInt.of(0)));

        assertThat(of(
                                pools(threads(calm(50, 100), "http-nio", 52), idle),
                                pools(threads(calm(400, 400), "http-nio", 102), idle))
                        .get(users(400)))
                .isInstanceOf(Bottleneck.WorkerThreads.class);
    }

    /** A lock: with one user, and as many users as threads, as much is served. */
    @Test
    void threadsAreNotWhatIsLackingIfFewRequestsAreServedAsOften() {
        assertThat(of(
                                threads(calm(1, 10), "http-nio", 12),
                                threads(calm(100, 1000), "http-nio", 102),
                                threads(calm(400, 4000), "http-nio", 102))
                        .values())
                .isEmpty();
        assertThat(of(threads(calm(100, 1000), "http-nio", 102), threads(calm(400, 4000), "http-nio", 102))
                        .values())
                .isEmpty();
    }

    @Test
    void cpusHaveAUser() {
        assertThat(user(using(outside(10, 5), 1.85, 0.05, 0.05))).isEqualTo(CpuUse.User.TARGET);
        assertThat(user(using(outside(10, 5), 0.2, 0.05, 1.7))).isEqualTo(CpuUse.User.DEPENDENCIES);
        assertThat(user(using(outside(10, 5), 1.4, 0.55, 0.0))).isEqualTo(CpuUse.User.SEVERAL);
        assertThat(user(using(outside(10, 5), 0.9, 0.1, 0.9))).isEqualTo(CpuUse.User.SEVERAL);
        assertThat(user(using(outside(10, 5), 1.95, 1.2, 0.1, Optional.of(0.0))))
                .isEqualTo(CpuUse.User.OTHER_PROGRAMS);
    }

    /** The generator's machine may be as busy as it likes. */
    @Test
    void ofATargetOnAnotherMachineTheCpusOfThatOneCount() {
        assertThat(of(elsewhere(3.9, 3.6, 0.2))).allSatisfy((place, bottleneck) -> {
            var use = ((Bottleneck.Cpu) bottleneck).use();
            assertThat(use.cpus()).isEqualTo(4);
            assertThat(use.generator()).isZero();
            assertThat(use.user()).isEqualTo(CpuUse.User.TARGET);
        });
        assertThat(of(elsewhere(3.9, 3.6, 0.2))).hasSize(1);
        assertThat(of(elsewhere(2.0, 1.8, 0.1))).as("idle CPUs there").isEmpty();
        assertThat(of(elsewhere(3.9, 0.4, 0.2))).as("of other programs there").isEmpty();
    }

    /** Both CPUs of the generator are busy, of four of the target's machine so many. */
    private static WindowMeasurement elsewhere(double all, double target, double dependencies) {
        var level = using(outside(10, 5), 2.0, target, 1.9, Optional.of(0.0));
        var machine = new TargetMachine(
                SECONDS,
                all / 4,
                Optional.of(0.0),
                new MachineCpu(4, all * SECONDS, Optional.of(dependencies * SECONDS)));
        return level.with(
                level.views().inside().map(inside -> inside.on(Optional.of(machine))),
                level.views().generator());
    }

    /** It gets the little that it asks for: what keeps it from serving more is something else. */
    @Test
    void aMachineThatOtherProgramsKeepBusyIsNotTheBottleneck() {
        assertThat(of(using(outside(10, 5), 2.0, 0.1, 0.1, Optional.of(0.0)))).isEmpty();
        var waiting = Windows.waitingCompilers(using(outside(10, 5), 2.0, 0.1, 0.1, Optional.of(0.0)), 0.1, 0.6);
        assertThat(of(waiting)).isEmpty();
        assertThat(of(
                        database(using(outside(2, 20), 2.0, 0.1, 0.1, Optional.of(0.0)), 2, 3),
                        database(using(outside(20, 133.3), 2.0, 0.1, 0.1, Optional.of(0.0)), 3, 3),
                        database(using(outside(60, 400), 2.0, 0.1, 0.1, Optional.of(0.0)), 3, 3)))
                .containsEntry(users(60), new Bottleneck.Connections("postgres", 3, 3));
    }

    /** A database that ralbench did not start is no other program, but its CPU time is not known. */
    @Test
    void withoutTheTimeOfDependenciesOtherProgramsAreNotBlamed() {
        assertThat(user(using(outside(10, 5), 1.95, 1.2, 0.1, Optional.empty())))
                .isEqualTo(CpuUse.User.SEVERAL);
    }

    /** It may be other programs that keep the machine busy: who knows. */
    @Test
    void aBusyMachineIsNotTheBottleneckIfItIsNotKnownWhoKeepsItBusy() {
        assertThat(of(using(outside(10, 5), 1.95, 0.1, 0.1, Optional.empty()))).isEmpty();
    }

    private static CpuUse.User user(WindowMeasurement level) {
        return of(level).values().stream()
                .map(bottleneck -> ((Bottleneck.Cpu) bottleneck).use().user())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theLimitOfATargetIsReachedOnAnIdleMachine() {
        var limited = limitedTo(trial(using(outside(10, 5), 0.48, 0.1, 0.1)), "512 MiB of memory, 0.5 CPUs");

        assertThat(of(limited).get(users(10))).isInstanceOfSatisfying(Bottleneck.Cpu.class, cpu -> {
            assertThat(cpu.use().isTargetsOwn()).isTrue();
            assertThat(cpu.use().cpus()).isEqualTo(0.5);
        });
        assertThat(of(limitedTo(trial(using(outside(10, 5), 0.48, 0.1, 0.1)), "2 CPUs")))
                .isEmpty();
    }

    private static TrialResult limitedTo(TrialResult trial, String limits) {
        var target = Copy.of(trial.setup().target().orElseThrow())
                .with("subject", Map.of("limits", limits))
                .made();
        return Copy.of(trial).with("setup.target", Optional.of(target)).made();
    }

    @Test
    void ofCpusOfItsOwnTheTargetsCount() {
        var role = new PlacementResult.RoleResult("0,2-3", 40, 0, List.of());
        var placed = Copy.of(trial(using(outside(10, 5), 2.9, 0.1, 0.1)))
                .with("setup.placement", Optional.of(new PlacementResult(20, Map.of("target", role))))
                .made();

        assertThat(of(placed).get(users(10)))
                .isInstanceOfSatisfying(
                        Bottleneck.Cpu.class,
                        cpu -> assertThat(cpu.use().cpus()).isEqualTo(3));
    }

    @Test
    void compilersThatGetNoCpuAreTheBottleneck() {
        var level = Windows.waitingCompilers(using(outside(10, 5), 1.85, 0.05, 0.05), 0.5, 0.6);

        assertThat(of(level).get(users(10)))
                .isInstanceOfSatisfying(
                        Bottleneck.Compilers.class,
                        compilers -> assertThat(compilers.waitingShare()).isBetween(0.59, 0.61));
    }

    @Test
    void theOneThreadThatRunsJavaScriptIsOneCpu() {
        assertThat(of(onNode(0.9)).get(users(10))).isEqualTo(new Bottleneck.JavaScriptThread(0.9));
        assertThat(of(onNode(0.6))).isEmpty();
    }

    /** Computation in a pool of threads, while the one that runs JavaScript has time. */
    @Test
    void otherThreadsOfNodeAreNotTheOneThatRunsJavaScript() {
        assertThat(of(onNode(1.1)).get(users(10))).isEqualTo(new Bottleneck.JavaScriptThread(1.1));
        assertThat(of(onNode(3.2))).isEmpty();

        var late = new EventLoopLag(40_000, new TreeMap<>(Map.of(18.19, 1000L, 22.74, 1000L)));
        var blocked = onNode(3.2);
        var inside = Copy.of(blocked.views().inside().orElseThrow())
                .with("node", Optional.of(new InsideView.Node(50 << 20, late, 21, 142.0)))
                .made();
        assertThat(of(blocked.with(Optional.of(inside), blocked.views().generator()))
                        .get(users(10)))
                .isEqualTo(new Bottleneck.JavaScriptThread(3.2));
    }

    /** The page of counters says that it is Node.js, and the kernel which thread used the time. */
    @Test
    void aWorkerThreadOfNodeIsNotTheOneThatRunsJavaScript() {
        var inWorker = thread(onNode(1.0), "", false, 0.97);
        assertThat(of(inWorker).get(users(10))).isInstanceOf(Bottleneck.Busy.class);
        assertThat(of(thread(onNode(3.2), "node", true, 0.93)).get(users(10)))
                .isEqualTo(new Bottleneck.JavaScriptThread(0.93));
        assertThat(of(thread(onNode(1.0), "node", true, 0.55))).isEmpty();
    }

    /** On eight CPUs. */
    private static WindowMeasurement onNode(double cpus) {
        var level = using(outside(10, 5), cpus, 0.1, 0.1);
        var usage = Copy.of(level.views().generator().orElseThrow())
                .with("machine.processors", 8)
                .with("machine.machineBusyShare", (cpus + 0.2) / 8)
                .made();
        return level.with(level.views().inside().map(Windows::onNode), Optional.of(usage));
    }

    @Test
    void aGeneratorWhoseEventLoopAlwaysRunsIsTheBottleneck() {
        assertThat(of(outside(10, 5).with(Optional.empty(), Optional.of(looping(0.95))))
                        .get(users(10)))
                .isEqualTo(new Bottleneck.Generator(0.95));
        assertThat(of(outside(10, 5).with(Optional.empty(), Optional.of(looping(0.5)))))
                .isEmpty();
    }

    @Test
    void oneEventLoopOfSeveralIsNotTheGenerator() {
        var several = Copy.of(looping(0.95)).with("cpuSeconds", 2 * SECONDS).made();
        assertThat(of(outside(10, 5).with(Optional.empty(), Optional.of(several))))
                .isEmpty();
    }

    @Test
    void aGeneratorOnABusyMachineIsNotTheBottleneck() {
        var busy = Copy.of(looping(0.95)).with("machine.machineBusyShare", 1.0).made();
        assertThat(of(outside(10, 5).with(Optional.empty(), Optional.of(busy)))).isEmpty();
    }

    private static GeneratorUsage looping(double share) {
        var waits = Copy.of(Usages.UNHINDERED.waits())
                .with("loopCpuSeconds", Optional.of(share * SECONDS))
                .made();
        return Usages.gauged(
                Usages.of(SECONDS, share, share / 2),
                Copy.of(Usages.UNHINDERED).with("waits", waits).made());
    }

    @Test
    void aServiceThatServesUsersAsFewerUsersHasNone() {
        assertThat(of(outside(10, 100), outside(20, 101), outside(40, 300)))
                .containsOnlyKeys(users(10), users(20))
                .containsValue(new Bottleneck.None());
    }

    /** Ten users get little because the target is not warm yet: that twenty get as much each shows nothing. */
    @Test
    void aLevelThatIsLimitedDoesNotShowThatAnotherOneHasNoLimit() {
        var cold = Windows.waitingCompilers(using(outside(10, 100), 1.85, 0.05, 0.05), 0.5, 0.6);
        assertThat(of(cold, calm(20, 100))).containsOnlyKeys(users(10));
        assertThat(of(cold, calm(20, 100), calm(40, 101)))
                .containsEntry(users(20), new Bottleneck.None())
                .containsEntry(users(40), new Bottleneck.None());
    }

    /** 960 of 1000 planned requests arrive, as may happen at random, and all of them are served. */
    @Test
    void arrivalsAtRandomThatAreAllServedHaveNone() {
        var level = Windows.rate(48, 0, SECONDS, 1e3 / 48);
        assertThat(of(level.with(ofRate(level, 50, 0))).values()).containsExactly(new Bottleneck.None());
        assertThat(of(level.with(ofRate(level, 50, 15))).values()).containsExactly(new Bottleneck.None());
        assertThat(of(level.with(ofRate(level, 48, 60)))).isEmpty();
    }

    /** Of so many journeys of 4 steps each, which take 100 ms. */
    private static WindowMeasurement ofJourneys(WindowMeasurement level, long journeys) {
        var times = Distributions.between(journeys, 99, 101);
        var visits = new NamedRequests(
                "visit",
                NamedRequests.Kind.JOURNEY,
                Map.of(Outcome.OK, journeys),
                new WindowRequests.Completions(journeys, journeys),
                times,
                Optional.empty(),
                times);
        return Copy.of(level).with("byName", Optional.of(List.of(visits))).made();
    }

    /** 48 requests a second are 12 journeys a second. */
    @Test
    void arrivalsOfJourneysAreHeldAgainstWholeJourneys() {
        var level = Windows.rate(48, 0, SECONDS, 5);
        var keepsUp = ofJourneys(level, 240).with(ofJourneys(level, 12, 240, 1));
        assertThat(of(keepsUp).values()).containsExactly(new Bottleneck.None());

        var half = ofJourneys(level, 240).with(ofJourneys(level, 24, 480, 1));
        assertThat(of(half))
                .as("half of the journeys, and more requests than arrivals")
                .isEmpty();

        var piledUp = ofJourneys(level, 240).with(ofJourneys(level, 12, 240, 60));
        assertThat(of(piledUp)).isEmpty();
    }

    private static OpenLoad ofJourneys(WindowMeasurement level, double perSecond, long arrivals, long outstanding) {
        return Copy.of(ofRate(level, perSecond, outstanding))
                .with("arrivals", arrivals)
                .made();
    }

    private static OpenLoad ofRate(WindowMeasurement level, double perSecond, long outstanding) {
        return Copy.of(level.open().orElseThrow())
                .with("rateFrom", perSecond)
                .with("rateTo", perSecond)
                .with("spacing", Spacing.POISSON)
                .with("plannedArrivals", perSecond * SECONDS)
                .with("outstandingAtEnd", outstanding)
                .made();
    }

    @Test
    void aRateThatIsServedHasNone() {
        assertThat(of(Windows.rate(100, 0, SECONDS, 5)).values()).containsExactly(new Bottleneck.None());
        var late = Copy.of(Windows.rate(100, 0, SECONDS, 5).open().orElseThrow())
                .with("waitingAtEnd", 300L)
                .made();
        assertThat(of(Windows.rate(100, 0, SECONDS, 5).with(late))).isEmpty();
    }

    /** A lock: one request at a time, and everything is idle. */
    @Test
    void aFlatRateAloneTellsNothing() {
        assertThat(of(calm(10, 100), calm(20, 200), calm(40, 400))).isEmpty();
        assertThat(of(outside(10, 100), outside(20, 200))).isEmpty();
    }

    @Test
    void oneLevelOfAnIdleServiceTellsNothing() {
        assertThat(of(threads(calm(10, 2), "http-nio", 12))).isEmpty();
        assertThat(of(outside(10, 2))).isEmpty();
    }

    @Test
    void failuresTellNothing() {
        var failing = Windows.window(WindowKind.LEVEL, 10, 10, 0, SECONDS, 5, 30_000);
        assertThat(of(using(failing, 1.85, 0.05, 0.05))).isEmpty();
        var hung = Windows.counted("warm", 20, 5, 0, 100, 3);
        assertThat(of(Windows.counted("few", 10, 5, 0, 100, 0), hung)).isEmpty();
    }

    @Test
    void trialsHaveToAgree() {
        var busy = trial(using(outside(10, 5), 1.85, 0.05, 0.05));
        var idle = trial(using(outside(10, 5), 0.85, 0.05, 0.05));
        var starving = trial(using(outside(10, 5), 0.2, 0.05, 1.7));

        assertThat(of(busy, busy, idle)).isNotEmpty();
        assertThat(of(busy, idle, idle)).isEmpty();
        assertThat(of(busy, busy, starving)).isEmpty();
    }

    @Test
    void aSuspectTrialCountsAndAnInvalidOneDoesNot() {
        var busy = trial(using(outside(10, 5), 1.85, 0.05, 0.05));
        Stream.of(TrialResult.ValidityLevel.values())
                .forEach(level -> assertThat(of(judged(busy, level)).isEmpty())
                        .isEqualTo(level == TrialResult.ValidityLevel.INVALID));
        assertThat(of(Copy.of(busy).with("status", TrialResult.Status.ABORTED).made()))
                .isEmpty();
    }

    private static TrialResult judged(TrialResult trial, TrialResult.ValidityLevel level) {
        return Copy.of(trial)
                .with("validity", new TrialResult.Validity(level, List.of()))
                .made();
    }
}
