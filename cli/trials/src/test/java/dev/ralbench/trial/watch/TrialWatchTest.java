package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.WindowListener;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.measurement.ServerView;
import dev.ralbench.service.ProbeGlance;
import dev.ralbench.service.ProbeSample;
import dev.ralbench.service.TargetProbe;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.Scripts;
import dev.ralbench.trial.Idle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is read at the boundaries of counted windows is exactly what their requests did. */
class TrialWatchTest {
    private static final LoadPlan THREE_ROUNDS = LoadPlan.of(
            new LoadShape.Repeated(new LoadShape.LoopsPerUser(10, 3, Duration.ZERO), 3), Duration.ofSeconds(10));

    private final ScriptedSender sender = new ScriptedSender(2, Scripts.fixedDelay(Duration.ofMillis(100)));
    private final LoadRecording recording = new LoadRecording();
    /** Statements that others asked for. */
    private long others;
    /** Four statements per request. */
    private final ServerWatch servers = new ServerWatch(Map.of(
            "mysql",
            () -> Optional.of(new ServedCounts(others + 4L * sender.sendTimes().size(), 0, 0))));

    private final TrialWatch watch = new TrialWatch(
            sender.clock(),
            false,
            recording,
            Optional.empty(),
            servers,
            Optional.empty(),
            new GeneratorMeter(sender.clock(), Idle.watch(sender.clock()), Idle.scope()));

    @Test
    void eachCountedWindowHasTheStatementsOfItsOwnRequests() {
        var readings = new ArrayList<Integer>();
        // One thread plays both: what follows goOn is run from within it, as a fast event loop might.
        var generator = new LoadGenerator(THREE_ROUNDS, sender, recording, new WindowListener() {
            @Override
            public void windowBegan(int window) {
                watch.events().windowBegan(window);
            }

            @Override
            public void windowEnded(int window, Runnable goOn) {
                watch.events().windowEnded(window, () -> {
                    readings.add(sender.sendTimes().size());
                    goOn.run();
                    runUntilTheNextEnd(window + 2);
                });
            }
        });
        var end = generator.start();
        runUntilTheNextEnd(1);

        assertThat(watch.follow(end, tick -> {}).reason()).isEqualTo(LoadEnd.Reason.PLAN);
        assertThat(readings).containsExactly(30, 60);
        assertThat(servedIn(end)).containsExactly(120L, 120L, 120L);
    }

    /** Tells how often it was read. */
    private static class CountingProbe implements TargetProbe {
        private int readings;

        int read() {
            return ++readings;
        }

        @Override
        public Map<String, PoolUse> pools() {
            return Map.of();
        }

        @Override
        public Optional<InsideView> nextWindow() {
            return Optional.of(new InsideView(
                    "test",
                    read(),
                    1,
                    1,
                    Map.of(),
                    0,
                    0,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
        }

        @Override
        public void ask(boolean isFollowed) {}

        @Override
        public Optional<ProbeSample> poll() {
            return Optional.empty();
        }

        @Override
        public ProbeGlance glance() {
            return ProbeGlance.NOTHING;
        }

        @Override
        public void close() {}
    }

    @Test
    void workDuringTheTurnsOfOtherVariantsIsInNoWindow() {
        var plan = THREE_ROUNDS.inTurns(
                new LoadShape.Turns(List.of(10), 2, Duration.ofSeconds(1), Duration.ofMillis(200)));
        var following = new TrialWatch(
                sender.clock(),
                true,
                recording,
                Optional.of(new CountingProbe()),
                servers,
                Optional.empty(),
                new GeneratorMeter(sender.clock(), Idle.watch(sender.clock()), Idle.scope()));
        var generator = new LoadGenerator(plan, sender, recording, following.events());
        following.knowPhases(generator::phase);
        var end = generator.start();
        following.events().attach(end);
        for (int turn = 0; turn < 3; turn++) {
            sender.runUntil((turn + 1) * 4_000_000_000L);
            following.followToRest(tick -> {}).ifPresent(goOn -> {
                others += 1_000; // they share the server
                following.forgetPause();
                goOn.accept(LeastLengths.NONE);
            });
        }

        var found = following.complete(recording.finish(plan, ""));
        assertThat(found.course())
                .as("steps would have the turns of others in them")
                .isEmpty();
        assertThat(found.levels())
                .hasSize(2)
                .allSatisfy(turn -> assertThat(turn.views().servers().get("mysql"))
                        .extracting(ServerView::served)
                        .isEqualTo(4 * turn.requests().completions().ended()));
        assertThat(found.windows().getFirst().views().servers())
                .as("others warm up at the same time")
                .isEmpty();
        assertThat(found.windows())
                .extracting(window -> window.views().inside().orElseThrow().cpuSeconds())
                .as("1: before the load; 3 and 6: while it rested")
                .containsExactly(2.0, 4.0, 5.0, 7.0, 8.0);
        assertThat(found.wholeRun().views().inside().orElseThrow().cpuSeconds())
                .as("of the turns")
                .isEqualTo(5.0 + 8.0);
    }

    /** Makes four statements for each request, once it is answered. */
    private static ServerWatch fourForEach(List<Long> answeredAtNanos, Clock clock) {
        return new ServerWatch(Map.of(
                "mysql",
                () -> Optional.of(new ServedCounts(
                        4
                                * answeredAtNanos.stream()
                                        .filter(end -> end <= clock.nanoTime())
                                        .count(),
                        0,
                        0))));
    }

    /** Passes on what happens, and lets the sender go on after each window. */
    private static WindowListener passedOnTo(TrialWatch following, ScriptedSender sender) {
        return new WindowListener() {
            @Override
            public void windowBegan(int window) {
                following.events().windowBegan(window);
            }

            @Override
            public void drains(int window) {
                following.events().drains(window);
            }

            @Override
            public void windowEnded(int window, Runnable goOn) {
                following.events().windowEnded(window, () -> {
                    goOn.run();
                    sender.run();
                });
            }
        };
    }

    /**
     * At the end of the level ten requests are in flight. What they make a server do is the level's; the target's time
     * while they are waited for is no window's.
     */
    @Test
    void requestsInFlightAtTheEndOfALevelCountForItAndNotForTheNextWindow() {
        var ends = new ArrayList<Long>();
        var sender = new ScriptedSender(2, start -> {
            ends.add(start + 400_000_000);
            return ScriptedSender.ScriptedResponse.ok(start + 400_000_000);
        });
        var clock = sender.clock();
        var following = new TrialWatch(
                clock,
                false,
                recording,
                Optional.of(new CountingProbe()),
                fourForEach(ends, clock),
                Optional.empty(),
                new GeneratorMeter(clock, Idle.watch(clock), Idle.scope()));
        var plan = LoadPlan.of(
                new LoadShape.Sequence(List.of(
                        new LoadShape.ConstantUsers(10, Duration.ofSeconds(1)),
                        new LoadShape.LoopsPerUser(10, 3, Duration.ZERO))),
                Duration.ofSeconds(10));
        var end = new LoadGenerator(plan, sender, recording, passedOnTo(following, sender)).start();
        sender.runUntil(1_200_000_000L);

        following.follow(end, tick -> {});
        var windows = following.complete(recording.finish(plan, "")).windows();
        assertThat(windows).extracting(window -> window.requests().ended()).containsExactly(30L, 30L);
        assertThat(windows)
                .extracting(window -> window.views().servers().get("mysql"))
                .extracting(ServerView::served)
                .containsExactly(120L, 120L);
        assertThat(windows)
                .extracting(window -> window.views().inside().orElseThrow().cpuSeconds())
                .as("1: before the load; 3: while the level's last requests were waited for")
                .containsExactly(2.0, 4.0);
    }

    /** Where others have the CPUs, the thread that follows the load may run for the first time when all is over. */
    @Test
    void whatTheTargetDidBeforeABeginningIsHeardOfCounts() {
        var work = new CountingProbe() {
            private int seen;

            @Override
            int read() {
                int since = sender.sendTimes().size() - seen;
                seen = sender.sendTimes().size();
                return since;
            }
        };
        var following = new TrialWatch(
                sender.clock(),
                false,
                recording,
                Optional.of(work),
                servers,
                Optional.empty(),
                new GeneratorMeter(sender.clock(), Idle.watch(sender.clock()), Idle.scope()));
        var plan = LoadPlan.of(
                new LoadShape.Sequence(List.of(
                        new LoadShape.ConstantUsers(10, Duration.ofSeconds(1)),
                        new LoadShape.LoopsPerUser(10, 3, Duration.ZERO))),
                Duration.ofSeconds(10));
        following.forgetPause();
        var end = new LoadGenerator(plan, sender, recording, passedOnTo(following, sender)).start();
        sender.runUntil(1_200_000_000L);

        following.follow(end, tick -> {});
        var windows = following.complete(recording.finish(plan, "")).windows();
        assertThat(windows)
                .extracting(window -> window.views().inside().orElseThrow().cpuSeconds())
                .containsExactlyElementsOf(windows.stream()
                        .map(window -> (double) window.requests().ended())
                        .toList())
                .doesNotContain(0.0);
    }

    /** Has a thread more at each sample, and knows when it was spoken to. */
    private static final class SampledProbe implements TargetProbe {
        private final CountingProbe windows = new CountingProbe();
        private final Clock clock;
        private final List<Long> askedAtMillis = new ArrayList<>();
        private final List<Long> polledAtMillis = new ArrayList<>();

        SampledProbe(Clock clock) {
            this.clock = clock;
        }

        private long millis() {
            return clock.nanoTime() / 1_000_000;
        }

        @Override
        public Map<String, PoolUse> pools() {
            return Map.of();
        }

        @Override
        public Optional<InsideView> nextWindow() {
            return windows.nextWindow();
        }

        @Override
        public void ask(boolean isFollowed) {
            askedAtMillis.add(millis());
        }

        @Override
        public Optional<ProbeSample> poll() {
            polledAtMillis.add(millis());
            return Optional.of(new ProbeSample(
                    new ProbeSample.Kernel(polledAtMillis.size(), Optional.empty(), 1024, millis() / 2e3),
                    new ProbeSample.Inside(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                    OptionalInt.empty(),
                    Map.of()));
        }

        @Override
        public ProbeGlance glance() {
            return ProbeGlance.NOTHING;
        }

        @Override
        public void close() {}
    }

    @Test
    void aSampleIsTakenAtTheEndOfEachSecondAndAskedForATickBefore() {
        var sender = new ScriptedSender(2, Scripts.fixedDelay(Duration.ofMillis(125))); // its clock stops at each tick
        var clock = sender.clock();
        var probe = new SampledProbe(clock);
        var following = new TrialWatch(
                clock,
                false,
                recording,
                Optional.of(probe),
                new ServerWatch(Map.of(
                        "mysql",
                        () -> Optional.of(
                                new ServedCounts(4L * sender.sendTimes().size(), 3, 7)))),
                Optional.empty(),
                new GeneratorMeter(clock, Idle.watch(clock), Idle.scope()));
        var plan = LoadPlan.of(new LoadShape.ConstantUsers(10, Duration.ofSeconds(3)), Duration.ofSeconds(10));
        var end = new LoadGenerator(plan, sender, recording, passedOnTo(following, sender)).start();
        sender.runUntil(0);

        var nextTick = new AtomicLong(250_000_000); // ahead, so that the watch has nothing to wait for
        following.follow(end, tick -> sender.runUntil(nextTick.addAndGet(250_000_000)));

        var course = following.complete(recording.finish(plan, "")).course().orElseThrow();
        assertThat(probe.polledAtMillis).as("the first is where rates begin").containsExactly(0L, 1000L, 2000L, 3000L);
        assertThat(probe.askedAtMillis).containsExactly(750L, 1750L, 2750L);
        assertThat(course.values().get("threads")).isEqualTo(numbers(2, 3, 4));
        assertThat(course.values().get("cpuCores")).isEqualTo(numbers(0.5, 0.5, 0.5));
        assertThat(course.values().get("served.mysql"))
                .as("at the load's end nothing more is sent, and ten answers are not waited for")
                .isEqualTo(numbers(320, 320, 280));
        assertThat(course.responseTimes().counts())
                .as("125 ms are in row 41")
                .containsExactly(rows(80), rows(80), rows(70));
    }

    private static List<OptionalDouble> numbers(double... values) {
        return Arrays.stream(values).mapToObj(OptionalDouble::of).toList();
    }

    private static SortedMap<Integer, Long> rows(long count) {
        return new TreeMap<>(Map.of(41, count));
    }

    /** Up to the last answer of the round. */
    private void runUntilTheNextEnd(int rounds) {
        sender.runUntil(rounds * 300_000_000L);
    }

    private List<Long> servedIn(CompletableFuture<LoadEnd> end) {
        assertThat(end).isCompleted();
        return watch.complete(recording.finish(THREE_ROUNDS, "")).windows().stream()
                .map(window -> window.views().servers())
                .flatMap(views -> views.values().stream())
                .map(view -> view.served())
                .toList();
    }
}
