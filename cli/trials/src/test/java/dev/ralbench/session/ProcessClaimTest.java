package dev.ralbench.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.testing.Disturbance;
import org.junit.jupiter.api.Test;

/** One process, one run. */
class ProcessClaimTest {
    @Test
    @Disturbance(value = "a program starts a second run while one is on", then = "refused, the first goes on")
    void aSecondRunIsRefusedUntilTheFirstHasEnded() {
        try (var first = ProcessClaim.of("delay-200")) {
            assertThat(first).isNotNull();
            assertThatExceptionOfType(Failure.class)
                    .isThrownBy(() -> ProcessClaim.of("mine"))
                    .satisfies(failure -> {
                        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
                        assertThat(failure.what()).isEqualTo("mine cannot run while this process runs delay-200");
                        assertThat(failure.why()).contains("one guard", "would end the services of the other");
                        assertThat(failure.fix()).contains("in a process of its own");
                    });
            assertThatExceptionOfType(Failure.class)
                    .as("being refused releases nothing")
                    .isThrownBy(() -> ProcessClaim.of("mine"));
        }

        try (var second = ProcessClaim.of("mine")) {
            assertThat(second).as("after the end of the first").isNotNull();
        }
    }
}
