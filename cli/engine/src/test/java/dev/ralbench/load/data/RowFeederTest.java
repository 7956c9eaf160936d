package dev.ralbench.load.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.load.Feeder;
import dev.ralbench.load.data.RowFeeder.AtEnd;
import dev.ralbench.load.data.RowFeeder.Order;
import dev.ralbench.load.data.RowFeeder.Way;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The orders in which users get rows. */
class RowFeederTest {
    private static Rows rows(int count) {
        var builder = new Rows.Builder(List.of("id"));
        IntStream.range(0, count).forEach(id -> builder.add(List.of(String.valueOf(id))));
        return builder.build();
    }

    private static RowFeeder feeder(int rows, Order order, boolean perUser, AtEnd atEnd) {
        return new RowFeeder("users", rows(rows), new Way(order, perUser, atEnd), 42);
    }

    private static int next(Feeder feeder, int user, long turn) {
        return Integer.parseInt(feeder.next(user, turn).orElseThrow().getFirst());
    }

    /** So many rows of one user, from a turn on. */
    private static List<Integer> taken(Feeder feeder, int user, int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(turn -> next(feeder, user, turn))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 16, 17, 100, 1023, 1024, 1025})
    void eachRoundHasEachRowOnceInEachOrderThatHasRounds(int size) {
        for (var order : List.of(Order.SEQUENTIAL, Order.SHUFFLED)) {
            for (boolean perUser : new boolean[] {false, true}) {
                var feeder = feeder(size, order, perUser, AtEnd.AGAIN);
                for (int user = 0; user < 3; user++) {
                    for (int round = 0; round < 3; round++) {
                        assertThat(taken(feeder, user, round * size, size))
                                .as("%s, per user %s, user %d, round %d", order, perUser, user, round)
                                .containsExactlyInAnyOrderElementsOf(
                                        IntStream.range(0, size).boxed().toList());
                    }
                }
            }
        }
    }

    @Test
    void usersShareOnePositionOrBeginAtTheirOwnRow() {
        var shared = feeder(3, Order.SEQUENTIAL, false, AtEnd.AGAIN);
        assertThat(List.of(next(shared, 5, 0), next(shared, 0, 0), next(shared, 5, 1), next(shared, 1, 0)))
                .containsExactly(0, 1, 2, 0);

        var own = feeder(3, Order.SEQUENTIAL, true, AtEnd.AGAIN);
        assertThat(taken(own, 0, 0, 4)).containsExactly(0, 1, 2, 0);
        assertThat(taken(own, 1, 0, 4)).containsExactly(1, 2, 0, 1);
        assertThat(taken(own, 5, 0, 4)).containsExactly(2, 0, 1, 2);
    }

    @Test
    void chanceComesFromTheSeedAndTheName() {
        var rows = rows(1000);
        var way = new Way(Order.SHUFFLED, false, AtEnd.AGAIN);
        var orders = new HashSet<List<Integer>>();
        orders.add(taken(new RowFeeder("users", rows, way, 1), 0, 0, 1000));
        orders.add(taken(new RowFeeder("users", rows, way, 1), 0, 0, 1000));
        assertThat(orders).hasSize(1);

        orders.add(taken(new RowFeeder("users", rows, way, 2), 0, 0, 1000));
        orders.add(taken(new RowFeeder("items", rows, way, 1), 0, 0, 1000));
        var again = new RowFeeder("users", rows, way, 1);
        var unused = taken(again, 0, 0, 1000);
        orders.add(taken(again, 0, 1000, 1000)); // the second round
        var own = new RowFeeder("users", rows, new Way(Order.SHUFFLED, true, AtEnd.AGAIN), 1);
        orders.add(taken(own, 1, 0, 1000));
        orders.add(taken(own, 2, 0, 1000));
        assertThat(orders).hasSize(6);
    }

    /** Each row comes first about as often: 50,000 orders of 10 rows, and six standard deviations. */
    @Test
    void noPlaceOfAShuffledOrderIsPreferred() {
        var rows = rows(10);
        var way = new Way(Order.SHUFFLED, false, AtEnd.AGAIN);
        int orders = 50_000;
        var counts = new int[10][10];
        for (int seed = 0; seed < orders; seed++) {
            var order = taken(new RowFeeder("users", rows, way, seed), 0, 0, 10);
            for (int place = 0; place < 10; place++) {
                counts[place][order.get(place)]++;
            }
        }
        double allowed = 6 * Math.sqrt(orders * 0.1 * 0.9);
        for (var place : counts) {
            for (int count : place) {
                assertThat((double) count).isBetween(orders * 0.1 - allowed, orders * 0.1 + allowed);
            }
        }
    }

    @Test
    void randomRowsComeAllAlikeAndAreTheSameForAUserInEachRun() {
        var feeder = feeder(10, Order.RANDOM, false, AtEnd.AGAIN);
        var counts = new int[10];
        int taken = 50_000;
        for (int i = 0; i < taken; i++) {
            counts[next(feeder, i % 7, i / 7)]++;
        }
        double allowed = 6 * Math.sqrt(taken * 0.1 * 0.9);
        for (int count : counts) {
            assertThat((double) count).isBetween(taken * 0.1 - allowed, taken * 0.1 + allowed);
        }
        assertThat(taken(feeder, 3, 0, 100))
                .isEqualTo(taken(feeder(10, Order.RANDOM, false, AtEnd.AGAIN), 3, 0, 100))
                .isNotEqualTo(taken(feeder, 4, 0, 100));
    }

    @ParameterizedTest
    @EnumSource(
            value = Order.class,
            names = {"SEQUENTIAL", "SHUFFLED"})
    void aSharedFeederThatStopsGivesEachRowOnceAndIsUsedUp(Order order) {
        var feeder = feeder(5, order, false, AtEnd.STOP);
        var all = new ArrayList<>(taken(feeder, 0, 0, 3));
        all.addAll(taken(feeder, 1, 0, 2));

        assertThat(all).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        assertThat(feeder.isUsedUp()).isFalse();
        assertThat(feeder.next(2, 0)).isEmpty();
        assertThat(feeder.isUsedUp()).isTrue();
        assertThat(feeder.failure()).isEmpty();
        assertThat(feeder.words()).isEqualTo("users (5 rows)");
    }

    @Test
    void aUserThatIsThroughLeavesOthersTheirs() {
        var feeder = feeder(2, Order.SEQUENTIAL, true, AtEnd.STOP);

        assertThat(taken(feeder, 1, 0, 2)).containsExactly(1, 0);
        assertThat(feeder.next(1, 2)).isEmpty();
        assertThat(feeder.isUsedUp()).isFalse();
        assertThat(taken(feeder, 0, 0, 2)).containsExactly(0, 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anErrorNamesTheFeederAndItsSize(boolean perUser) {
        var feeder = feeder(1, Order.SEQUENTIAL, perUser, AtEnd.ERROR);
        assertThat(next(feeder, 0, 0)).isZero();
        assertThat(feeder.failure()).isEmpty();

        assertThat(feeder.next(0, 1)).isEmpty();

        assertThat(feeder.isUsedUp()).isTrue();
        assertThat(feeder.next(1, 0)).isEmpty();
        assertThat(feeder.failure().orElseThrow().what())
                .isEqualTo("the data of users (1 row) was used up before the load was over");
    }

    @Test
    void theExampleIsTheFirstRowAndTakesNone() {
        for (var order : Order.values()) {
            var feeder = feeder(100, order, false, AtEnd.AGAIN);
            var example = Integer.parseInt(feeder.example().getFirst());
            assertThat(next(feeder, 0, 0)).as("%s", order).isEqualTo(example);
        }
    }

    @Test
    void eventLoopsThatTakeRowsAtTheSameTimeGetEachOnce() throws InterruptedException {
        var feeder = feeder(20_000, Order.SHUFFLED, false, AtEnd.STOP);
        var taken = new ConcurrentLinkedQueue<String>();
        var loops = IntStream.range(0, 4)
                .mapToObj(user -> Thread.ofPlatform().unstarted(() -> {
                    long turn = 0;
                    for (var row = feeder.next(user, turn++); row.isPresent(); row = feeder.next(user, turn++)) {
                        taken.add(row.get().getFirst());
                    }
                }))
                .toList();
        loops.forEach(Thread::start);
        for (var loop : loops) {
            loop.join();
        }

        assertThat(taken).hasSize(20_000).doesNotHaveDuplicates();
    }

    @Test
    void aRandomOrderHasNoEndAndNoPosition() {
        assertThatThrownBy(() -> new Way(Order.RANDOM, true, AtEnd.AGAIN)).hasMessageStartingWith("perUser: ");
        assertThatThrownBy(() -> new Way(Order.RANDOM, false, AtEnd.STOP)).hasMessageStartingWith("atEnd: ");
    }
}
