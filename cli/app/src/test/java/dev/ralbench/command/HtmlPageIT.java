package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.ReferenceFigures;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.TestBrowser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The report page in a browser: what it shows is what the result says, and it can be used by everyone. */
class HtmlPageIT {
    private static final int DESKTOP = 1280;
    private static final int PHONE = 390;
    private static final Path DELAY_200 = Repository.path("results/recorded/20261126T075329Z-delay-200.json");

    /** Figures of the table of all levels, by the keys of the report. */
    private static final Map<String, String> KEYS = Map.of(
            "goodput", "goodput",
            "p50", "p50",
            "p90", "p90",
            "p95", "p95",
            "p99", "p99",
            "p999", "p999",
            "errors", "errors",
            "threads", "threads.peak",
            "heap", "heap.peak",
            "cpu", "cpu/request");

    private static TestBrowser browser;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startBrowser() {
        browser = TestBrowser.start();
    }

    @AfterAll
    static void endBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    private static void written(Path file, SyntheticRun run) {
        BrokenResults.write(file, run.run(), json -> json);
    }

    private Path page(String... arguments) {
        var page = directory.resolve("page.html");
        var words = new ArrayList<>(List.of(arguments));
        words.addAll(List.of("-o", page.toString()));
        var outcome = Shell.run(words.toArray(String[]::new));
        assertThat(page).as(outcome.err()).exists();
        return page;
    }

    private static void isClean(String what) {
        assertThat(browser.console()).as(what + ": the console").isEmpty();
        assertThat((Long) browser.ask("return performance.getEntriesByType('resource').length"))
                .as(what + ": requests that leave the file")
                .isZero();
        assertThat(browser.barriers()).as(what + ": axe-core").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "delay-200, report results/recorded/20261126T075329Z-delay-200.json",
        "fan-out, report results/recorded/20261126T130240Z-fan-out-10x10.json",
        "burst, report results/recorded/20261127T233420Z-burst-impatient.json",
        "batching, report results/recorded/20261126T090020Z-batching-c300.json",
        "combined, report results/recorded/20261126T082944Z-combined-c10.json",
        "several, report results/recorded/20261126T075329Z-delay-200.json results/recorded/20261126T080152Z-delay-500.json",
        "gate, compare results/recorded/20261127T112539Z-selftest.json --gate selftest",
        "claims, claims imp",
        "large, report results/recorded/20261127T233429Z-delay-0.json",
    })
    void everyPageIsOneFileThatEveryoneCanUse(String name, String command) throws IOException {
        var words = command.replace(
                "results/recorded", Repository.path("results/recorded").toString());
        var page = page(words.split(" "));

        assertThat(Files.size(page)).isLessThan(1_000_000);
        for (int width : List.of(DESKTOP, PHONE)) {
            for (var theme : List.of("light", "dark")) {
                browser.open(page, width);
                browser.ask("document.documentElement.dataset.theme = arguments[0]", theme);
                isClean(name + ", " + width + " pixels, " + theme);
                assertThat((Boolean) browser.ask(
                                "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
                        .as(name + ": fits " + width + " pixels")
                        .isTrue();
            }
        }
        assertThat(browser.all("figure svg").size()
                        + browser.all(".verdicts").size()
                        + browser.all("table").size())
                .isPositive();
    }

    @Test
    void theSameResultGivesTheSameBytes() throws IOException {
        var first = Files.readAllBytes(page("report", DELAY_200.toString()));

        assertThat(Files.readAllBytes(page("report", DELAY_200.toString()))).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource({
        "20261126T075329Z-delay-200", "20261126T130240Z-fan-out-10x10", "20261127T112539Z-selftest",
        "20261126T082113Z-fan-out-users", "20261126T090152Z-batching-jvm-c300", "20261127T233429Z-delay-0",
    })
    void thePageComputesTheFiguresOfTheReport(String run) throws IOException {
        var file = Repository.path("results/recorded/" + run + ".json").toString();
        var json = directory.resolve("report.json");
        assertThat(Shell.run("report", file, "-o", json.toString()).exit()).isZero();
        browser.open(page("report", file), DESKTOP);

        var onPage = (Map<?, ?>) browser.ask("""
                const run = Result.read(JSON.parse(new TextDecoder().decode(Plot.gunzipSync(Uint8Array.from(
                    atob(document.getElementById('data').textContent.trim()), sign => sign.charCodeAt(0))))).runs[0].text, 'x');
                const found = {};
                for (const variant of run.variants) {
                    for (const level of run.levels) {
                        const figures = variant.at(level.name);
                        for (const key of arguments[0]) {
                            if (figures && figures[key] !== null) {
                                found[[level.name, variant.name, key].join(' | ')] = figures[key];
                            }
                        }
                    }
                }
                return found;""", List.copyOf(KEYS.keySet()));

        assertThat(numbers(onPage)).isEqualTo(reported(json));
    }

    private static Map<String, String> numbers(Map<?, ?> onPage) {
        var numbers = new HashMap<String, String>();
        onPage.forEach((key, value) -> numbers.put(String.valueOf(key), digits(((Number) value).doubleValue())));
        return numbers;
    }

    private static Map<String, String> reported(Path json) throws IOException {
        var byKey = new HashMap<String, String>();
        KEYS.forEach((onPage, inReport) -> byKey.put(inReport, onPage));
        var numbers = new HashMap<String, String>();
        for (JsonNode figure : JsonMapper.shared()
                .readTree(Files.readString(json))
                .get("runs")
                .get(0)
                .get("figures")) {
            var key = byKey.get(figure.get("metric").asString());
            if (key != null && !figure.get("level").asString().equals("all")) {
                numbers.put(
                        String.join(
                                " | ",
                                figure.get("level").asString(),
                                figure.get("variant").asString(),
                                key),
                        digits(figure.get("value").asDouble()));
            }
        }
        return numbers;
    }

    /** Sums are added in another order there. */
    private static String digits(double value) {
        return "%.9g".formatted(value);
    }

    /** The study's charts, of the tool that drew them there: as measured, and as the reference file has it. */
    @Test
    void theStudysFiguresAreOnThePage() {
        browser.open(page("report", DELAY_200.toString()), DESKTOP);
        var run = ResultFile.read(DELAY_200);
        var ranges = all("[data-study] figure:first-of-type svg text");
        run.trials().stream()
                .flatMap(trial -> trial.measurement().stream())
                .map(measurement -> measurement.wholeRun().requests())
                .forEach(requests -> {
                    long fast = requests.successful().count(millis -> millis < 800);
                    assertThat(ranges).anyMatch(text -> text.startsWith(spaced("%,d · ".formatted(fast))));
                    assertThat(ranges)
                            .anyMatch(text -> text.startsWith(spaced(
                                    "%,d".formatted(requests.completions().ended()))));
                });
        var study = ReferenceFigures.of("imp").orElseThrow();

        assertThat(all("[data-study] h2")).containsExactly("As the study shows it");
        assertThat(browser.text("[data-study]"))
                .contains(study.source().title(), study.source().origin(), "Gatling");
        assertThat(ranges)
                .contains("115\u00a0823, published 113\u00a0775", "1\u00a0200 ms or more: none", "failed: none");
        assertThat(all("[data-study] [data-published=imperative] td:not(.none)"))
                .containsExactly("113\u00a0775", "948/s", "1\u00a0088 ms", "625 ms", "289 ms");
        for (var figure : study.ofScenario("imp.delay-200")) {
            assertThat(all("[data-figure='" + figure.id() + "'] td:nth-child(4)")
                            .toString())
                    .as(figure.id())
                    .contains(spaced("%,.3f".formatted(figure.value()).replaceAll("[.]?0+$", "")));
        }
        assertThat(all("[data-study] figcaption"))
                .anyMatch(text -> text.startsWith("Active users over time"))
                .anyMatch(text -> text.startsWith("Requests per second"))
                .anyMatch(text -> text.startsWith("Responses per second"))
                .filteredOn(text -> text.startsWith("Response-time distribution"))
                .hasSize(4);
    }

    /** As the page writes thousands. */
    private static String spaced(String number) {
        return number.replace(',', '\u00a0');
    }

    /** Also of closed details, and of drawings. */
    private static List<String> all(String selector) {
        return ((List<?>) browser.ask(
                        "return [...document.querySelectorAll(arguments[0])].map(found => found.textContent)",
                        selector))
                .stream().map(String::valueOf).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "fan-out-10x10, 'JMeter’s summary', 'sequential (v1), and JMeter’s chart of it'",
        "batching-c300, 'ab’s table of percentages', 'Requests per second'",
        "combined-c10, 'JConsole’s peaks', 'Peak heap'",
        "burst-1000, 'JMeter’s summary', 'Peak per second'",
        "combined-head, 'How long one request takes', 'Time of one request'",
    })
    void eachStudyIsShownAsItsToolsDo(String scenario, String table, String chart) {
        browser.open(page("report", Repository.recorded(scenario, "process").toString()), DESKTOP);

        assertThat(all("[data-study] .study-table b")).contains(table);
        assertThat(all("[data-study] figcaption")).anyMatch(caption -> caption.startsWith(chart));
    }

    @ParameterizedTest
    @ValueSource(strings = {"delay-200", "fan-out-10x10", "batching-c300", "combined-c10", "burst-1000"})
    void textsStayInTheirCharts(String scenario) {
        browser.open(page("report", Repository.recorded(scenario, "process").toString()), PHONE);

        assertThat((List<?>) browser.ask("""
                return [...document.querySelectorAll('[data-study] figure')].flatMap(figure => {
                    const { left, right } = figure.getBoundingClientRect();
                    return [...figure.querySelectorAll('svg text')]
                        .filter(text => text.getBoundingClientRect().right > right || text.getBoundingClientRect().left < left)
                        .map(text => text.textContent);
                });""")).isEmpty();
    }

    @Test
    void aRunOfNoStudyHasNoSuchSection() {
        browser.open(page("report", Repository.recorded("thread-memory").toString()), DESKTOP);

        assertThat(all("[data-study]")).isEmpty();
    }

    @Test
    void aStudyOfAnotherLoadLendsNoFigures() throws IOException {
        var file = directory.resolve("fewer-users.json");
        Files.writeString(
                file,
                Files.readString(DELAY_200)
                        .replaceAll("\"offeredUserSeconds\": *[0-9.]+", "\"offeredUserSeconds\": 14336.0"));
        browser.open(page("report", file.toString()), DESKTOP);

        assertThat(browser.text("[data-study] .note"))
                .isEqualTo("Published figures are not shown, because the load is another one: 14 336 user-seconds here,"
                        + " 71 680 there.");
        assertThat(all("[data-study] tr.published, [data-study] tr[data-figure]"))
                .isEmpty();
        assertThat(all("[data-study] svg text")).isNotEmpty().noneMatch(text -> text.contains("published"));
    }

    /** Bytes come in binary units, and their axes in round steps of them. */
    @Test
    void ticksOfBytesAreRound() {
        browser.open(page("report", DELAY_200.toString()), DESKTOP);

        assertThat(browser.ask("return [1000, 3e6, 1e8, 421527552, 5e9]"
                        + ".map(high => Charts.byteTicks(high, 4).map(Charts.tickBytes).pop())"))
                .isEqualTo(List.of("1\u00a0000 B", "2 MiB", "50 MiB", "400 MiB", "4 GiB"));
    }

    @Test
    void eachVariantHasItsLimitBelowItsName() {
        browser.open(page("report", DELAY_200.toString()), DESKTOP);

        assertThat(browser.ask("return [...document.querySelectorAll('.main .limit b')]"
                        + ".map(each => each.textContent).join()"))
                .isEqualTo("limited by its 200 worker threads");
        assertThat((Long) browser.ask("return [...document.querySelectorAll('.main .limit')]"
                        + ".filter(each => each.textContent === 'no limit reached').length"))
                .isEqualTo(3);
    }

    @Test
    void levelsAreSwitchedAndFilesDroppedOnThePage() {
        browser.open(page("report", DELAY_200.toString()), DESKTOP);
        assertThat(browser.text("h1"))
                .isEqualTo("virtual-threads, reactive and coroutines each serve 5.1 times the requests of imperative at"
                        + " 1024 users, because imperative is limited by its 200 worker threads.");
        assertThat(browser.text(".main tbody tr:nth-child(2) .ratio")).isEqualTo("5.12 ×");

        browser.all(".switch button").getFirst().click();
        assertThat(browser.text(".main tbody tr:nth-child(2) .ratio")).isEqualTo("1.28 ×");
        assertThat(browser.all(".switch button").getFirst().getAttribute("aria-pressed"))
                .isEqualTo("true");

        var other = Repository.path("results/recorded/20261126T080152Z-delay-500.json");
        var same = directory.resolve("again.json");
        written(same, SyntheticRun.of("a", "b").runId("another").blocks(1).levels(8));
        browser.all("#files").getFirst().sendKeys(other + "\n" + same + "\n" + Repository.path("README.md"));
        browser.await("return document.querySelectorAll('#told div').length === 3");
        assertThat(browser.text("#told"))
                .contains(
                        "20261126T080152Z-delay-500.json: added below",
                        "again.json: added below",
                        "README.md is no JSON");
        assertThat(browser.all("[data-run]")).hasSize(3);
        isClean("after files were added");
    }

    /** Of several trials a ratio is more than the quotient of two figures of the table. */
    @Test
    void ratiosAreThoseOfTheTerminal() {
        var selftest = Repository.recorded("selftest").toString();
        browser.open(page("report", selftest), DESKTOP);

        var shown = browser.text(".main tbody tr:nth-child(2) .ratio").replaceAll("\\s+", " ");
        assertThat(shown).matches("[\\d.]+ × \\[[\\d.]+ [\\d.]+]");
        assertThat(Shell.run("report", selftest).out()).contains(shown.replace(" ×", ""));
    }

    /** It is not in the page, so it cannot be saved from there. */
    @Test
    void aPageWithoutAllDistributionsSaysSo() {
        browser.open(
                page(
                        "report",
                        Repository.path("results/recorded/20261127T233429Z-delay-0.json")
                                .toString()),
                DESKTOP);
        assertThat(browser.text("main"))
                .contains("The whole one is 20261127T233429Z-delay-0.json.")
                .doesNotContain("Save the result");

        browser.open(page("report", DELAY_200.toString()), DESKTOP);
        assertThat(browser.text("main")).contains("Save the result (20261126T075329Z-delay-200.json)");
    }

    @Test
    void runsOfTheSameScenarioStandSideBySide() {
        browser.open(
                page(
                        "report",
                        Repository.path("results/recorded/20261126T081344Z-fan-out-10x10.json")
                                .toString()),
                DESKTOP);

        browser.all("#files")
                .getFirst()
                .sendKeys(Repository.path("results/recorded/20261126T130240Z-fan-out-10x10.json")
                        .toString());
        browser.await("return document.getElementById('side-by-side') !== null");

        assertThat(browser.text("#side-by-side"))
                .contains("20261126T081344Z-fan-out-10x10", "20261126T130240Z-fan-out-10x10", "0.99 ×");
    }

    @Test
    void namesAreTextWhateverTheyHold() throws IOException {
        var hostile = "<img src=x onerror=document.title='broken'>";
        var file = directory.resolve("hostile.json");
        Files.writeString(
                file,
                Files.readString(DELAY_200)
                        .replace("\"A handler that waits 200 ms\"", "\"" + hostile + "</script>\"")
                        .replace("Spring MVC on Tomcat", hostile)
                        .replace("\"imperative\"", "\"" + hostile + "\""));
        browser.open(page("report", file.toString()), DESKTOP);

        assertThat(browser.all("img")).isEmpty();
        assertThat((String) browser.ask("return document.title")).doesNotContain("broken");
        assertThat(browser.text("main")).contains(hostile);
        isClean("names with HTML in them");
    }

    @Test
    void fortyEightTrialsOpenQuickly() {
        var run = directory.resolve("many.json");
        written(
                run,
                SyntheticRun.of("a", "b", "c", "d")
                        .runId("many")
                        .blocks(12)
                        .levels(8, 16, 32)
                        .levelSeconds(10));
        browser.open(page("report", run.toString()), DESKTOP);

        assertThat(browser.all("figure svg")).isNotEmpty();
        assertThat(browser.text(".top")).contains("all 48 trials valid");
    }
}
