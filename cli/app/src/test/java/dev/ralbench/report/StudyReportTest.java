package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.measurement.WindowRequests;
import dev.ralbench.reference.ReferenceFigures;
import dev.ralbench.reference.ReferenceFigures.Figure;
import dev.ralbench.reference.ReferenceFigures.Provenance;
import dev.ralbench.result.JsonDocument;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Windows;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a study's tools print is there, as measured and as published. */
class StudyReportTest {
    private static RunResult recorded(String scenario) {
        return ResultFile.read(Repository.recorded(scenario));
    }

    private static JsonNode study(RunResult run) {
        return JsonMapper.shared()
                .readTree(JsonDocument.write(HtmlPage.study(new RunView(run)).orElseThrow()));
    }

    private static Stream<JsonNode> each(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static JsonNode with(JsonNode array, String key, String value) {
        return each(array)
                .filter(node -> node.get(key).asString().equals(value))
                .findFirst()
                .orElseThrow();
    }

    private static WindowMeasurement wholeRun(RunResult run, String variant) {
        return new RunView(run).wholeRun(variant).orElseThrow();
    }

    private static List<String> published(JsonNode study) {
        var values = new ArrayList<String>();
        each(study.get("tables"))
                .flatMap(table -> each(table.get("rows")))
                .flatMap(row -> each(row.get("cells")))
                .flatMap(cell -> each(cell.get("published")))
                .forEach(stated -> values.add(stated.toString()));
        each(study.get("marks"))
                .flatMap(mark -> each(mark.get("rows")))
                .filter(row -> !row.get("published").isNull())
                .forEach(row -> values.add(row.toString()));
        each(study.get("curves")).forEach(curve -> values.add(curve.toString()));
        each(study.get("figures")).forEach(figure -> values.add(figure.toString()));
        return values;
    }

    /** The numbers are HdrHistogram's own, of the buckets whose upper ends lie in a range. */
    @ParameterizedTest
    @CsvSource({
        "imperative, 71203, 44620",
        "virtual-threads, 357143, 0",
        "reactive, 357055, 0",
        "coroutines, 356809, 0",
    })
    void theRangesAreThoseOfTheHistogramAndHoldEveryRequest(String variant, long fast, long slow) {
        var run = recorded("delay-200");
        var ranges = study(run).get("ranges");
        var counts = each(with(ranges.get("rows"), "variant", variant).get("counts"))
                .map(JsonNode::asLong)
                .toList();

        assertThat(ranges.get("borders").toString()).isEqualTo("[800,1200]");
        assertThat(counts).containsExactly(fast, slow, 0L, 0L);
        assertThat(counts.stream().mapToLong(Long::longValue).sum())
                .isEqualTo(wholeRun(run, variant).requests().completions().ended());
    }

    @Test
    void failedRequestsAreInARangeOfTheirOwn() {
        var run = recorded("delay-0");
        var failed = wholeRun(run, "virtual-threads").requests().failed();

        var counts = with(study(run).get("ranges").get("rows"), "variant", "virtual-threads")
                .get("counts");

        assertThat(failed).isPositive();
        assertThat(counts.get(3).asLong()).isEqualTo(failed);
    }

    /** Of test 3 of the study of coroutines the delay is another one. */
    @ParameterizedTest
    @CsvSource({
        "delay-0, none",
        "delay-200, none",
        "delay-500, none",
        "combined-head, none",
        "combined-c10, none",
        "combined-c100, none",
        "batching-c300, none",
        "burst-1000, test3",
    })
    void everyPublishedFigureIsThere(String scenario, String withAnotherDelay) {
        holdsEveryFigure(recorded(scenario), withAnotherDelay);
    }

    @Test
    void soAreThoseOfAResultOfAnotherRuntime() {
        holdsEveryFigure(ResultFile.read(Repository.recorded("fan-out-10x10", "docker")), "none");
    }

    private static void holdsEveryFigure(RunResult run, String withAnotherDelay) {
        var reference = run.expected().reference().orElseThrow();
        var stated = ReferenceFigures.of(reference).orElseThrow().ofScenario(reference).stream()
                .filter(figure -> !figure.variant().equals(withAnotherDelay))
                .toList();

        var shown = study(run).get("figures");

        assertThat(each(shown).map(figure -> figure.get("id").asString()))
                .containsExactlyElementsOf(stated.stream().map(Figure::id).toList())
                .isNotEmpty();
        assertThat(each(shown)
                        .map(figure -> figure.get("published").get("value").asDouble()))
                .containsExactlyElementsOf(stated.stream().map(Figure::value).toList());
    }

    /** In the table of the tool that prints them. */
    @ParameterizedTest
    @CsvSource({
        "delay-200, gatling, requests|rps|p99|mean|stddev",
        "batching-c300, ab, requests|errors.count|total-time|rps|mean|time-per-request.all|transfer-rate|bytes.total|bytes.body",
        "combined-c10, jconsole, threads.peak|threads.started|heap.peak",
        "combined-c100, ab, requests|total-time",
        "burst-1000, jmeter, rps.peak|total-time",
        "combined-head, time, mean",
    })
    void aToolsTableHasWhatTheStudyPrintsOfIt(String scenario, String tool, String metrics) {
        var run = recorded(scenario);
        var reference = run.expected().reference().orElseThrow();
        var study = ReferenceFigures.of(reference).orElseThrow();
        var measured = new RunView(run)
                .variants().stream().map(variant -> study.nameOf(run, variant)).toList();
        var expected = study.ofScenario(reference).stream()
                .filter(figure -> List.of(metrics.split("\\|")).contains(figure.metric()))
                .filter(figure -> figure.provenance() != Provenance.DERIVED)
                .filter(figure ->
                        measured.contains(figure.variant()) && !figure.variant().equals("test3"))
                .map(Figure::value)
                .toList();

        var table = with(study(run).get("tables"), "name", tool);

        assertThat(each(table.get("rows"))
                        .flatMap(row -> each(row.get("cells")))
                        .flatMap(cell -> each(cell.get("published")))
                        .map(stated -> stated.get("value").asDouble()))
                .containsExactlyInAnyOrderElementsOf(expected)
                .isNotEmpty();
    }

    @Test
    void measuredFiguresAreTheToolsOwn() {
        var window = new RunView(recorded("batching-c300"))
                .measurements("batching")
                .findFirst()
                .flatMap(measurement -> new RunView(recorded("batching-c300")).predicted(measurement))
                .orElseThrow();
        var table = with(study(recorded("batching-c300")).get("tables"), "name", "ab");
        var cells = with(table.get("rows"), "variant", "batching").get("cells");
        double requests = cells.get(0).get("measured").asDouble();
        double seconds = cells.get(2).get("measured").asDouble();

        assertThat(requests).isEqualTo((double) window.requests().completions().ended());
        assertThat(seconds).isEqualTo(window.lengthSeconds());
        assertThat(cells.get(4).get("measured").asDouble()).isEqualTo(1e3 * 300 * seconds / requests);
        assertThat(cells.get(5).get("measured").asDouble()).isEqualTo(1e3 * seconds / requests);
        assertThat(cells.get(6).get("measured").isNull())
                .as("bytes are not counted")
                .isTrue();
    }

    private static RunResult transferring(RunResult run, long head, long body) {
        return Copy.of(run)
                .with(
                        "trials",
                        run.trials().stream()
                                .map(trial -> Copy.of(trial)
                                        .with(
                                                "measurement",
                                                trial.measurement()
                                                        .map(found -> Copy.of(found)
                                                                .with(
                                                                        "windows",
                                                                        found.windows().stream()
                                                                                .map(window -> Windows.transferring(
                                                                                        window, 100, head, body))
                                                                                .toList())
                                                                .with(
                                                                        "wholeRun",
                                                                        Windows.transferring(
                                                                                found.wholeRun(), 100, head, body))
                                                                .made()))
                                        .made())
                                .toList())
                .made();
    }

    /** As in the study: 1341 bytes, 1131 of them the body. */
    @Test
    void bytesAreThoseThatAbPrints() {
        var run = transferring(recorded("batching-c300"), 210, 1131);
        var study = study(run);
        var table = with(study.get("tables"), "name", "ab");
        var cells = with(table.get("rows"), "variant", "batching").get("cells");
        var view = new RunView(run);
        var window = view.measurements("batching")
                .findFirst()
                .flatMap(view::predicted)
                .orElseThrow();
        double responses = window.requests().count(Outcome.OK);

        assertThat(each(table.get("lines"))
                        .skip(6)
                        .map(line -> line.get("title").asString()))
                .containsExactly("transfer rate", "total transferred", "HTML transferred");
        assertThat(cells.get(6).get("measured").asDouble())
                .isCloseTo(responses * 1341 / window.lengthSeconds(), within(1e-6));
        assertThat(cells.get(7).get("measured").asDouble()).isEqualTo(responses * 1341);
        assertThat(cells.get(8).get("measured").asDouble()).isEqualTo(responses * 1131);
        assertThat(study.get("uncounted")).isEmpty();
        assertThat(each(study(recorded("batching-c300")).get("uncounted")).map(JsonNode::asString))
                .as("of an older result")
                .containsExactly("transfer rate", "total transferred", "HTML transferred");
    }

    @Test
    void bytesPerSampleAreThoseThatJMeterPrints() {
        var run = transferring(ResultFile.read(Repository.recorded("fan-out-10x10", "docker")), 72, 239);
        var study = study(run);
        var table = with(study.get("tables"), "name", "jmeter");
        var titles = each(table.get("lines"))
                .map(line -> line.get("title").asString())
                .toList();
        var cell =
                with(table.get("rows"), "variant", "coroutines").get("cells").get(titles.indexOf("bytes per sample"));

        assertThat(cell.get("measured").asDouble()).isEqualTo(311);
        assertThat(each(cell.get("published")).map(stated -> stated.get("value").asInt()))
                .containsExactly(311);
        assertThat(study.get("uncounted")).isEmpty();
    }

    @Test
    void aRunInWhichNoRequestEndedHasCountedItsBytes() {
        var run = SyntheticRun.eachTrial(
                ResultFile.read(Repository.recorded("fan-out-10x10", "docker")),
                trial -> SyntheticRun.eachWindow(
                        trial,
                        window -> Copy.of(window)
                                .with("requests.completions", new WindowRequests.Completions(0, 0))
                                .with("requests.transfer", Optional.of(new WindowRequests.Transfer(0, 0, 0, 0)))
                                .made()));

        assertThat(study(run).get("uncounted")).isEmpty();
    }

    @Test
    void publishedFiguresAreDrawnInTheUnitOfTheMetric() {
        var threads = with(study(recorded("combined-c10")).get("marks"), "metric", "heap.peak");
        assertThat(with(threads.get("rows"), "variant", "sequence")
                        .get("published")
                        .asDouble())
                .isEqualTo(200e6);

        var run = recorded("combined-head");
        var mean = with(study(run).get("marks"), "metric", "mean");
        assertThat(with(mean.get("rows"), "variant", "sequence")
                        .get("published")
                        .asDouble())
                .isCloseTo(4033, within(1e-9));
        var rows = JsonMapper.shared()
                .readTree(
                        JsonDocument.write(WholeRunTable.json(new RunView(run)).orElseThrow()));
        assertThat(each(rows.get("figures"))
                        .filter(row -> row.get("metric").asString().equals("mean"))
                        .map(row -> Math.round(row.get("published").asDouble())))
                .containsExactly(4033L, 2060L, 2051L);
    }

    @Test
    void chartsThatTheStudyPrintsAreCurves() {
        var run = ResultFile.read(Repository.recorded("fan-out-10x10", "docker"));
        var shown = study(run);
        var v1 = ReferenceFigures.of("ral").orElseThrow().figures().stream()
                .filter(figure -> figure.id().startsWith("ral.image.v1-chart.point-"))
                .map(Figure::value)
                .toList();

        assertThat(each(shown.get("curves")).map(curve -> curve.get("variant").asString()))
                .containsExactly("sequential", "sequential", "pooled-dropping");
        assertThat(each(shown.get("curves").get(0).get("points"))
                        .map(point -> point.get("millis").asDouble()))
                .containsExactlyElementsOf(v1)
                .hasSize(7);
        assertThat(shown.get("notDrawn").toString()).contains("v3 of 2024-11-14 is not drawn: it spans 13 minutes");
    }

    @Test
    void anotherLoadIsSaidAndNoPublishedFigureShown() {
        var run = recorded("delay-200");
        var altered = Copy.of(run)
                .with(
                        "generator",
                        Copy.of(run.generator())
                                .with("offeredUserSeconds", Optional.of(14_336.0))
                                .made())
                .made();

        var study = study(altered);

        assertThat(published(study(run))).isNotEmpty();
        assertThat(published(study)).isEmpty();
        assertThat(study.get("notes").toString()).contains("the load is another one: 14 336 user-seconds here");
    }

    @Test
    void aVariantThatWaitsLongerStandsAlone() {
        var study = study(recorded("burst-1000"));
        var rows = with(study.get("tables"), "name", "jmeter").get("rows");

        assertThat(study.get("notes").toString()).contains("netty-blocking (test3)", "300 ms here, 30.0 s there");
        assertThat(with(rows, "variant", "netty-blocking").toString()).doesNotContain("\"value\"");
        assertThat(with(rows, "variant", "netty-io").toString()).contains("\"value\":940");
    }

    @Test
    void aRunOfNoStudyHasNone() {
        assertThat(HtmlPage.study(new RunView(recorded("thread-memory")))).isEmpty();
        assertThat(HtmlPage.study(new RunView(Copy.of(Results.delay200())
                        .with("expected.reference", Optional.of("imp.none"))
                        .made())))
                .isEmpty();
    }

    /** Each scenario that reproduces a study says in whose tools' words. */
    @Test
    void everyBuiltInScenarioOfAStudyHasItsTools() throws IOException {
        var line = Pattern.compile("(?m)^reference: (\\S+)");
        try (var files = Files.list(Repository.path("scenarios"))) {
            var references = files.filter(file -> file.toString().endsWith(".yaml"))
                    .map(Repository::text)
                    .flatMap(text -> line.matcher(text).results().map(found -> found.group(1)))
                    .filter(reference -> !reference.equals("null"))
                    .toList();

            assertThat(references)
                    .hasSizeGreaterThan(9)
                    .allSatisfy(reference -> assertThat(
                                    ReferenceFigures.of(reference).flatMap(study -> study.reportsOf(reference)))
                            .as(reference)
                            .isPresent());
        }
    }
}
