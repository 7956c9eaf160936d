package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Failure;
import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoopLag;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Loops that do not run any more cannot end a load; another thread has to. */
class LoopSilenceTest {
    private static final LoadPlan PLAN =
            LoadPlan.of(new LoadShape.ConstantUsers(2, Duration.ofHours(10)), Duration.ofSeconds(2));

    private final ScriptedSender sender = new ScriptedSender(2, Scripts.fixedDelay(Duration.ofMillis(100)));
    private final LoadGenerator generator = new LoadGenerator(PLAN, sender, new LoadRecording(), window -> {});
    private final LoopLag lag = LoopLag.of(sender.loops());
    private final LoopSilence silence = new LoopSilence(lag, generator, sender.clock());
    private final CompletableFuture<LoadEnd> end = generator.start();

    private void runFor(Duration time) {
        sender.runUntil(sender.clock().nanoTime() + time.toNanos());
    }

    private void standStillFor(Duration time) {
        sender.clock().advance(time);
        silence.look();
    }

    @Test
    void aLoadWhoseLoopsAreSilentIsGivenUp() {
        runFor(Duration.ofSeconds(5));
        standStillFor(Duration.ofSeconds(31));
        standStillFor(Duration.ofSeconds(3));

        assertThat(end).isCompletedExceptionally();
        assertThat(end.exceptionNow())
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.what()).contains("has not run for 34 s", "given up"));
    }

    /** A laptop that was closed for an hour: loops and the looking thread wake up together. */
    @Test
    void aLoadWhoseLoopsComeBackGoesOn() {
        runFor(Duration.ofSeconds(5));
        standStillFor(Duration.ofHours(1));
        runFor(Duration.ofSeconds(1));
        standStillFor(Duration.ofMillis(250));
        runFor(Duration.ofSeconds(5));
        standStillFor(Duration.ofMillis(250));

        assertThat(end).isNotDone();
    }
}
