package dev.ralbench.reference;

import dev.ralbench.load.Level;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.page.Numbers;
import dev.ralbench.reference.ReferenceFigures.Ambiguity;
import dev.ralbench.reference.ReferenceFigures.Figure;
import dev.ralbench.reference.ReferenceFigures.Published;
import dev.ralbench.reference.ReferenceFigures.Tool;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.RunResult.PredictionResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A run next to the published study that its scenario reproduces. Figures of another load (as of a shorter profile), or of
 * a variant that waits for another delay, would mislead next to its own: they are left out, and a note says why.
 */
public final class Reproduction {
    /** The study's figure of a delay that all of a scenario's figures rest on, or those of one variant. */
    private static final String DELAY = "delay";

    /** How far two delays, or the sizes of two loads, may differ, as a share, to count as equal. */
    private static final double SAME = 0.01;

    private final RunResult run;
    private final String scenario;
    private final ReferenceFigures study;
    /** Why the load is another one; empty if it is the published one, or not known. */
    private final Optional<String> otherLoad;

    private Reproduction(RunResult run, String scenario, ReferenceFigures study) {
        this.run = run;
        this.scenario = scenario;
        this.study = study;
        otherLoad = otherLoad();
    }

    /** Empty if the run reproduces no study that ralbench has figures of. */
    public static Optional<Reproduction> of(RunResult run) {
        return run.expected()
                .reference()
                .flatMap(
                        scenario -> ReferenceFigures.of(scenario).map(study -> new Reproduction(run, scenario, study)));
    }

    /**
     * A published figure.
     *
     * @param text as the source states it: {@code 113 775}, {@code about 940/s}, {@code 1 500–3 000 ms}
     * @param value in the unit of its metric, of a range its lower end
     */
    public record Stated(String text, double value) {}

    /** The study's short name. */
    public String study() {
        return study.study();
    }

    /** The study's title. */
    public String title() {
        return study.source().title();
    }

    /** The study's title and hardware. */
    public String source() {
        return study.source().title() + "; " + study.source().hardware();
    }

    /** Whether the study states this of the scenario, of whatever variant, load and delay. */
    public boolean states(Metric metric) {
        return figures().anyMatch(figure -> figure.metric().equals(metric.key()));
    }

    /** The figure that a variant's own is held against; empty if the study states none that may be. */
    public Optional<Stated> figure(String variant, Metric metric) {
        return published(variant, metric.key())
                .map(known -> new Stated(text(known), known.figure().in(metric.unit())));
    }

    /** Why published figures are not shown: of any variant because the load is another one, or of some variants. */
    public List<String> notes() {
        return otherLoad.map(List::of).orElseGet(this::otherDelays);
    }

    /** Where the source contradicts itself or leaves something open, and how it is read here. */
    public List<String> ambiguities() {
        return study.ambiguities().stream().map(Reproduction::inWords).toList();
    }

    private static String inWords(Ambiguity open) {
        var statements = open.statements().isEmpty() ? "" : String.join("; ", open.statements()) + ". ";
        return open.id() + ", " + open.about() + ": " + statements + "Read as: " + open.resolution();
    }

    /**
     * The run as the study shows its own, for a page in a browser: the reports of the study's tools, made from the
     * measurement, with the published figures next to them. A study ran once, so each variant is shown by one trial.
     *
     * @param windows of the measured variants in order, what is held against the study of the first trial of each
     * @param level of these windows; empty if they are whole runs
     * @return empty if no tool's report is known, or nothing was measured
     */
    public Optional<Map<String, Object>> report(
            SequencedMap<String, WindowMeasurement> windows, Optional<Level> level) {
        return study.reportsOf(scenario)
                .filter(reports -> !windows.isEmpty())
                .map(reports -> new StudyReport(this, reports, windows).json(level));
    }

    /** Whether that report draws the distribution of all responses. */
    public boolean drawsDistributions() {
        return study.reportsOf(scenario)
                .filter(reports -> reports.tools().contains(Tool.GATLING))
                .isPresent();
    }

    RunResult run() {
        return run;
    }

    /** The published figures of the scenario. */
    Stream<Figure> figures() {
        return study.ofScenario(scenario).stream();
    }

    ReferenceFigures.Source publisher() {
        return study.source();
    }

    boolean isOfAnotherLoad() {
        return otherLoad.isPresent();
    }

    /** Whether a variant may be held against its published figures. */
    boolean isComparable(String variant) {
        return otherLoad.isEmpty() && otherDelay(variant).isEmpty();
    }

    /** The study's name of a variant. */
    String nameOf(String variant) {
        return study.nameOf(run, variant);
    }

    /** The most trustworthy statement on a figure of a variant. */
    Optional<Published> published(String variant, String metric) {
        return isComparable(variant) ? study.published(scenario, nameOf(variant), metric) : Optional.empty();
    }

    /** Every statement on it. */
    List<Published> statements(String variant, String metric) {
        return isComparable(variant) ? study.statements(scenario, nameOf(variant), metric) : List.of();
    }

    static String text(Published published) {
        var figure = published.figure();
        return published
                .upTo()
                .map(upTo ->
                        Numbers.published(figure.value(), "1") + "–" + Numbers.published(upTo.value(), upTo.unit()))
                .orElseGet(() -> figure.qualifier().prefix() + Numbers.published(figure.value(), figure.unit()));
    }

    /**
     * Something that both a run and the study say.
     *
     * @param here of the run
     * @param there as published
     */
    private record Pair(double here, double there) implements Comparable<Pair> {
        private static final Comparator<Pair> ORDER =
                Comparator.comparingDouble(Pair::here).thenComparingDouble(Pair::there);

        @Override
        public int compareTo(Pair other) {
            return ORDER.compare(this, other);
        }

        boolean differs() {
            return Math.abs(here / there - 1) > SAME;
        }
    }

    /** Counts, totals, means and percentiles depend on the load. */
    private Optional<String> otherLoad() {
        var userSeconds = run.generator().offeredUserSeconds();
        var requests = run.generator().plannedRequests().map(Long::doubleValue);
        return Stream.of(
                        otherLoad("user-seconds", "user-seconds", userSeconds),
                        otherLoad("requests.asked", "requests", requests))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** @param metric of the study's figure, which is about no variant in particular */
    private Optional<String> otherLoad(String metric, String unit, Optional<Double> here) {
        return here.flatMap(size -> figures()
                        .filter(figure -> figure.metric().equals(metric)
                                && figure.variant().isEmpty())
                        .findFirst()
                        .map(published -> new Pair(size, published.value())))
                .filter(Pair::differs)
                .map(size -> "published figures are not shown, because the load is another one: "
                        + Numbers.count(size.here) + " " + unit + " here, " + Numbers.count(size.there) + " there");
    }

    /** A line for each delay that is not the published one, with the variants that have it and published figures. */
    private List<String> otherDelays() {
        var variants = new TreeMap<Pair, List<String>>();
        run.expected().predictions().keySet().stream()
                .filter(this::isPublished)
                .forEach(variant -> otherDelay(variant)
                        .ifPresent(delays -> variants.computeIfAbsent(delays, any -> new ArrayList<>())
                                .add(run.scenario().title(variant))));
        return variants.entrySet().stream()
                .map(delay -> "no published figures are shown for " + String.join(", ", delay.getValue())
                        + ", because the delay is another one: "
                        + Numbers.millis(delay.getKey().here) + " here, "
                        + Numbers.millis(delay.getKey().there) + " there")
                .toList();
    }

    private boolean isPublished(String variant) {
        var name = nameOf(variant);
        return figures().anyMatch(figure -> figure.variant().equals(name));
    }

    /** Both delays of a variant in milliseconds, if they are known and differ. */
    private Optional<Pair> otherDelay(String variant) {
        var here =
                Optional.ofNullable(run.expected().predictions().get(variant)).map(PredictionResult::delayMillis);
        return publishedDelay(variant)
                .flatMap(there -> here.map(millis -> new Pair(millis, there)))
                .filter(Pair::differs);
    }

    /** The variant's own, if the study states one for it. */
    private Optional<Double> publishedDelay(String variant) {
        return publishedDelay(figure -> figure.variant().equals(nameOf(variant)))
                .or(() -> publishedDelay(figure -> figure.variant().isEmpty()));
    }

    private Optional<Double> publishedDelay(Predicate<Figure> whose) {
        return figures()
                .filter(figure -> figure.metric().equals(DELAY))
                .filter(whose)
                .map(Figure::value)
                .findFirst();
    }
}
