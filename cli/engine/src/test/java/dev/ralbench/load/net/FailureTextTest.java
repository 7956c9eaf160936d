package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.TooLongFrameException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class FailureTextTest {

    @Test
    void bytesThatAreNoResponseAreToldWithoutTheClassOfAnException() {
        assertThat(FailureText.of(new IllegalArgumentException("invalid version format: SSH-2.0")))
                .isEqualTo("invalid version format: SSH-2.0");
        assertThat(FailureText.of(new TooLongFrameException("a line is too long")))
                .isEqualTo("a line is too long");
    }

    @Test
    void aFailureWithoutWordsIsToldByItsClass() {
        assertThat(FailureText.of(new IllegalArgumentException())).isEqualTo("IllegalArgumentException");
        assertThat(FailureText.of(new IOException("Connection reset"))).isEqualTo("connection reset");
    }
}
