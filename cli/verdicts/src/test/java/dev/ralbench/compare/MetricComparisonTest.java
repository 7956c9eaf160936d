package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.DependencyFigure.Aspect;
import dev.ralbench.measurement.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricComparisonTest {
    @ParameterizedTest
    @EnumSource(Metric.class)
    void everyMetricHasOne(Metric metric) {
        assertThat(MetricComparison.of(metric).metric()).isEqualTo(metric);
    }

    @Test
    void theSameHoldsForAllDependencies() {
        assertThat(Metric.of(Aspect.SERVED_PER_REQUEST))
                .extracting(metric -> MetricComparison.of(metric).way())
                .containsOnly(MetricComparison.Way.EXACT);
        assertThat(Metric.of(Aspect.SERVED))
                .extracting(metric -> MetricComparison.of(metric).way())
                .containsOnly(MetricComparison.Way.NOT_COMPARED);
    }
}
