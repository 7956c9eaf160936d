package dev.ralbench.result;

import dev.ralbench.measurement.Course;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;

/**
 * A course as it stands in the file: one array per quantity, whole numbers without a point, and the rows of a step as one
 * array of rows and counts in turn. A course has thousands of numbers.
 */
record CourseColumns(double stepSeconds, double startSeconds, Map<String, JsonNode> values, Rows responseTimes) {
    CourseColumns {
        values = Map.copyOf(values);
    }

    /** The response times. */
    record Rows(int rowsPerDecade, List<List<Long>> counts) {
        Rows {
            counts = List.copyOf(counts);
        }

        Course.ResponseTimes toResponseTimes() {
            return new Course.ResponseTimes(
                    rowsPerDecade, counts.stream().map(Rows::sparse).toList());
        }

        private static SortedMap<Integer, Long> sparse(List<Long> pairs) {
            if (pairs.size() % 2 != 0) {
                throw new IllegalArgumentException("a row of a course has no count: " + pairs);
            }
            var rows = new TreeMap<Integer, Long>();
            for (int i = 0; i < pairs.size(); i += 2) {
                rows.put(Math.toIntExact(pairs.get(i)), pairs.get(i + 1));
            }
            return rows;
        }
    }

    Course toCourse() {
        var steps = new HashMap<String, List<OptionalDouble>>();
        values.forEach((name, array) -> steps.put(name, steps(name, array)));
        return new Course(stepSeconds, startSeconds, steps, responseTimes.toResponseTimes());
    }

    /** Here null is a value that is not known; in all other lists and maps of a result it is damage. */
    private static List<OptionalDouble> steps(String name, JsonNode array) {
        var steps = new ArrayList<OptionalDouble>();
        for (var value : array) {
            if (!array.isArray() || !(value.isNull() || value.isNumber())) {
                throw new IllegalArgumentException("the values of " + name + " must be numbers or null");
            }
            steps.add(value.isNull() ? OptionalDouble.empty() : OptionalDouble.of(value.asDouble()));
        }
        return steps;
    }

    static final class CourseSerializer extends ValueSerializer<Course> {
        @Override
        public void serialize(Course course, JsonGenerator json, SerializationContext context) {
            json.writeStartObject();
            json.writeNumberProperty("stepSeconds", course.stepSeconds());
            json.writeNumberProperty("startSeconds", course.startSeconds());
            json.writeObjectPropertyStart("values");
            course.values().forEach((name, steps) -> {
                json.writeArrayPropertyStart(name);
                steps.forEach(value -> write(value, json));
                json.writeEndArray();
            });
            json.writeEndObject();
            json.writePOJOProperty(
                    "responseTimes",
                    new Rows(
                            course.responseTimes().rowsPerDecade(),
                            course.responseTimes().counts().stream()
                                    .map(CourseSerializer::pairs)
                                    .toList()));
            json.writeEndObject();
        }

        private static void write(OptionalDouble value, JsonGenerator json) {
            if (value.isEmpty()) {
                json.writeNull();
            } else if (value.getAsDouble() == Math.rint(value.getAsDouble())) {
                json.writeNumber((long) value.getAsDouble());
            } else {
                json.writeNumber(value.getAsDouble());
            }
        }

        private static List<Long> pairs(SortedMap<Integer, Long> rows) {
            var pairs = new ArrayList<Long>();
            rows.forEach((row, count) -> {
                pairs.add((long) row);
                pairs.add(count);
            });
            return pairs;
        }
    }

    static final class CourseDeserializer extends ValueDeserializer<Course> {
        @Override
        public Course deserialize(JsonParser json, DeserializationContext context) {
            var columns = context.readValue(json, CourseColumns.class);
            try {
                return columns.toCourse();
            } catch (IllegalArgumentException | ArithmeticException e) {
                return context.reportInputMismatch(Course.class, "%s", String.valueOf(e.getMessage()));
            }
        }
    }
}
