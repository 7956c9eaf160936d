package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class UserTimelineTest {
    private static final LoadShape.Stairs PUBLISHED =
            new LoadShape.Stairs(0, 256, 8, Duration.ofSeconds(10), Duration.ofSeconds(20));
    private static final UserTimeline CUT = UserTimeline.of(PUBLISHED).cutAt(Duration.ofMinutes(2));
    private static final UserTimeline TURNS =
            UserTimeline.of(new LoadShape.Turns(List.of(4, 8), 3, Duration.ofSeconds(1), Duration.ofSeconds(1)));

    @Test
    void publishedStairsOffer71680UserSeconds() {
        assertThat(CUT.userSeconds()).hasValue(71_680);
        assertThat(CUT.maxUsers()).isEqualTo(1024);
        assertThat(CUT.plannedSeconds()).hasValue(120);
    }

    @Test
    void uncutStairsLast240SecondsAndReach2048Users() {
        var uncut = UserTimeline.of(PUBLISHED);
        assertThat(uncut.plannedSeconds()).hasValue(240);
        assertThat(uncut.maxUsers()).isEqualTo(2048);
    }

    @Test
    void stairsFromZeroBeginWithARampAndNotWithALevel() {
        assertThat(CUT.phases().getFirst()).isInstanceOf(Phase.Slope.class);
        assertThat(CUT.phases()).hasSize(8);
    }

    @Test
    void stairsFollowThePublishedTable() {
        assertThat(List.of(0.0, 5.0, 10.0, 29.9, 35.0, 40.0, 60.0, 65.0, 70.0, 95.0, 119.9))
                .extracting(CUT::usersAt)
                .containsExactly(0.0, 128.0, 256.0, 256.0, 384.0, 512.0, 512.0, 640.0, 768.0, 896.0, 1024.0);
    }

    @Test
    void twoHundredWorkersCanBeBusyFor23218ThreadSeconds() {
        assertThat(CUT.userSecondsUpTo(200).getAsDouble()).isEqualTo(23_218.75, within(1e-6));
    }

    @Test
    void aCountedLoadPlansItsRequestsAndAnyOtherDoesNot() {
        var loops = new LoadShape.LoopsPerUser(10, 10, Duration.ZERO);
        var shared = new LoadShape.TotalRequests(100, 1000);
        var hold = new LoadShape.ConstantUsers(10, Duration.ofSeconds(1));
        var both = new LoadShape.Sequence(List.of(loops, new LoadShape.Repeated(shared, 2)));

        assertThat(UserTimeline.of(both).plannedRequests()).hasValue(2100);
        assertThat(UserTimeline.of(new LoadShape.WarmedUp(loops, OptionalInt.empty(), 50))
                        .plannedRequests())
                .as("without its warm-up")
                .hasValue(100);
        assertThat(UserTimeline.of(new LoadShape.Sequence(List.of(loops, hold))).plannedRequests())
                .isEmpty();
        assertThat(CUT.plannedRequests()).isEmpty();
    }

    @Test
    void everyPhaseOfALevelIsUnderIt() {
        var warm = new LoadShape.Labelled(
                new LoadShape.Repeated(new LoadShape.LoopsPerUser(10, 10, Duration.ZERO), 5), "warm");
        var levels = UserTimeline.of(warm).byLevel();

        assertThat(levels.keySet())
                .containsExactlyElementsOf(UserTimeline.of(warm).levels());
        assertThat(levels.lastEntry().getValue()).hasSize(5);
    }

    @Test
    void stairsThatStartAboveZeroHoldThereFirst() {
        var shape = new LoadShape.Stairs(10, 5, 1, Duration.ZERO, Duration.ofSeconds(2));
        assertThat(UserTimeline.of(shape).phases())
                .containsExactly(new Phase.Hold(10, Duration.ofSeconds(2)), new Phase.Hold(15, Duration.ofSeconds(2)));
    }

    @Test
    void aCutInMidRampKeepsTheSlope() {
        var cut = UserTimeline.of(new LoadShape.Ramp(0, 100, Duration.ofSeconds(10)))
                .cutAt(Duration.ofSeconds(4));
        assertThat(cut.usersAt(3)).isEqualTo(30);
        assertThat(cut.maxUsers()).isEqualTo(40);
        assertThat(cut.userSeconds()).hasValue(80);
    }

    @Test
    void workersAreBusyWithNoMoreThanTheirNumberOnARampThatBeginsBelowIt() {
        var ramp = UserTimeline.of(new LoadShape.Ramp(10, 30, Duration.ofSeconds(20)));
        assertThat(ramp.userSecondsUpTo(20)).as("15 on average, and then 20").hasValue(150 + 200);
    }

    @Test
    void atTheBoundaryOfTwoLevelsItHasTheUsersOfTheSecond() {
        var steps = UserTimeline.of(new LoadShape.Stairs(10, 5, 1, Duration.ZERO, Duration.ofSeconds(2)));
        assertThat(List.of(steps.usersAt(1.9), steps.usersAt(2), steps.usersAt(4)))
                .containsExactly(10.0, 15.0, 0.0);
    }

    @Test
    void aCountedPartHasItsUsersForAsLongAsItTakes() {
        assertThat(UserTimeline.of(new LoadShape.Burst(10, 1)).usersAt(1_000)).isEqualTo(10);
    }

    @Test
    void everyWindowOfEveryLevelIsATurn() {
        assertThat(TURNS.turns()).isEqualTo(6);
        assertThat(TURNS.takesTurns()).isTrue();
    }

    @Test
    void aLoadWithoutTurnsTakesNone() {
        assertThat(CUT.takesTurns()).isFalse();
    }

    /** Others' turns lie between them, so that their beginning is not planned. */
    @Test
    void aCutKeepsAllTurns() {
        assertThat(TURNS.cutAt(Duration.ofSeconds(1)).phases()).isEqualTo(TURNS.phases());
        var turnFirst = new UserTimeline(TURNS.phases().subList(2, 4), Optional.empty());
        assertThat(turnFirst.cutAt(Duration.ofMillis(1)).phases()).isEqualTo(turnFirst.phases());
    }

    @Test
    void itsFirstPhasesAreOneAtLeast() {
        assertThat(CUT.first(0)).isEqualTo(CUT.first(1));
        assertThat(CUT.first(3).phases()).isEqualTo(CUT.phases().subList(0, 3));
    }

    @Test
    void countedShapesLeaveTheLengthOpen() {
        assertThat(UserTimeline.of(new LoadShape.Burst(10, 1)).plannedSeconds()).isEmpty();
        assertThat(UserTimeline.of(new LoadShape.Burst(10, 1)).userSeconds()).isEmpty();
    }

    @Test
    void labelsAndRepetitionsReachEveryPhase() {
        var rounds = new LoadShape.Labelled(
                new LoadShape.Repeated(new LoadShape.LoopsPerUser(10, 5, Duration.ZERO), 3), "warm");
        var stairs = new LoadShape.Labelled(PUBLISHED, "steps");
        var timeline = UserTimeline.of(new LoadShape.Sequence(List.of(stairs, rounds)));

        assertThat(timeline.cutAt(Duration.ofSeconds(5)).phases())
                .containsExactly(
                        new Phase.Slope(0, 256, Duration.ofSeconds(10), Duration.ofSeconds(5), Optional.of("steps")));
        assertThat(timeline.cutAt(Duration.ofMinutes(10)).phases()).isEqualTo(timeline.phases());
        assertThat(timeline.phases()).hasSize(16 + 3);
        assertThat(timeline.phases())
                .extracting(Phase::description)
                .contains("steps: 512 users", "steps: ramp to 512", "warm: 50 requests by 10 users");
    }

    @RepeatedTest(200)
    void areaOfAnyShapeEqualsTheIntegralOfItsLine(RepetitionInfo repetition) {
        var timeline = randomTimeline(repetition.getCurrentRepetition());
        double length = timeline.plannedSeconds().getAsDouble();
        int steps = 20_000; // the sum is off by a seventh of what is tolerated at most
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            sum += timeline.usersAt((i + 0.5) * length / steps);
        }
        double integral = sum * length / steps;
        assertThat(timeline.userSeconds().getAsDouble()).isEqualTo(integral, within(integral * 1e-3 + 1e-6));
    }

    @RepeatedTest(200)
    void usersOfARampStartEvenlyAndTheirStaircaseHasTheAreaOfTheLine(RepetitionInfo repetition) {
        var random = new java.util.Random(repetition.getCurrentRepetition());
        int from = random.nextInt(500);
        int to = random.nextInt(500);
        if (from == to) {
            to++;
        }
        var length = Duration.ofMillis(100 + random.nextInt(20_000));
        var slope = new Phase.Slope(from, to, length, length);
        double area = Math.min(from, to) * Clock.seconds(length);
        long previous = -1;
        for (int i = 0; i < Math.abs(to - from); i++) {
            int user = to > from ? from + i : from - 1 - i;
            long at = UserTimeline.changeNanos(slope, user);
            assertThat(at).isGreaterThan(previous).isLessThan(length.toNanos());
            if (previous >= 0) {
                double expected = (double) length.toNanos() / Math.abs(to - from);
                assertThat((double) (at - previous)).isEqualTo(expected, within(2.0));
            }
            previous = at;
            area += to > from ? (length.toNanos() - at) / 1e9 : at / 1e9;
        }
        assertThat(area).isEqualTo((from + to) / 2.0 * Clock.seconds(length), within(area * 1e-6 + 1e-6));
    }

    private static UserTimeline randomTimeline(long seed) {
        var random = new java.util.Random(seed);
        var parts = new java.util.ArrayList<LoadShape>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            var length = Duration.ofMillis(200 + random.nextInt(5_000));
            int users = 1 + random.nextInt(300);
            parts.add(
                    switch (random.nextInt(3)) {
                        case 0 -> new LoadShape.ConstantUsers(users, length);
                        case 1 -> new LoadShape.Ramp(users, users + 1 + random.nextInt(100), length);
                        default ->
                            new LoadShape.Stairs(random.nextInt(5), users, 1 + random.nextInt(4), length, length);
                    });
        }
        var whole = UserTimeline.of(new LoadShape.Sequence(parts));
        long full = Math.round(whole.plannedSeconds().getAsDouble() * 1e3);
        return whole.cutAt(Duration.ofMillis(1 + random.nextLong(full)));
    }
}
