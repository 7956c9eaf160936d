package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.PoolUse.Resource;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PoolLimitsTest {
    private final PoolLimits limits = new PoolLimits();

    private static PoolUse pool(OptionalInt limit) {
        return PoolUse.sample(Resource.CONNECTIONS, limit, 1, OptionalInt.empty());
    }

    private static PoolUse pool(int limit) {
        return pool(OptionalInt.of(limit));
    }

    @Test
    void limitsThatDifferAreNamedWithTheirVariants() {
        limits.add("base", Map.of("HikariPool-1", pool(10), "tomcat", pool(200)));
        assertThat(limits.differences()).isEmpty();

        limits.add("head", Map.of("HikariPool-1", pool(3), "tomcat", pool(50)));
        assertThat(limits.differences())
                .hasValue("pool limits differ: HikariPool-1 10 (base), 3 (head); tomcat 200 (base), 50 (head)."
                        + " Differences between the variants may come from that");
    }

    @Test
    void equalLimitsAndPoolsOfOneVariantOnlyAreNotNamed() {
        limits.add("base", Map.of("HikariPool-1", pool(10), "tomcat", pool(200)));
        limits.add("head", Map.of("HikariPool-1", pool(10), "jetty", pool(50)));
        limits.add("base", Map.of("HikariPool-1", pool(10)));

        assertThat(limits.differences()).isEmpty();
    }

    @Test
    void aLimitThatOneVariantDoesNotHaveDiffersFromOneThatItHas() {
        limits.add("base", Map.of("jobs", pool(OptionalInt.empty())));
        limits.add("head", Map.of("jobs", pool(8)));

        assertThat(limits.differences())
                .hasValueSatisfying(text -> assertThat(text).contains("jobs no known limit (base), 8 (head)"));
    }
}
