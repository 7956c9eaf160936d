package dev.ralbench.trial.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class CalibrationWarmUpTest {
    private final List<String> happened = new ArrayList<>();
    private Duration compiled = Duration.ofSeconds(2);

    @Test
    void goesOnUntilTwoRoundsLeaveTheCompilersNextToNothing() throws Exception {
        warmUp(List.of(500, 300, 39, 39, 700));

        assertThat(happened).containsExactly("load", "rest", "load", "rest", "load", "rest", "load", "rest");
    }

    @Test
    void oneRoundAloneMayHideACompilationThatHasNotEnded() throws Exception {
        warmUp(List.of(500, 0, 462, 0, 0, 700));

        assertThat(rounds()).isEqualTo(5);
    }

    @Test
    void workOfSomeSizeIsAReasonToGoOn() throws Exception {
        warmUp(List.of(40, 40, 0, 0));

        assertThat(rounds()).isEqualTo(4);
    }

    @Test
    void countsWhatIsCompiledWhileTheLoadIsOn() throws Exception {
        var loads = new ArrayDeque<>(List.of(300, 300, 0, 0, 300));

        warmUp(() -> compile(loads), Collections.nCopies(5, 0));

        assertThat(rounds()).isEqualTo(4);
    }

    @Test
    void endsWhereThereIsNothingToCompile() throws Exception {
        warmUp(List.of(0, 0));

        assertThat(rounds()).isEqualTo(2);
    }

    @Test
    void endsAtLast() throws Exception {
        warmUp(Collections.nCopies(100, 400));

        assertThat(rounds()).isEqualTo(CalibrationWarmUp.MOST_ROUNDS);
    }

    @Test
    void aStopInThePauseIsHeard() {
        assertThatThrownBy(() -> warmUp(() -> Thread.currentThread().interrupt(), List.of(400, 400)))
                .isInstanceOf(InterruptedException.class);

        assertThat(rounds()).isEqualTo(1);
    }

    private long rounds() {
        return happened.stream().filter("load"::equals).count();
    }

    private void compile(Queue<Integer> millis) {
        compiled = compiled.plusMillis(millis.remove());
    }

    /** @param millis that are compiled in each pause */
    private void warmUp(List<Integer> millis) throws Exception {
        warmUp(() -> {}, millis);
    }

    private void warmUp(Runnable load, List<Integer> millis) throws Exception {
        var pauses = new ArrayDeque<>(millis);
        new CalibrationWarmUp(new CalibrationWarmUp.Work() {
                    @Override
                    public Duration done() {
                        return compiled;
                    }

                    @Override
                    public void awaitRest() {
                        compile(pauses);
                        happened.add("rest");
                    }
                })
                .run(() -> {
                    happened.add("load");
                    load.run();
                });
    }
}
