package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ralbench.measurement.Course;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.testing.Courses;
import dev.ralbench.testing.Results;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class CourseColumnsTest {
    private static ObjectNode written() {
        return (ObjectNode) ResultJson.mapper().valueToTree(Courses.twoSeconds());
    }

    private static Course read(ObjectNode written) {
        return ResultJson.mapper().treeToValue(written, Course.class);
    }

    @Test
    void aCourseSurvivesAFile() {
        assertThat(read(written())).isEqualTo(Courses.twoSeconds());
    }

    @Test
    void everyArrayIsALineOfShortNumbers() {
        assertThat(ResultJson.mapper().writeValueAsString(Courses.twoSeconds()))
                .contains(
                        "\"cpuCores\": [ 0.5, null ]",
                        "\"threads\": [ 20, 21 ]",
                        "\"counts\": [ [ -3, 1, 20, 7 ], [ ] ]");
    }

    @Test
    void filesOfBeforeHaveNone() {
        var measured = Results.small().trials().getFirst().measurement().orElseThrow();
        var older = (ObjectNode) ResultJson.mapper().valueToTree(measured);
        older.remove("course");

        assertThat(ResultJson.mapper().treeToValue(older, Measurement.class)).isEqualTo(measured);
    }

    @Test
    void aNameHasAValueForEachStep() {
        var damaged = written();
        ((ArrayNode) damaged.at("/values/threads")).add(22);
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(() -> read(damaged))
                .withMessageContaining("equal length")
                .withMessageContaining("threads");
    }

    @Test
    void aValueIsANumberOrNotKnown() {
        var damaged = written();
        ((ArrayNode) damaged.at("/values/threads")).set(0, "many");
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(() -> read(damaged))
                .withMessageContaining("the values of threads must be numbers or null");
    }

    @Test
    void aRowHasACount() {
        var damaged = written();
        ((ArrayNode) damaged.at("/responseTimes/counts/0")).add(22);
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(() -> read(damaged))
                .withMessageContaining("no count");
    }
}
