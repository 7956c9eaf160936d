package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.DependencyFigure.Aspect;
import dev.ralbench.measurement.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class YardstickTest {
    @ParameterizedTest
    @EnumSource(Metric.class)
    void everyMetricHasOne(Metric metric) {
        assertThat(Yardstick.of(metric).metric()).isEqualTo(metric);
    }

    @Test
    void theSameHoldsForAllDependencies() {
        assertThat(Metric.of(Aspect.SERVED_PER_REQUEST))
                .extracting(metric -> Yardstick.of(metric).way())
                .containsOnly(Yardstick.Way.EXACT);
        assertThat(Metric.of(Aspect.SERVED))
                .extracting(metric -> Yardstick.of(metric).way())
                .containsOnly(Yardstick.Way.NOT_COMPARED);
    }
}
