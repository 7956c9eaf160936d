package dev.ralbench.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import org.junit.jupiter.api.Test;

class LimitsTest {
    @Test
    void moreUsersThanDescriptorsAreRefusedWithTheCommandThatRaisesTheLimit() {
        assertThatThrownBy(() -> Limits.check(1_000, 1_024)).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.what()).contains("1000 users", "1024");
            assertThat(failure.fix()).contains("ulimit -n 1200");
        });
    }

    @Test
    void usersWithinTheLimitAreFine() {
        assertThatCode(() -> Limits.check(800, 1_024)).doesNotThrowAnyException();
    }
}
