package dev.ralbench.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private final List<String> happened = new ArrayList<>();

    @Test
    void goesOnUntilARoundLeavesTheCompilersNextToNothing() throws Exception {
        warmUp(Stream.of(500, 300, 39, 700));

        assertThat(happened).containsExactly("load", "rest", "load", "rest", "load", "rest");
    }

    @Test
    void workOfSomeSizeIsAReasonToGoOn() throws Exception {
        warmUp(Stream.of(40, 40, 0));

        assertThat(happened).filteredOn("load"::equals).hasSize(3);
    }

    @Test
    void endsWhereThereIsNothingToCompile() throws Exception {
        warmUp(Stream.of(0));

        assertThat(happened).containsExactly("load", "rest");
    }

    @Test
    void endsAtLast() throws Exception {
        warmUp(Stream.generate(() -> 400).limit(100));

        assertThat(happened).filteredOn("load"::equals).hasSize(15);
    }

    /** @param millis of work that each round makes */
    private void warmUp(Stream<Integer> millis) throws Exception {
        var work = new Scripted(new ArrayDeque<>(millis.toList()));
        new WarmUp(work).run(() -> happened.add("load"));
    }

    private final class Scripted implements WarmUp.Work {
        private final Queue<Integer> millis;
        private Duration done = Duration.ofSeconds(2);

        Scripted(Queue<Integer> millis) {
            this.millis = millis;
        }

        @Override
        public Duration done() {
            return done;
        }

        @Override
        public void awaitRest() {
            done = done.plusMillis(millis.remove());
            happened.add("rest");
        }
    }
}
