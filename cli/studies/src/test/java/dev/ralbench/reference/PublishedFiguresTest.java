package dev.ralbench.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.reference.ReferenceFigures.Figure;
import dev.ralbench.reference.ReferenceFigures.Provenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Our figures of texts and tables against a list of the published ones that was made apart from them: field by field, with
 * their units, and none more on either side. Figures of images and derived ones are no part of it.
 */
class PublishedFiguresTest {
    private static final Path PUBLISHED = Path.of("src/test/resources/reference/published-figures.json");
    private static final Set<String> SOURCES = Set.of("table", "text", "console output");
    /** What a figure is of, and no figure. */
    private static final Set<String> CONTEXT = Set.of("concurrency", "delay_ms", "time_limit_s");

    private static final Map<String, String> UNITS =
            Map.of("_kbytes_s", "KB/s", "_bytes", "B", "_ms", "ms", "_mb", "MB", "_pct", "%", "_s", "s");
    /** Longest first, because one is the end of another. */
    private static final List<String> SUFFIXES = List.of("_kbytes_s", "_bytes", "_pct", "_ms", "_mb", "_s");
    /** Units that our ids keep. */
    private static final Set<String> KEPT = Set.of("_bytes", "_mb");

    private record Stated(double value, String unit) {}

    @ParameterizedTest
    @ValueSource(strings = {"ral", "par", "imp", "worms", "cor"})
    void everyFigureIsAsItWasPublished(String name) {
        var ours = new TreeMap<String, Stated>();
        ReferenceFigures.of(name).orElseThrow().figures().stream()
                .filter(figure -> EnumSet.of(Provenance.TABLE, Provenance.TEXT).contains(figure.provenance()))
                .forEach(figure -> ours.put(figure.id(), stated(figure)));

        assertThat(ours).isEqualTo(published(name)).isNotEmpty();
    }

    private static Stated stated(Figure figure) {
        return new Stated(figure.value(), figure.unit());
    }

    private static Map<String, Stated> published(String name) {
        var study = study(name);
        var figures = new TreeMap<String, Stated>();
        for (var section : List.of("figures", "single_request")) {
            for (var object : study.path(section)) {
                assertThat(SOURCES).contains(object.path("source").asString());
                numbers(object).forEach((field, value) -> add(figures, prefix(name, object), field, value));
            }
        }
        besideTables(name, study, figures);
        return figures;
    }

    private static Map<String, Double> numbers(JsonNode object) {
        var numbers = new LinkedHashMap<String, Double>();
        object.properties().stream()
                .filter(field -> field.getValue().isNumber() && !CONTEXT.contains(field.getKey()))
                .forEach(field -> numbers.put(field.getKey(), field.getValue().asDouble()));
        return numbers;
    }

    private static String prefix(String name, JsonNode object) {
        var variant = object.path("variant").asString("");
        return switch (name) {
            case "ral" -> object.path("id").asString();
            case "imp" -> "imp.delay-" + object.path("delay_ms").asInt() + "." + variant;
            case "par" ->
                "par."
                        + (object.has("real_s")
                                ? "single"
                                : "c" + object.path("concurrency").asInt()) + "." + variant;
            case "cor" -> "cor." + object.path("test").asString().toLowerCase(Locale.ROOT);
            default -> name + "." + variant;
        };
    }

    private static void add(Map<String, Stated> figures, String prefix, String field, double value) {
        switch (field) {
            case "min" -> figures.put(prefix + ".low", new Stated(value, "ms"));
            case "max" -> figures.put(prefix + ".high", new Stated(value, "ms"));
            case "min_exclusive" -> figures.put(prefix, new Stated(value, "1"));
            case "peak_tps" -> figures.put(prefix + ".rps-peak", new Stated(value, "1/s"));
            case "rps" -> figures.put(prefix + ".rps", new Stated(value, "1/s"));
            case "transfer_rate_kbytes_s" -> figures.put(prefix + ".transfer-rate-kbytes", new Stated(value, "KB/s"));
            default -> withSuffix(figures, prefix, field, value);
        }
    }

    private static void withSuffix(Map<String, Stated> figures, String prefix, String field, double value) {
        var suffix = SUFFIXES.stream().filter(field::endsWith).findFirst().orElse("");
        var kept = KEPT.contains(suffix) ? field : field.substring(0, field.length() - suffix.length());
        figures.put(prefix + "." + kept.replace('_', '-'), new Stated(value, UNITS.getOrDefault(suffix, "1")));
    }

    /** Numbers in the running text. */
    private static void besideTables(String name, JsonNode study, Map<String, Stated> figures) {
        if (name.equals("worms")) {
            figures.put("worms.ratio.title", number(study, "/claims_numbers/title_ratio", "1"));
            figures.put("worms.ratio.text", number(study, "/claims_numbers/text_ratio", "1"));
        } else if (name.equals("imp")) {
            figures.put("imp.formula.threads", number(study, "/context_numbers/example/threads", "1"));
            figures.put("imp.formula.service", number(study, "/context_numbers/example/service_ms", "ms"));
            figures.put("imp.formula.rps", number(study, "/context_numbers/example/rps", "1/s"));
            figures.put("imp.tomcat-default-threads", number(study, "/context_numbers/tomcat_default_threads", "1"));
            figures.put("imp.thread-memory", number(study, "/context_numbers/thread_memory_mb", "MB"));
            figures.put("imp.netty-threads", number(study, "/context_numbers/four_core_netty_threads", "1"));
            figures.put(
                    "imp.delay-500.excess",
                    number(study, "/context_numbers/reactive_excess_over_500ms_claimed_ms", "ms"));
            numbers(study.at("/context_numbers/google_2018"))
                    .forEach((field, value) -> add(figures, "imp.google-2018", field, value));
        }
    }

    private static Stated number(JsonNode study, String pointer, String unit) {
        assertThat(study.at(pointer).isNumber()).as(pointer).isTrue();
        return new Stated(study.at(pointer).asDouble(), unit);
    }

    private static JsonNode study(String name) {
        try {
            for (var study :
                    new JsonMapper().readTree(Files.readString(PUBLISHED)).path("studies")) {
                if (study.path("system").asString().equals(name)) {
                    return study;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("no study " + name);
    }
}
