package dev.ralbench.reference;

import dev.ralbench.metric.MetricUnit;
import dev.ralbench.result.JsonDocument;
import dev.ralbench.result.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The published figures of one study, as its source states them. Several contradict each other; all are kept, each with
 * where it comes from.
 *
 * @param schema name and version of the format
 * @param study short name, also the name of the file
 * @param formerNames the study's names of variants, by their names in ralbench's scenarios; for results that were
 *     stored before scenarios said the study's name themselves
 * @param reports which tools printed the figures, by scenario
 * @param claims of the study, and their tests here
 * @param ambiguities where the source contradicts itself or leaves something open, and how it is read here
 */
public record ReferenceFigures(
        String schema,
        String study,
        Source source,
        Map<String, String> formerNames,
        List<ToolReports> reports,
        List<Figure> figures,
        List<Claim> claims,
        List<Ambiguity> ambiguities) {

    /** The short names of all studies, in the order in which they are listed. */
    public static final List<String> STUDIES = List.of("ral", "par", "imp", "worms", "cor");

    /** Name and version of the format of figures and claims. */
    public static final String SCHEMA = "ralbench.reference/1";

    private static final String LOW = ".low";
    private static final String HIGH = ".high";
    private static final String DIRECTORY = "/dev/ralbench/reference/";

    public ReferenceFigures {
        formerNames = Map.copyOf(formerNames);
        reports = List.copyOf(reports);
        figures = List.copyOf(figures);
        claims = List.copyOf(claims);
        ambiguities = List.copyOf(ambiguities);
    }

    /**
     * The source of the figures; empty strings for facts that it does not state.
     *
     * @param hardware and the rest as the source states them
     * @param settings of service and tools, by name
     */
    public record Source(
            String title,
            String origin,
            String hardware,
            String software,
            List<String> load,
            Map<String, Object> settings,
            List<String> notes) {
        public Source {
            load = List.copyOf(load);
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
            notes = List.copyOf(notes);
        }
    }

    /**
     * What the study prints of a scenario.
     *
     * @param scenario ours, as {@link Figure#scenario} names it
     * @param curves of response times over time
     */
    public record ToolReports(String scenario, List<Tool> tools, List<Curve> curves) {
        public ToolReports {
            tools = List.copyOf(tools);
            curves = List.copyOf(curves);
        }
    }

    /** A tool whose report a study prints. */
    public enum Tool {
        GATLING,
        JMETER,
        AB,
        JCONSOLE,
        /** The shell's word for how long a command takes. */
        TIME,
    }

    /**
     * A curve of a published chart.
     *
     * @param variant the study's name of it
     * @param title tells it from other curves of the variant
     * @param notDrawn why it cannot be drawn over a measurement; empty if it can
     */
    public record Curve(String variant, String title, String notDrawn, List<Point> points) {
        public Curve {
            points = List.copyOf(points);
        }
    }

    /**
     * A point of a curve.
     *
     * @param figure id of the figure that is its value
     * @param seconds middle of its interval, from the beginning of the curve
     */
    public record Point(String figure, double seconds) {}

    /**
     * One published figure.
     *
     * @param id unique within the study
     * @param scenario our scenario that reproduces it, as {@code study.scenario}; the study alone if none does
     * @param variant the study's name of the variant; empty if the number is about none in particular
     * @param metric the key of a {@link dev.ralbench.metric.Metric}, if there is one for it
     * @param qualifier whether it is the number itself or about, at least, at most
     * @param note a remark for reading it
     */
    public record Figure(
            String id,
            String scenario,
            String variant,
            String metric,
            double value,
            String unit,
            Qualifier qualifier,
            Provenance provenance,
            String note) {
        /** The value in the unit of a metric, which measures the same. */
        public double in(MetricUnit wanted) {
            boolean isMillis = wanted == MetricUnit.MILLIS;
            return switch (unit) {
                case "ms" -> isMillis ? value : value / 1e3;
                case "s" -> isMillis ? value * 1e3 : value;
                case "MB" -> value * 1e6; // JConsole counts in thousands
                case "KB/s" -> value * 1024; // ab and JMeter do not
                default -> value;
            };
        }
    }

    /**
     * The published value for a cell of the result table.
     *
     * @param figure itself or, of a range, its lower end
     * @param upTo the upper end of a range
     */
    public record Published(Figure figure, Optional<Figure> upTo) {}

    /** A statement that the source contradicts, or an opening that it leaves. */
    public record Ambiguity(String id, String about, List<String> statements, String resolution) {
        public Ambiguity {
            statements = List.copyOf(statements);
        }
    }

    /** How exactly a figure is meant. */
    public enum Qualifier {
        EXACT(""),
        ABOUT("about "),
        AT_LEAST("at least "),
        AT_MOST("at most "),
        MORE_THAN("more than ");

        private final String prefix;

        Qualifier(String prefix) {
            this.prefix = prefix;
        }

        /** The words before the number. */
        public String prefix() {
            return prefix;
        }
    }

    /** The part of the source that states a figure, most trusted first. */
    public enum Provenance {
        TABLE,
        TEXT,
        IMAGE,
        /** Computed from published figures, not published itself. */
        DERIVED,
    }

    /**
     * The study that a reference id such as {@code imp.delay-200} belongs to; empty if ralbench has no figures of it.
     */
    public static Optional<ReferenceFigures> of(String reference) {
        var study = reference.split("\\.", 2)[0];
        if (!study.matches("[a-z0-9-]+")) {
            return Optional.empty();
        }
        try (var json = ReferenceFigures.class.getResourceAsStream(DIRECTORY + study + ".json")) {
            return json == null ? Optional.empty() : Optional.of(parse(json));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the published figures of " + study, e);
        }
    }

    static ReferenceFigures parse(InputStream json) {
        return JsonDocument.read(json, ReferenceFigures.class);
    }

    /** The published figures that a scenario reproduces. */
    public List<Figure> ofScenario(String scenario) {
        return figures.stream().filter(f -> f.scenario().equals(scenario)).toList();
    }

    /** What the study prints of one of our scenarios; empty if nothing is known of that. */
    public Optional<ToolReports> reportsOf(String scenario) {
        return reports.stream()
                .filter(report -> report.scenario().equals(scenario))
                .findFirst();
    }

    /** The study's name of a variant that was measured; its own if the study has no other. */
    public String nameOf(RunResult run, String variant) {
        return run.scenario().publishedName(variant).orElseGet(() -> formerNames.getOrDefault(variant, variant));
    }

    /**
     * The most trustworthy statement for a cell of the result table.
     *
     * @param variant the study's name of it
     */
    public Optional<Published> published(String scenario, String variant, String metric) {
        return matching(scenario, variant, metric)
                .filter(f -> f.provenance() != Provenance.DERIVED)
                .min(Comparator.comparing(Figure::provenance).thenComparing(Figure::qualifier))
                .map(figure -> new Published(figure, upperEnd(figure)));
    }

    /**
     * Every statement for a cell, of a range once; without what was derived, and without the points of curves. Several
     * contradict each other.
     *
     * @param variant the study's name of it
     */
    public List<Published> statements(String scenario, String variant, String metric) {
        var points = reportsOf(scenario).stream()
                .flatMap(report -> report.curves().stream())
                .flatMap(curve -> curve.points().stream())
                .map(Point::figure)
                .collect(Collectors.toUnmodifiableSet());
        return matching(scenario, variant, metric)
                .filter(figure -> figure.provenance() != Provenance.DERIVED)
                .filter(figure -> !points.contains(figure.id()) && !isUpperEnd(figure))
                .map(figure -> new Published(figure, upperEnd(figure)))
                .toList();
    }

    private boolean isUpperEnd(Figure figure) {
        return figures.stream().flatMap(low -> upperEnd(low).stream()).anyMatch(high -> high.equals(figure));
    }

    /** The upper end of a published range, which is stored as two figures: {@code x.low} and {@code x.high}. */
    private Optional<Figure> upperEnd(Figure low) {
        var id = low.id().endsWith(LOW) ? low.id().substring(0, low.id().length() - LOW.length()) + HIGH : "";
        return figures.stream().filter(figure -> figure.id().equals(id)).findFirst();
    }

    private Stream<Figure> matching(String scenario, String variant, String metric) {
        return figures.stream()
                .filter(f -> f.scenario().equals(scenario))
                .filter(f -> f.variant().equals(variant))
                .filter(f -> f.metric().equals(metric));
    }
}
