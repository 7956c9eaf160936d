package dev.ralbench.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.WindowListener;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DeathWatchTest {
    private final AtomicBoolean isAlive = new AtomicBoolean(true);

    @Test
    void aDeathIsBelievedAtTheSecondLook() {
        var watch = watch();

        isAlive.set(false);
        watch.look();
        assertThat(watch.isSeen()).as("Ctrl-C may be on its way to us as well").isFalse();
        watch.look();

        assertThat(watch.isSeen()).isTrue();
        assertThat(watch.reason()).isEqualTo("mysql ended");
    }

    @Test
    void whatWasMissedForAMomentOnlyIsNotDead() {
        var watch = watch();

        isAlive.set(false);
        watch.look();
        isAlive.set(true);
        watch.look();
        isAlive.set(false);
        watch.look();

        assertThat(watch.isSeen()).isFalse();
    }

    @Test
    void atTheEndOfTheLoadOneLookIsEnough() {
        var watch = watch();
        watch.throwIfSeen();

        isAlive.set(false);

        assertThatThrownBy(watch::throwIfSeen).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.what()).isEqualTo("mysql ended while it was measured");
            assertThat(failure.why()).isEqualTo("last words");
        });
    }

    private DeathWatch watch() {
        var plan = LoadPlan.of(new LoadShape.ConstantUsers(1, Duration.ofSeconds(1)), Duration.ofSeconds(1));
        var vital = new Vital("mysql", isAlive::get, () -> "last words", Optional.empty());
        var sender = new ScriptedSender(1, Scripts.fixedDelay(Duration.ofMillis(100)));
        var generator = new LoadGenerator(plan, sender, new LoadRecording(), new WindowListener() {
            @Override
            public void windowBegan(int window) {}

            @Override
            public void windowEnded(int window, Runnable goOn) {
                goOn.run();
            }
        });
        return new DeathWatch(List.of(vital), generator);
    }
}
