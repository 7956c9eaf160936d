package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ralbench.measurement.Series;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.node.ObjectNode;

class SeriesColumnsTest {
    private static final Series COUNTED = new Series(
            0.25,
            List.of(slot(100), slot(90)),
            List.of(new Series.Beyond(200, List.of(1L, 0L)), new Series.Beyond(299.999, List.of(0L, 0L))));

    private static Series.Slot slot(long completions) {
        return new Series.Slot(completions, 0, 8, 8, OptionalDouble.of(5), OptionalDouble.empty());
    }

    private static ObjectNode written() {
        return (ObjectNode) ResultJson.mapper().valueToTree(COUNTED);
    }

    private static Series read(ObjectNode written) {
        return ResultJson.mapper().treeToValue(written, Series.class);
    }

    @Test
    void countsBeyondALimitSurviveAFile() {
        assertThat(read(written())).isEqualTo(COUNTED);
    }

    @Test
    void filesOfBeforeHaveNone() {
        var older = written();
        older.remove("beyond");
        assertThat(read(older)).isEqualTo(new Series(0.25, COUNTED.slots()));
    }

    @Test
    void aLimitHasACountForEachSlot() {
        var damaged = written();
        ((ObjectNode) damaged.get("beyond").get(0)).putArray("counts").add(1);
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(() -> read(damaged))
                .withMessageContaining("equal length");
    }
}
