package dev.ralbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResourceLimitsTest {
    @Test
    void inWordsEachHasItsUnit() {
        assertThat(new ResourceLimits(Optional.of(300), Optional.of(512), Optional.of(1536L << 10), Optional.of(1.5))
                        .inWords())
                .isEqualTo("300 threads, 512 open files, 1.5 MiB of memory, 1.5 CPUs");
        assertThat(new ResourceLimits(Optional.empty(), Optional.empty(), Optional.of(2L << 30), Optional.of(2.0))
                        .inWords())
                .isEqualTo("2048 MiB of memory, 2 CPUs");
    }

    @Test
    void withoutLimitsThereIsNothingToSay() {
        assertThat(ResourceLimits.none().inWords()).isEmpty();
        assertThat(ResourceLimits.none().isEmpty()).isTrue();
        assertThat(new ResourceLimits(Optional.of(1), Optional.empty(), Optional.empty(), Optional.empty()).isEmpty())
                .isFalse();
    }
}
