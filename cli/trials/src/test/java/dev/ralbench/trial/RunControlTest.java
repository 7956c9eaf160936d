package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ralbench.Failure;
import dev.ralbench.testing.Disturbance;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An interrupt of the thread that waits for a run. */
class RunControlTest {
    private final RunControl control = new RunControl();
    private final List<String> wishes = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void nothingIsLeftForOtherTests() {
        Thread.interrupted();
    }

    /** A load that an abort ends, and a stop if it is polite. */
    private RunControl.Stage load(boolean isPolite, Thread waiting) {
        return new RunControl.Stage() {
            @Override
            public void stop() {
                wishes.add("stop");
                if (isPolite) {
                    end.countDown();
                } else {
                    waiting.interrupt();
                }
            }

            @Override
            public void abort() {
                wishes.add("abort");
                end.countDown();
            }
        };
    }

    private String run(RunControl.Stage load) {
        control.enter(load);
        try {
            end.await();
            return Thread.currentThread().isInterrupted() ? "broken off" : "stored";
        } catch (InterruptedException e) {
            return "broken off";
        } finally {
            control.leave();
        }
    }

    @Test
    @Disturbance(
            value = "a program interrupts the thread that waits for its run",
            then = "the load stops, what was measured is stored, the thread is still interrupted")
    void anInterruptStopsTheRunAndIsKept() {
        Thread.currentThread().interrupt();
        var load = load(true, Thread.currentThread());

        assertThat(control.onOwnThread(() -> run(load))).isEqualTo("stored");

        assertThat(wishes).containsExactly("stop");
        assertThat(control.isStopping()).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void aSecondInterruptEndsItAtOnce() {
        Thread.currentThread().interrupt();
        var load = load(false, Thread.currentThread());

        assertThat(control.onOwnThread(() -> run(load))).isEqualTo("stored");

        assertThat(wishes).containsExactly("stop", "abort");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void anInterruptWhilePreparingIsAFailureAndIsKept() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> control.onOwnThread(() -> control.preparing(() -> {
                    end.await();
                    return "prepared";
                })))
                .satisfies(failure -> assertThat(failure.what()).isEqualTo("stopped while the run was being prepared"));

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void withoutAnInterruptTheResultIsTheWorks() {
        assertThat(control.onOwnThread(() -> "stored")).isEqualTo("stored");

        assertThat(control.isStopping()).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        var defect = new IllegalStateException("defect");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> control.onOwnThread(() -> {
                    throw defect;
                }))
                .isSameAs(defect);
        var lost = new AssertionError("lost");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> control.onOwnThread(() -> {
                    throw lost;
                }))
                .isSameAs(lost);
    }
}
