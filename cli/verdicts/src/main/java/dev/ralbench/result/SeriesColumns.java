package dev.ralbench.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.ralbench.measurement.Series;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;

/**
 * A series as it stands in the file: one array per quantity, all of the same length, instead of an object per slot.
 *
 * @param beyond absent from files written before slots counted responses beyond a limit
 */
record SeriesColumns(
        double slotSeconds,
        List<Long> completions,
        List<Long> failures,
        List<Integer> users,
        List<Integer> inFlight,
        Optional<List<Series.Beyond>> beyond,
        @JsonSetter(contentNulls = Nulls.SET) List<OptionalDouble> p50Millis,
        @JsonSetter(contentNulls = Nulls.SET) List<OptionalDouble> p99Millis) {
    SeriesColumns {
        completions = List.copyOf(completions);
        failures = List.copyOf(failures);
        users = List.copyOf(users);
        inFlight = List.copyOf(inFlight);
        p50Millis = List.copyOf(p50Millis);
        p99Millis = List.copyOf(p99Millis);
        beyond = beyond.map(List::copyOf);
    }

    static SeriesColumns of(Series series) {
        return new SeriesColumns(
                series.slotSeconds(),
                column(series, Series.Slot::completions),
                column(series, Series.Slot::failures),
                column(series, Series.Slot::users),
                column(series, Series.Slot::inFlight),
                Optional.of(series.beyond()),
                column(series, Series.Slot::p50Millis),
                column(series, Series.Slot::p99Millis));
    }

    private static <T> List<T> column(Series series, Function<Series.Slot, T> value) {
        return series.slots().stream().map(value).toList();
    }

    boolean isRectangular() {
        return IntStream.concat(
                        IntStream.of(
                                failures.size(), users.size(), inFlight.size(), p50Millis.size(), p99Millis.size()),
                        counted().stream().mapToInt(limit -> limit.counts().size()))
                .allMatch(size -> size == completions.size());
    }

    private List<Series.Beyond> counted() {
        return beyond.orElse(List.of());
    }

    Series toSeries() {
        return new Series(
                slotSeconds,
                IntStream.range(0, completions.size()).mapToObj(this::slot).toList(),
                counted());
    }

    private Series.Slot slot(int i) {
        return new Series.Slot(
                completions.get(i), failures.get(i), users.get(i), inFlight.get(i), p50Millis.get(i), p99Millis.get(i));
    }

    static final class SeriesSerializer extends ValueSerializer<Series> {
        @Override
        public void serialize(Series series, JsonGenerator json, SerializationContext context) {
            context.writeValue(json, of(series));
        }
    }

    static final class SeriesDeserializer extends ValueDeserializer<Series> {
        @Override
        public Series deserialize(JsonParser json, DeserializationContext context) {
            var columns = context.readValue(json, SeriesColumns.class);
            return columns.isRectangular()
                    ? columns.toSeries()
                    : context.reportInputMismatch(Series.class, "the arrays of a series must be of equal length");
        }
    }
}
