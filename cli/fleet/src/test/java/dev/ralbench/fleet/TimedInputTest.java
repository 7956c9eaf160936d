package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.SocketTimeoutException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimedInputTest {
    private static final int LONG = 60_000;

    @Test
    void itsBytesAreThoseOfThePipe() throws IOException {
        var bytes = new byte[10_000_000]; // more than it holds at a time
        new Random(1).nextBytes(bytes);
        try (var in = new TimedInput("test", new ByteArrayInputStream(bytes), LONG)) {
            assertThat(in.read()).isEqualTo(bytes[0] & 0xff);
            var rest = in.readAllBytes();
            assertThat(rest).hasSize(bytes.length - 1).endsWith(bytes[bytes.length - 1]);
            assertThat(java.util.Arrays.equals(rest, 0, rest.length, bytes, 1, bytes.length))
                    .isTrue();
            assertThat(in.read()).isEqualTo(-1);
            assertThat(in.read()).as("the end stays").isEqualTo(-1);
        }
    }

    @Test
    void aReadEndsWithItsLimitAndTheNextOneGoesOn() throws IOException {
        try (var pipe = new PipedOutputStream();
                var in = new TimedInput("test", new PipedInputStream(pipe), 1)) {
            assertThatThrownBy(in::read)
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessageContaining("1 ms");
            in.limitReads(LONG);
            pipe.write(7);
            pipe.flush();
            assertThat(in.read()).isEqualTo(7);
        }
    }

    @Test
    void aPipeThatBreaksEnds() throws IOException {
        try (var broken = new PipedInputStream();
                var in = new TimedInput("test", broken, LONG)) { // never connected: each read fails
            assertThat(in.read()).isEqualTo(-1);
        }
    }
}
