package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.SlotLimits;
import dev.ralbench.testing.Cases;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Several generators that send parts of one load: together they send what one would. */
class SharedLoadTest {
    /** Answers are there at once, so that a count is decided by nothing but shares. */
    private static final Script SCRIPT = startNanos -> ScriptedResponse.ok(startNanos + 1_000_000);

    /** Two, with the one in between that sends nothing; all in one virtual time. */
    private static final class Generators {
        final List<LoadRecording> recordings = new ArrayList<>();
        final List<CompletableFuture<LoadEnd>> ends = new ArrayList<>();
        final List<Map<Integer, Long>> beginnings = new ArrayList<>();
        final ScriptedSender sender;
        private final LoadPlan plan;
        private final Meeting meeting;

        Generators(LoadPlan plan, int parts, int loops, Script script) {
            this.plan = plan;
            this.sender = new ScriptedSender((parts + 1) * loops, script);
            this.meeting = new Meeting(parts, sender);
            var shares = new ArrayList<LoadShare>();
            shares.add(LoadShare.NOTHING);
            IntStream.range(0, parts)
                    .mapToObj(part -> new LoadShare(part, parts))
                    .forEach(shares::add);
            for (int i = 0; i < shares.size(); i++) {
                add(shares.get(i), sender.loops().subList(i * loops, (i + 1) * loops));
            }
        }

        private void add(LoadShare share, List<RequestSender.SenderLoop> loops) {
            var recording = new LoadRecording(SlotLimits.NONE);
            var began = new HashMap<Integer, Long>();
            var generator = new LoadGenerator(
                    plan,
                    new Part(loops),
                    recording,
                    window -> began.put(window, sender.clock().nanoTime()),
                    false,
                    List.of(),
                    share,
                    meeting.of(share));
            recordings.add(recording);
            beginnings.add(began);
            var end = generator.startAt(1_000_000_000);
            ends.add(end);
            var unused = end.thenAccept(how -> meeting.loadEnded(share));
        }

        List<Measurement> finish() {
            sender.run();
            assertThat(ends).allMatch(CompletableFuture::isDone);
            return recordings.stream().map(one -> one.finish(plan, "")).toList();
        }
    }

    /** Some of the loops of a sender. */
    private record Part(List<SenderLoop> loops) implements RequestSender {
        @Override
        public void close() {}
    }

    /** Lets windows begin, 50 ms later, once all parts are there; the one that sends nothing hears of their ends. */
    private static final class Meeting {
        private static final long LATER_NANOS = 50_000_000;

        private final int parts;
        private final ScriptedSender sender;
        private final Map<Integer, List<Runnable>> atBeginning = new HashMap<>();
        private final Map<Integer, List<Runnable>> atRelease = new HashMap<>();
        private final Map<Integer, Runnable> ended = new HashMap<>();
        private int over;

        Meeting(int parts, ScriptedSender sender) {
            this.parts = parts;
            this.sender = sender;
        }

        void loadEnded(LoadShare share) {
            if (!share.isNothing() && ++over == parts) {
                ended.values().forEach(Runnable::run);
            }
        }

        private void arrive(Map<Integer, List<Runnable>> at, int window, Runnable there) {
            var all = at.computeIfAbsent(window, absent -> new ArrayList<>());
            all.add(there);
            if (all.size() == parts + 1) {
                all.forEach(Runnable::run);
            } else if (at == atBeginning && all.size() == parts && ended.containsKey(window - 1)) {
                ended.remove(window - 1).run();
            }
        }

        OtherGenerators of(LoadShare share) {
            return new OtherGenerators() {
                @Override
                public void awaitConnections(int window, LongConsumer release) {
                    arrive(
                            atRelease,
                            window,
                            () -> release.accept(sender.clock().nanoTime() + LATER_NANOS));
                }

                @Override
                public void awaitEnd(int window, Runnable then) {
                    if (!share.isNothing()) {
                        then.run();
                    } else if (atBeginning.getOrDefault(window + 1, List.of()).size() == parts || over == parts) {
                        then.run();
                    } else {
                        ended.put(window, then);
                    }
                }

                @Override
                public void awaitBeginning(int window, LeastLengths atLeast, Beginning beginning) {
                    arrive(
                            atBeginning,
                            window,
                            () -> beginning.at(sender.clock().nanoTime() + LATER_NANOS, atLeast));
                }
            };
        }
    }

    /** A load as it may come, and the generators that share it. */
    record Case(LoadShape shape, int parts, int loops) {
        static Case draw(Random random) {
            var parts = new ArrayList<LoadShape>();
            for (int i = 0; i <= random.nextInt(3); i++) {
                parts.add(shape(random));
            }
            var shape = parts.size() == 1 ? parts.getFirst() : new LoadShape.Sequence(parts);
            return new Case(
                    random.nextInt(4) == 0
                            ? new LoadShape.WarmedUp(
                                    shape, OptionalInt.empty(), 1 + random.nextInt(50), Optional.empty())
                            : shape,
                    1 + random.nextInt(4),
                    1 + random.nextInt(3));
        }

        private static LoadShape shape(Random random) {
            int users = 1 + random.nextInt(20);
            return switch (random.nextInt(6)) {
                case 0 -> new LoadShape.ConstantUsers(users, millis(random));
                case 1 -> new LoadShape.Ramp(random.nextInt(10), 10 + users, millis(random));
                case 2 -> new LoadShape.Stairs(random.nextInt(3), users, 2, millis(random), millis(random));
                case 3 -> new LoadShape.TotalRequests(users, users + random.nextInt(200), Optional.empty());
                case 4 -> new LoadShape.LoopsPerUser(users, 1 + random.nextInt(5), millis(random), Optional.empty());
                default -> new LoadShape.Burst(users, 1 + random.nextInt(3), Optional.empty());
            };
        }

        private static Duration millis(Random random) {
            return Duration.ofMillis(100 + random.nextInt(2000));
        }
    }

    static Stream<Case> cases() {
        return Cases.of(200, Case::draw);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void atEveryMomentTheyHaveTheUsersOfOne(Case given) {
        var plan = VirtualLoad.plan(given.shape());
        if (plan.timeline().phases().stream()
                .anyMatch(phase -> phase.plannedSeconds().isEmpty())) {
            return; // its windows begin when others do, a little later than alone
        }
        var together = new Generators(plan, given.parts(), given.loops(), SCRIPT);
        var alone = new Generators(plan, 1, 1, SCRIPT);

        for (long nanos = 1_000_500_000; !alone.ends.stream().allMatch(CompletableFuture::isDone); nanos += 7_000_000) {
            together.sender.runUntil(nanos);
            alone.sender.runUntil(nanos);
            assertThat(together.recordings.stream()
                            .mapToInt(LoadRecording::usersNow)
                            .sum())
                    .isEqualTo(alone.recordings.stream()
                            .mapToInt(LoadRecording::usersNow)
                            .sum());
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void windowsBeginTogetherAndCountsAreExact(Case given) {
        var plan = VirtualLoad.plan(given.shape());
        var together = new Generators(plan, given.parts(), given.loops(), SCRIPT);
        var parts = together.finish();
        var phases = plan.timeline().phases();

        assertThat(parts).allSatisfy(part -> assertThat(part.windows()).hasSize(phases.size()));
        assertThat(together.beginnings).containsOnly(together.beginnings.getFirst());
        for (int i = 0; i < phases.size(); i++) {
            int window = i;
            long sent = parts.stream()
                    .mapToLong(part ->
                            part.windows().get(window).requests().successful().count())
                    .sum();
            if (phases.get(i) instanceof Phase.Counted counted) {
                assertThat(sent).isEqualTo(counted.shared() ? counted.count() : counted.users() * counted.count());
            }
        }
        assertThat(parts.getFirst().wholeRun().requests().successful().count()).isZero();
    }

    @Test
    void requestsOfABurstAreSentAtOneInstant() {
        var plan = VirtualLoad.plan(new LoadShape.Burst(7, 1, Optional.empty()));
        var slow = new Script() {
            private int connections;

            @Override
            public ScriptedResponse response(long startNanos) {
                return ScriptedResponse.ok(startNanos + 1_000_000);
            }

            @Override
            public long connectNanos(long startNanos) {
                return ++connections * 1_000_000L;
            }
        };
        var together = new Generators(plan, 3, 2, slow);
        together.finish();

        assertThat(together.sender.sendTimes())
                .hasSize(7)
                .containsOnly(together.sender.sendTimes().getFirst());
    }

    /** Users, or requests, and the parts that share them. */
    record Shared(int users, long requests, int parts) {
        static Shared draw(Random random) {
            return new Shared(
                    1 + random.nextInt(random.nextBoolean() ? 5 : 100_000),
                    random.nextBoolean() ? random.nextInt(20) : random.nextLong(1L << 50),
                    1 + random.nextInt(12));
        }

        Stream<LoadShare> shares() {
            return IntStream.range(0, parts).mapToObj(part -> new LoadShare(part, parts));
        }
    }

    static Stream<Shared> shared() {
        return Cases.of(500, Shared::draw);
    }

    @ParameterizedTest
    @MethodSource("shared")
    void sharesAddUpToTheWhole(Shared given) {
        assertThat(given.shares().mapToInt(share -> share.of(given.users())).sum())
                .isEqualTo(given.users());
        assertThat(given.shares()
                        .mapToLong(share -> share.ofRequests(given.requests(), given.users()))
                        .sum())
                .isEqualTo(given.requests());
        assertThat(given.shares())
                .allSatisfy(share -> assertThat(Math.abs(share.ofRequests(given.requests(), given.users())
                                - (double) given.requests() * share.of(given.users()) / given.users()))
                        .isLessThan(1 + given.requests() * 1e-15));
    }

    @ParameterizedTest
    @MethodSource("shared")
    void everyArrivalAndConnectionIsOfOneLoop(Shared given) {
        int connections = Math.min(given.users(), 500);
        var random = new Random(given.requests());
        var places = given.shares()
                .flatMap(share -> {
                    int loops = 1 + random.nextInt(4);
                    return IntStream.range(0, loops).mapToObj(loop -> new LoopPlace(share, loop, loops));
                })
                .toList();
        var open = places.stream()
                .flatMap(place -> place.open(connections).stream())
                .toList();
        var arrivals = new ArrayList<Integer>();
        for (var part : open) {
            for (int i = part.arrivals().first(); i < 1000; i += part.arrivals().step()) {
                arrivals.add(i);
            }
        }

        assertThat(open.stream().mapToInt(LoopPlace.OpenPart::connections).sum())
                .isEqualTo(connections);
        assertThat(arrivals).hasSize(1000).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("shared")
    void everyUserIsOfOneLoop(Shared given) {
        var random = new Random(given.users());
        var users = new ArrayList<Integer>();
        given.shares().forEach(share -> {
            int loops = 1 + random.nextInt(4);
            for (int loop = 0; loop < loops; loop++) {
                var numbers = new LoopPlace(share, loop, loops).users();
                for (int i = numbers.first(); i < 1000; i += numbers.step()) {
                    users.add(i);
                }
            }
        });

        assertThat(users).hasSize(1000).doesNotHaveDuplicates();
    }
}
