package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.WindowListener;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.testing.Disturbance;
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
            assertThat(failure.why()).isEqualTo("its output ends with:\n  last words");
        });
    }

    @Test
    @Disturbance(value = "the Docker engine ends and its containers with it", then = "the engine is named")
    void anEngineThatTookItsContainersAlongIsNamed() {
        var watch = watch(Optional.of("the Docker engine"));

        isAlive.set(false);
        watch.look();
        watch.look();

        assertThat(watch.reason()).isEqualTo("the Docker engine ended");
        assertThatThrownBy(watch::throwIfSeen).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.what()).isEqualTo("the Docker engine ended while it was measured, and mysql with it");
            assertThat(failure.fix()).contains("start it again");
        });
    }

    @Test
    void whatIsNotKnownAnyMoreIsNotSaidToHaveEnded() {
        var failure = Failure.environment("agent 10.0.0.7:7800 is lost", "it closed the connection", "see its output");
        var watch = watch(Optional.empty(), Optional.of(failure));

        isAlive.set(false);
        watch.look();
        watch.look();

        assertThat(watch.reason()).isEqualTo("agent 10.0.0.7:7800 is lost");
        assertThatThrownBy(watch::throwIfSeen).isSameAs(failure);
    }

    private DeathWatch watch() {
        return watch(Optional.empty());
    }

    private DeathWatch watch(Optional<String> endedWith) {
        return watch(endedWith, Optional.empty());
    }

    private DeathWatch watch(Optional<String> endedWith, Optional<Failure> lost) {
        var plan = LoadPlan.of(new LoadShape.ConstantUsers(1, Duration.ofSeconds(1)), Duration.ofSeconds(1));
        var requiredService = new RequiredService(
                "mysql", isAlive::get, () -> "last words", Optional.empty(), () -> endedWith, () -> lost);
        var sender = new ScriptedSender(1, Scripts.fixedDelay(Duration.ofMillis(100)));
        var generator = new LoadGenerator(plan, sender, new LoadRecording(), new WindowListener() {
            @Override
            public void windowBegan(int window) {}

            @Override
            public void windowEnded(int window, Runnable goOn) {
                goOn.run();
            }
        });
        return new DeathWatch(List.of(requiredService), generator);
    }
}
