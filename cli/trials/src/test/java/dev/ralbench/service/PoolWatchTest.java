package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.PoolUse;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PoolWatchTest {
    private static final PoolUse USE =
            PoolUse.sample(PoolUse.Resource.CONNECTIONS, OptionalInt.of(3), 1, OptionalInt.empty());

    private final PoolWatch watch = new PoolWatch();

    @Test
    void samplesOfAWindowCountAlsoIfTheTargetIsNotSeenAtItsEnd() {
        watch.saw(Map.of("HikariPool-1", USE));
        watch.saw(Map.of("HikariPool-1", USE));

        assertThat(watch.nextWindow(false)).contains(Map.of("HikariPool-1", USE.plus(USE)));
        assertThat(watch.nextWindow(false)).as("not known").isEmpty();
        assertThat(watch.nextWindow(true)).as("there are none").contains(Map.of());
    }

    @Test
    void poolsThatAreMadeAnewUnderOtherNamesAreNotFollowedForEver() {
        for (int i = 1; i <= 100; i++) {
            watch.saw(Map.of("HikariPool-" + i, USE, "tomcat", USE));
        }

        assertThat(watch.nextWindow(true).orElseThrow())
                .hasSize(PoolReadings.MOST_POOLS)
                .containsKeys("tomcat", "HikariPool-1")
                .doesNotContainKey("HikariPool-100");
        watch.saw(Map.of("HikariPool-101", USE, "tomcat", USE));
        assertThat(watch.takeLatest().keySet()).containsExactly("tomcat");
        assertThat(watch.nextWindow(true).orElseThrow().keySet())
                .as("in the next window neither")
                .containsExactly("tomcat");
    }

    @Test
    void ofTooManyAtOnceItIsTheSameOnesEachTime() {
        var many = new TreeMap<String, PoolUse>();
        for (int i = 10; i < 60; i++) {
            many.put("p" + i, USE);
        }

        assertThat(watch.known(many)).isEqualTo(many.headMap("p" + (10 + PoolReadings.MOST_POOLS)));
    }
}
