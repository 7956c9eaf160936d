package dev.ralbench.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.environment.ServedCounts;
import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.WindowListener;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is read at the boundaries of counted windows is exactly what their requests did. */
class TrialWatchTest {
    private static final LoadPlan THREE_ROUNDS = new LoadPlan(
            new LoadShape.Repeated(new LoadShape.LoopsPerUser(10, 3, Duration.ZERO), 3),
            Optional.empty(),
            Duration.ofSeconds(10),
            Duration.ZERO,
            true,
            LoadPlan.OnFailure.CONTINUE);

    private final ScriptedSender sender = new ScriptedSender(2, Scripts.fixedDelay(Duration.ofMillis(100)));
    private final LoadRecording recording = new LoadRecording();
    /** Four statements per request. */
    private final ServerWatch servers = new ServerWatch(Map.of(
            "mysql", () -> Optional.of(new ServedCounts(4L * sender.sendTimes().size(), 0, 0))));

    private final TrialWatch watch =
            new TrialWatch(sender.clock(), recording, Optional.empty(), servers, new CounterWatch(Optional.empty()));

    @Test
    void eachCountedWindowHasTheStatementsOfItsOwnRequests() {
        var readings = new ArrayList<Integer>();
        // One thread plays both: what follows goOn is run from within it, as a fast event loop might.
        var generator = new LoadGenerator(THREE_ROUNDS, sender, recording, new WindowListener() {
            @Override
            public void windowBegan(int window) {
                watch.windowBegan(window);
            }

            @Override
            public void windowEnded(int window, Runnable goOn) {
                watch.windowEnded(window, () -> {
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

    /** Up to the last answer of the round. */
    private void runUntilTheNextEnd(int rounds) {
        sender.runUntil(rounds * 300_000_000L);
    }

    private List<Long> servedIn(CompletableFuture<LoadEnd> end) {
        assertThat(end).isCompleted();
        return watch.complete(recording.finish(THREE_ROUNDS, "")).windows().stream()
                .map(WindowMeasurement::servers)
                .flatMap(views -> views.values().stream())
                .map(view -> view.served())
                .toList();
    }
}
