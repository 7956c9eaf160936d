package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WrongAnswersTest {
    private final FakeClock clock = new FakeClock();
    private final List<String> told = new ArrayList<>();
    private Optional<String> answer = Optional.empty();
    private final WrongAnswers check = new WrongAnswers(goOn -> answer, clock, told::add);

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
