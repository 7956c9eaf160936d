package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.measurement.ServerView;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerWatchTest {
    private final ArrayDeque<Optional<ServedCounts>> answers = new ArrayDeque<>();
    private final ServerWatch watch = new ServerWatch(Map.of("mysql", answers::remove));

    @Test
    void aWindowHasWhatWasServedInItAndTheMostThatWasSeen() {
        answers.addAll(List.of(counts(100, 1, 10), counts(120, 7, 12), counts(140, 2, 20), counts(150, 0, 11)));

        assertThat(watch.nextWindow()).as("nothing is known of what was before").isEmpty();
        watch.poll();
        assertThat(watch.nextWindow()).containsExactly(Map.entry("mysql", new ServerView(40, 7, 20)));
        assertThat(watch.nextWindow()).containsExactly(Map.entry("mysql", new ServerView(10, 2, 20)));
    }

    @Test
    void aServerThatDoesNotAnswerIsKnownInNeitherOfTheAdjacentWindows() {
        answers.addAll(List.of(counts(100, 0, 0), Optional.empty(), counts(300, 0, 0), counts(330, 0, 0)));

        watch.nextWindow();
        assertThat(watch.nextWindow()).isEmpty();
        assertThat(watch.nextWindow()).isEmpty();
        assertThat(watch.nextWindow()).containsExactly(Map.entry("mysql", new ServerView(30, 0, 0)));
    }

    private static Optional<ServedCounts> counts(long served, int running, int connections) {
        return Optional.of(new ServedCounts(served, running, connections));
    }
}
