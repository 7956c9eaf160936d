package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LevelTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "1024",
                "1234567",
                "10 warm",
                "10 #2",
                "10 warm #12",
                "500/s",
                "0.5/s",
                "333.333/s cold",
                "ramp to 64",
                "ramp to 0 #2",
                "ramp to 500/s",
                "all"
            })
    void aNameIsReadAsTheLevelThatHasIt(String name) {
        assertThat(Level.find(name).map(Level::name)).contains(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "10.5", "-1", "10 Warm", "500/m", "ramp", "10 #", "all 10", "no level"})
    void anyOtherTextIsNoLevel(String name) {
        assertThat(Level.find(name)).isEmpty();
    }

    @Test
    void aRateIsTheSameHoweverManyDigitsItWasMeasuredWith() {
        var level = Level.ofRate(1000.0 / 3, false, Optional.empty());

        assertThat(level.name()).isEqualTo("333.333/s");
        assertThat(Level.find("333.333/s")).contains(level);
    }

    @Test
    void aRateIsNotANumberOfUsersAndARampNotALevel() {
        assertThat(Level.find("500/s")).isNotEqualTo(Level.find("500"));
        assertThat(Level.find("ramp to 500")).isNotEqualTo(Level.find("500"));
        assertThat(Level.find("ramp to 500/s").orElseThrow().isRate()).isTrue();
        assertThat(Level.find("ramp to 500").orElseThrow().isRate()).isFalse();
        assertThat(Level.WHOLE_RUN.isRate()).isFalse();
    }

    @Test
    void aPlanHasTheLevelsThatItsMeasurementWillHave() {
        var timeline = new UserTimeline(
                List.of(
                        new Phase.Slope(0, 10, SECOND, SECOND),
                        new Phase.Hold(10, SECOND),
                        new Phase.Hold(10, SECOND).labelled("warm"),
                        new Phase.Hold(20, SECOND),
                        new Phase.Hold(10, SECOND).labelled("warm"),
                        new Phase.Hold(10, SECOND)),
                Optional.empty());

        assertThat(timeline.levels()).extracting(Level::name).containsExactly("10", "10 warm", "20", "10 #2");
    }

    @Test
    void aPlanOfRampsOnlyHasRampsForLevels() {
        var timeline = new UserTimeline(
                List.of(new Phase.Slope(0, 10, SECOND, SECOND), new Phase.Slope(10, 0, SECOND, SECOND)),
                Optional.empty());

        assertThat(timeline.levels()).extracting(Level::name).containsExactly("ramp to 10", "ramp to 0");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1 user",
        "64 warm, 64 users",
        "500/s, 500 requests/s",
        "0.5/s, 0.5 requests/s",
        "ramp to 64, ramp to 64 users",
        "ramp to 500/s, ramp to 500 requests/s",
        "all, all"
    })
    void itIsSaidInWords(String name, String words) {
        assertThat(Level.find(name).orElseThrow().inWords()).isEqualTo(words);
    }

    private static String inWords(String... names) {
        return Level.inWords(
                Stream.of(names).map(name -> Level.find(name).orElseThrow()).toList());
    }

    @Test
    void ofSeveralLevelsOnlyTheLastOfAKindNamesIt() {
        assertThat(inWords("16", "64", "500/s", "1000/s")).isEqualTo("16, 64 users, 500, 1000 requests/s");
    }

    @Test
    void levelsThatSoundTheSameAreSaidOnce() {
        assertThat(inWords("16", "16 #2", "64 warm")).isEqualTo("16, 64 users");
    }

    @Test
    void oneUserIsNotSaidToBeUsers() {
        assertThat(inWords("1", "16")).isEqualTo("1 user, 16 users");
    }

    @ParameterizedTest
    @CsvSource({"64, false", "500/s, false", "ramp to 64, true", "ramp to 500/s, true", "all, false"})
    void aRampSaysThatItIsOne(String name, boolean isRamp) {
        assertThat(Level.find(name).orElseThrow().isRamp()).isEqualTo(isRamp);
    }

    @Test
    void onlyTheWholeRunIsTheWholeRun() {
        assertThat(Level.WHOLE_RUN.isWholeRun()).isTrue();
        assertThat(Level.ofUsers(64).isWholeRun()).isFalse();
    }

    @Test
    void thePlaceOfALevelThatWasNotMeasuredHasAName() {
        assertThat(Level.none().name()).isEqualTo("no level");
    }

    @Test
    void aRateHasSixDigitsAndNoZerosAfterThePoint() {
        assertThat(List.of(Level.perSecond(1234.5678), Level.perSecond(500), Level.perSecond(1_000_000)))
                .containsExactly("1234.57/s", "500/s", "1000000/s");
    }
}
