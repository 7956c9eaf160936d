package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.load.Workload.Names;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A process that sends nothing and shows what others have told. */
class RecordedElsewhereTest {
    private static final LoadTotals TOLD = SampleLoadTotals.of(1, 40, 20, 3);

    /** Tells of each name once. */
    private static final class Told implements RecordedElsewhere {
        private final Queue<String> left = new ArrayDeque<>(List.of("cart", "list"));

        @Override
        public int usersNow() {
            return 7;
        }

        @Override
        public Map<Outcome, Long> failuresSoFar() {
            return Map.of();
        }

        @Override
        public void takeSuccessful(Consumer<LatencyDistribution> taken) {}

        @Override
        public Map<Outcome, Long> failuresSoFar(String name) {
            return name.equals("cart") ? Map.of(Outcome.TIMEOUT, 3L) : Map.of();
        }

        @Override
        public void takeSuccessful(String name, Consumer<LatencyDistribution> taken) {
            if (left.remove(name)) {
                taken.accept(TOLD.successful());
            }
        }
    }

    @Test
    void figuresByNameAreThere() {
        var names = new Names(List.of("cart", "list", "search"), List.of());
        var recording = new LoadRecording(SlotLimits.NONE, names, Set.of("cart", "list", "search"), new Told());

        recording.sample(1_000_000_000L);
        var soFar = recording.sample(2_000_000_000L).soFar();

        assertThat(recording.usersNow()).isEqualTo(7);
        var cart = soFar.of("cart").orElseThrow();
        assertThat(cart.ended()).as("kept, and counted once").isEqualTo(43);
        assertThat(cart.failures()).isEqualTo(3);
        assertThat(cart.percentileMillis(50)).isEqualTo(TOLD.percentileMillis(50));
        assertThat(soFar.of("list").orElseThrow().ended()).isEqualTo(40);
        assertThat(soFar.of("search").orElseThrow().ended()).isZero();
    }
}
