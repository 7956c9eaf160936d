package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.RequestTemplate;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.ScenarioRequest;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final List<Variant> VARIANTS =
            Stream.of("a", "b", "c").map(ScheduleTest::variant).toList();

    private static Variant variant(String name) {
        var request = new ScenarioRequest(
                "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
        return new Variant(name, new TargetChoice.BuiltIn("tomcat", Map.of()), request, Optional.empty());
    }

    @Test
    void everyBlockHasEveryVariantOnce() {
        var schedule = Schedule.of(VARIANTS, 50, Design.Order.INTERLEAVED, 3);
        assertThat(schedule.names())
                .hasSize(50)
                .allSatisfy(block -> assertThat(block).containsExactlyInAnyOrder("a", "b", "c"));
    }

    @Test
    void theSeedDecidesTheOrder() {
        var one = Schedule.of(VARIANTS, 20, Design.Order.INTERLEAVED, 11);
        assertThat(Schedule.of(VARIANTS, 20, Design.Order.INTERLEAVED, 11)).isEqualTo(one);
        assertThat(Schedule.of(VARIANTS, 20, Design.Order.INTERLEAVED, 12)).isNotEqualTo(one);
    }

    @Test
    void allOrdersOfABlockComeUp() {
        var blocks = Schedule.of(VARIANTS, 200, Design.Order.INTERLEAVED, 5).names();
        assertThat(new HashSet<>(blocks)).hasSize(6);
    }

    /** Four standard deviations of a thousand fair coins are 63; no more coins agree with their neighbour than differ. */
    @Test
    void everyCoinIsFairForSmallSeedsToo() {
        var two = VARIANTS.subList(0, 2);
        var turned = IntStream.range(0, 1_000)
                .mapToObj(seed -> Schedule.of(two, 12, Design.Order.ALTERNATING, seed).names().stream()
                        .map(block -> block.getFirst().equals("b"))
                        .toList())
                .toList();

        for (int block = 0; block < 12; block++) {
            int coin = block;
            assertThat(turned.stream().filter(coins -> coins.get(coin)).count())
                    .as("block %d", coin + 1)
                    .isBetween(437L, 563L);
            assertThat(turned.stream()
                            .filter(coins -> coins.get(coin).equals(coins.get((coin + 1) % 12)))
                            .count())
                    .as("block %d and the next", coin + 1)
                    .isBetween(437L, 563L);
        }
    }

    @Test
    void fixedOrderIsTheScenariosOrder() {
        assertThat(Schedule.of(VARIANTS, 2, Design.Order.FIXED, 5).names()).containsOnly(List.of("a", "b", "c"));
    }

    @Test
    void aRepeatedBlockIsThrownAnewAndCountsItsAttempts() {
        var schedule = Schedule.of(VARIANTS, 3, Design.Order.ALTERNATING, 5);
        var plannedLonger = Schedule.of(VARIANTS, 5, Design.Order.ALTERNATING, 5);
        var second = schedule.again(schedule.blocks().get(1), 1);
        var third = schedule.again(second, 2);

        assertThat(second).extracting(Trial::block).containsOnly(2);
        assertThat(second).extracting(Trial::attempt).containsOnly(2);
        assertThat(third).extracting(Trial::attempt).containsOnly(3);
        assertThat(List.of(Schedule.names(second), Schedule.names(third)))
                .as("the next throws after those of the plan")
                .isEqualTo(plannedLonger.names().subList(3, 5));
    }

    @Test
    void slotsCountFromOneWithinTheBlock() {
        assertThat(Schedule.of(VARIANTS, 2, Design.Order.FIXED, 5).trials())
                .extracting(trial -> trial.block() + "." + trial.slot())
                .containsExactly("1.1", "1.2", "1.3", "2.1", "2.2", "2.3");
    }
}
