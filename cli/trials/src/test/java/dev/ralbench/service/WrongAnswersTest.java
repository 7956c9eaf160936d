package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WrongAnswersTest {
    private final FakeClock clock = new FakeClock();
    private final List<String> told = new ArrayList<>();
    private Optional<String> answer = Optional.empty();
    private Set<Integer> ports = Set.of();
    private final List<Set<Integer>> elsewhere = new ArrayList<>();
    private final WrongAnswers check = new WrongAnswers(goOn -> answer, clock, told::add, () -> ports, elsewhere::add);

    @Test
    @Disturbance(value = "ready names a path that answers 404", then = "told after some seconds, once")
    void theSameAnswerAgainAndAgainIsToldOnce() {
        asked("status 404", 4.9);
        assertThat(told).isEmpty();

        asked("status 404", 20);

        assertThat(told).containsExactly("404");
    }

    @Test
    void answersOfAServiceThatIsStartingAreNot() {
        asked("connection refused", 30);
        asked("status 404", 3);
        asked("status 503", 4);
        asked("status 404", 4);

        assertThat(told).isEmpty();
    }

    @Test
    @Disturbance(value = "a command fixes a port of its own", then = "told after some seconds, once, with the port")
    void aServiceThatListensElsewhereIsToldOnce() {
        asked("Connection refused", 12); // it takes its time before it listens at all
        assertThat(elsewhere).isEmpty();
        ports = Set.of(3000);

        asked("Connection refused", 20);

        assertThat(elsewhere).containsExactly(Set.of(3000));
        assertThat(told).isEmpty();
        assertThat(WrongAnswers.elsewhere("target 'shop'", Set.of(3000), OptionalInt.empty()))
                .isEqualTo("target 'shop' listens only on port 3000 so far, and not on the one that ralbench gives it:"
                        + " by ${port} in its command or env, and, where neither has it, by the variables PORT and"
                        + " SERVER_PORT");
        assertThat(WrongAnswers.elsewhere("target 'shop'", Set.of(3000), OptionalInt.of(8080)))
                .endsWith("port 3000 so far, and the scenario says 8080");
    }

    /** A port for a debugger is open first. */
    @Test
    void aWrongAnswerIsToldAfterAnotherPortToo() {
        ports = Set.of(5005);
        asked("Connection refused", 12);
        asked("status 404", 12);

        assertThat(elsewhere).containsExactly(Set.of(5005));
        assertThat(told).containsExactly("404");
    }

    @Test
    void aServiceThatIsReadyIsReady() {
        assertThat(check.missing(() -> true)).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void theLineSaysWhatIsAskedAndHowLong() {
        assertThat(WrongAnswers.inWords("target 'shop'", "/health", "404", Duration.ofSeconds(60)))
                .isEqualTo(
                        "target 'shop': GET /health has answered 404 for 5 s; ralbench waits for 2xx for up to 60 s");
    }

    /** Every tenth of a second, so many seconds long. */
    private void asked(String each, double seconds) {
        answer = Optional.of(each);
        for (int tenths = 0; tenths < Math.round(seconds * 10); tenths++) {
            assertThat(check.missing(() -> true)).contains(each);
            clock.advance(Duration.ofMillis(100));
        }
    }
}
