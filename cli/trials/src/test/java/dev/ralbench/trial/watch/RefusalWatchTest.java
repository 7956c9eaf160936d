package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.WindowListener;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.service.ProbeGlance;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A service of which only the URL is known is gone once it refuses connections while nothing is answered. */
class RefusalWatchTest {
    private boolean refuses;
    private int asked;

    private final RefusalWatch watch = new RefusalWatch(
            "http://127.0.0.1:1",
            () -> {
                asked++;
                return refuses;
            },
            generator());

    private void second(double at, long responses, long failuresSoFar) {
        var sample = new LoadRecording.Second(
                responses, failuresSoFar, OptionalDouble.empty(), OptionalDouble.empty(), LoadTotals.none());
        for (double within : new double[] {0, 0.1, 0.2}) { // the display looks more often than samples are taken
            watch.look(new Tick(
                    0,
                    Optional.empty(),
                    at + within,
                    at + within,
                    1,
                    sample,
                    ProbeGlance.NOTHING,
                    Optional.empty(),
                    CourseSoFar.NONE));
        }
    }

    @Test
    void aServiceThatRefusesIsNamedWithTheTimeFromWhichOnItDid() {
        refuses = true;
        second(1, 50, 0);
        second(2, 0, 10);
        assertThat(watch.isSeen()).as("one bad second may be a restart").isFalse();
        second(3, 0, 20);

        assertThat(watch.isSeen()).isTrue();
        assertThat(watch.reason()).isEqualTo("the target refused connections from 1.0 s on");
        assertThatThrownBy(() -> watch.throwIfSeen(true)).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
            assertThat(failure.what()).isEqualTo("the target refused connections from 1.0 s on");
            assertThat(failure.why()).contains("http://127.0.0.1:1");
        });
    }

    @Test
    void aServiceIsAskedOnlyWhileNothingElseThanFailuresComesBack() {
        refuses = true;
        second(1, 50, 10);
        second(2, 50, 20);
        second(3, 0, 20);
        second(4, 0, 20);
        second(5, 0, 30);
        second(6, 1, 40);

        assertThat(asked).isZero();
        assertThat(watch.isSeen()).isFalse();
        assertThatCode(() -> watch.throwIfSeen(false)).doesNotThrowAnyException();
    }

    @Test
    void aServiceThatTakesConnectionsAgainIsMeasured() {
        second(1, 0, 10);
        second(2, 0, 20);
        second(3, 0, 30);

        assertThat(asked).isEqualTo(2);
        assertThat(watch.isSeen()).isFalse();
        assertThatCode(() -> watch.throwIfSeen(true)).doesNotThrowAnyException();
    }

    @Test
    void aServiceThatAnsweredAgainIsNotAskedAtTheEnd() {
        refuses = true; // only now, as the load has ended
        second(1, 50, 0);
        second(2, 0, 10);
        second(3, 50, 10);

        assertThatCode(() -> watch.throwIfSeen(true)).doesNotThrowAnyException();
        assertThat(asked).isZero();
        assertThat(watch.reason()).isEmpty();
    }

    @Test
    void aServiceThatFailedToTheEndIsAskedThen() {
        refuses = true;
        second(1, 50, 0);
        second(2, 0, 10);

        assertThatThrownBy(() -> watch.throwIfSeen(true))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure ->
                                assertThat(failure.what()).isEqualTo("the target refused connections from 1.0 s on"));
    }

    @Test
    void aLoadThatWasShortIsJudgedAtItsEnd() {
        refuses = true;

        assertThatThrownBy(() -> watch.throwIfSeen(true))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.what()).isEqualTo("the target refused connections"));
    }

    private static LoadGenerator generator() {
        var plan = LoadPlan.of(new LoadShape.ConstantUsers(1, Duration.ofSeconds(1)), Duration.ofSeconds(1));
        var sender = new ScriptedSender(1, Scripts.fixedDelay(Duration.ofMillis(100)));
        return new LoadGenerator(plan, sender, new LoadRecording(), new WindowListener() {
            @Override
            public void windowBegan(int window) {}

            @Override
            public void windowEnded(int window, Runnable goOn) {
                goOn.run();
            }
        });
    }
}
