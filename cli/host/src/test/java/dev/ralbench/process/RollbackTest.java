package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ralbench.testing.Disturbance;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RollbackTest {
    private final List<String> taken = new ArrayList<>();

    @Test
    @Disturbance(value = "a step of cleaning up fails", then = "the others are done")
    void allStepsAreTakenBackTheLastOneFirstWhateverFails() {
        var failure = catchThrowable(() -> {
            try (var undo = new Rollback()) {
                undo.later(() -> taken.add("first"));
                undo.later(() -> fail("second"));
                undo.later(() -> fail("third"));
                undo.later(() -> taken.add("fourth"));
            }
        });

        assertThat(taken).containsExactly("fourth", "third", "second", "first");
        assertThat(failure).hasMessage("third");
        assertThat(failure.getSuppressed()).extracting(Throwable::getMessage).containsExactly("second");
    }

    @Test
    void whyTheStartFailedIsWhatIsThrown() {
        var failure = catchThrowable(() -> {
            try (var undo = new Rollback()) {
                undo.later(() -> fail("undo"));
                throw new IllegalArgumentException("start");
            }
        });

        assertThat(failure).hasMessage("start");
        assertThat(failure.getSuppressed()).hasSize(1);
    }

    private void fail(String step) {
        taken.add(step);
        throw new IllegalStateException(step);
    }
}
