package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.FailureKind;
import java.net.SocketException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExhaustionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // what the JVM says | what has run out | what helps
                "Java heap space | run out of memory | RALBENCH_JAVA_OPTS=-Xmx",
                "Cannot reserve 16777216 bytes of direct buffer memory | run out of memory | RALBENCH_JAVA_OPTS=-Xmx",
                "unable to create native thread: possibly out of memory or process/resource limits reached"
                        + " | could not start another thread | ulimit -u",
            })
    void anErrorOfMemoryIsAnsweredByWhatHelps(String message, String what, String fix) {
        var thrown = new IllegalStateException("a loop failed", new OutOfMemoryError(message));

        assertThat(Exhaustion.in(thrown)).hasValueSatisfying(failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
            assertThat(failure.what()).contains(what);
            assertThat(failure.why()).contains(message);
            assertThat(failure.fix()).contains(fix);
        });
    }

    @Test
    void fewerUsersAreAdvisedWhereThereAreAny() {
        var thrown = new OutOfMemoryError("Java heap space");

        assertThat(Exhaustion.in(thrown).orElseThrow().fix()).doesNotContain("users");
        assertThat(Exhaustion.inLoad(thrown).orElseThrow().fix()).endsWith("g, or fewer users");
    }

    @Test
    void aLackOfDescriptorsIsReadFromTheMessage() {
        assertThat(Exhaustion.in(new SocketException("Too many open files")))
                .hasValueSatisfying(failure -> assertThat(failure.fix()).contains("ulimit -n"));
    }

    @Test
    void otherFailuresAreNotOurs() {
        assertThat(Exhaustion.in(new SocketException("Connection reset"))).isEmpty();
    }
}
