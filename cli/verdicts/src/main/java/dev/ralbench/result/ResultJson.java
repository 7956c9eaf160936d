package dev.ralbench.result;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.Nulls;
import dev.ralbench.measurement.Course;
import dev.ralbench.measurement.GeneratorGauges;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * How records become JSON: keys in the order of the record's components, every key always there (null if there is no
 * value), constants in kebab case, times in ISO 8601. Reading wants every key but those that may be without a value,
 * and ignores unknown ones, so that a later version may add some and still reads the files of this one.
 */
final class ResultJson {
    /** One: each learns all of the types anew, which takes longer than most documents. */
    private static final JsonMapper MAPPER = made();

    private ResultJson() {}

    static JsonMapper mapper() {
        return MAPPER;
    }

    private static JsonMapper made() {
        return JsonMapper.builder(JsonFactory.builder()
                        .characterEscapes(new HiddenSigns())
                        .build())
                .annotationIntrospector(new ResultNaming())
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
                .enable(SerializationFeature.INDENT_OUTPUT)
                .defaultPrettyPrinter(layout())
                .addMixIn(Measurement.class, SortedFailures.class)
                .addMixIn(GeneratorUsage.class, UsageKeys.class)
                .addModule(distributions())
                .build();
    }

    private static SimpleModule distributions() {
        return new SimpleModule("distributions")
                .addSerializer(LatencyDistribution.class, new LatencyFigures.DistributionSerializer())
                .addDeserializer(LatencyDistribution.class, new LatencyFigures.DistributionDeserializer())
                .addSerializer(Series.class, new SeriesColumns.SeriesSerializer())
                .addDeserializer(Series.class, new SeriesColumns.SeriesDeserializer())
                .addSerializer(Course.class, new CourseColumns.CourseSerializer())
                .addDeserializer(Course.class, new CourseColumns.CourseDeserializer())
                .addSerializer(WindowMeasurement.class, new WindowWriter());
    }

    /** One key per line, arrays in one line: a series must not fill a thousand lines of a diff. */
    private static DefaultPrettyPrinter layout() {
        var separators = Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER);
        return new DefaultPrettyPrinter(separators).withObjectIndenter(new DefaultIndenter("  ", "\n"));
    }

    /** The map of failures comes in no order of its own; the file needs one. */
    @SuppressWarnings("UnusedMethod") // Jackson takes the annotation from it
    private interface SortedFailures {
        @JsonFormat(with = JsonFormat.Feature.WRITE_SORTED_MAP_ENTRIES)
        Map<String, Long> failureDetails();
    }

    /** Recorded results have the gauges under an older word. */
    @SuppressWarnings("UnusedMethod") // Jackson takes the annotation from it
    private interface UsageKeys {
        @JsonProperty("strain")
        Optional<GeneratorGauges> gauges();
    }
}
