package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.metric.Metrics;
import dev.ralbench.page.Numbers;
import dev.ralbench.reference.ReferenceFigures;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.StoredScenario;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.TestBrowser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The report page in a browser: what it shows is what the result says, and it can be used by everyone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HtmlPageIT {
    private static final Path DELAY_200 = Repository.path("results/recorded/20261126T075329Z-delay-200.json");

    /** All results of a directory, at the end of a word. */
    private static final String ALL = "/*.json";

    /** Figures of the table of all levels, by the keys of the report. */
    private static final Map<String, String> KEYS = Map.ofEntries(
            Map.entry("goodput", "goodput"),
            Map.entry("p50", "p50"),
            Map.entry("p90", "p90"),
            Map.entry("p95", "p95"),
            Map.entry("p99", "p99"),
            Map.entry("p999", "p999"),
            Map.entry("firstByteP50", "first-byte.p50"),
            Map.entry("firstByteP99", "first-byte.p99"),
            Map.entry("errors", "errors"),
            Map.entry("threads", "threads.peak"),
            Map.entry("heap", "heap.peak"),
            Map.entry("cpu", "cpu/request"));

    @RegisterExtension
    private static final TestBrowser browser = new TestBrowser();

    /** Of all tests: several look at the same page, and to make one of a large result takes a second. */
    @TempDir
    private static Path pages;

    private final Map<List<String>, Path> pagesByCommand = new HashMap<>();

    @TempDir
    private Path directory;

    private static void written(Path file, SyntheticRun run) {
        BrokenResults.write(file, run.run(), json -> json);
    }

    private Path page(String... arguments) {
        return pagesByCommand.computeIfAbsent(
                List.of(arguments), command -> newPage(pages.resolve(pagesByCommand.size() + ".html"), arguments));
    }

    private static Path newPage(Path page, String... arguments) {
        var words = new ArrayList<>(List.of(arguments));
        words.addAll(List.of("-o", page.toString()));
        var outcome = Shell.run(words.toArray(String[]::new));
        assertThat(page).as(outcome.err()).exists();
        return page;
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
        "capacity, report results/recorded/capacity/*.json",
        "history, compare results/recorded/history/*.json",
    })
    void everyPageIsOneFileThatEveryoneCanUse(String name, String command) throws IOException {
        var words = Stream.of(command.split(" ")).flatMap(HtmlPageIT::files);
        var page = page(words.toArray(String[]::new));

        assertThat(Files.size(page)).isLessThan(1_000_000);
        isCleanEverywhere(name, page);
        assertThat(browser.all("figure svg").size()
                        + browser.all(".verdicts").size()
                        + browser.all("table").size())
                .isPositive();
    }

    /** A word of a command line: of {@code *.json} below the repository all files. */
    private static Stream<String> files(String word) {
        if (!word.startsWith("results/")) {
            return Stream.of(word);
        }
        if (!word.endsWith(ALL)) {
            return Stream.of(Repository.path(word).toString());
        }
        var directory = Repository.path(word.substring(0, word.length() - ALL.length()));
        return Stream.of(Objects.requireNonNull(
                        directory.toFile().list((in, name) -> name.endsWith(".json")), directory::toString))
                .sorted()
                .map(name -> directory.resolve(name).toString());
    }

    /** Each width and each theme with its contrasts; both others, too, in the profile {@code nightly}: these take seconds. */
    private void isCleanEverywhere(String name, Path page) {
        for (int width : List.of(TestBrowser.DESKTOP, TestBrowser.PHONE)) {
            browser.open(page, width);
            for (var theme : List.of("light", "dark")) {
                browser.theme(theme);
                var what = name + ", " + width + " pixels, " + theme;
                boolean isFirst = (width == TestBrowser.DESKTOP) == theme.equals("light");
                if (isFirst || Boolean.getBoolean("ralbench.nightly")) {
                    browser.isClean(what);
                } else {
                    browser.isCleanApartFromContrasts(what);
                }
            }
        }
    }

    @Test
    void eachRequestHasItsFiguresAndEachJourneyItsSteps() throws IOException {
        var file = directory.resolve("journeys.json");
        BrokenResults.write(file, asJourney(NamedMetricsTest.mix()), result -> result);
        var page = newPage(directory.resolve("journeys.html"), "report", file.toString());
        var json = directory.resolve("report.json");
        assertThat(Shell.run("report", file.toString(), "-o", json.toString()).exit())
                .isZero();

        isCleanEverywhere("journeys", page);
        browser.open(page, TestBrowser.DESKTOP);

        var text = browser.all("main").getFirst().getText();
        assertThat(text).contains("By journey and step", "Journey buy", "Percentiles of steps do not add up");
        assertThat(browser.all("[aria-label^='Median of the steps of buy, base: list']"))
                .hasSize(1);
        assertThat(all("[data-figure='firstByteP50']")).isNotEmpty().allMatch(shown -> shown.endsWith("ms"));
        assertThat(onPage()).isEqualTo(reported(json)).containsKey("20 | base | firstByteP50");
        for (var figure : JsonMapper.shared()
                .readTree(Files.readString(json))
                .at("/runs/0/figures")
                .valueStream()
                .filter(figure -> figure.get("level").asString().equals("20"))
                .filter(figure -> figure.get("metric").asString().matches("(p50|p99|goodput)@.*"))
                .toList()) {
            var key = figure.get("metric").asString().split("@");
            var cell = browser.all("tr[data-name='%s'][data-variant='%s'] [data-figure='%s']"
                    .formatted(key[1], figure.get("variant").asString(), key[0]));
            assertThat(cell)
                    .singleElement()
                    .satisfies(shown -> assertThat(shown.getText().replace('\u00a0', ' '))
                            .isEqualTo(Numbers.of(
                                    Metrics.withKey(key[0]).orElseThrow(),
                                    OptionalDouble.of(figure.get("value").asDouble()))));
        }
    }

    /** With the figures of orders as those of a journey of both requests. */
    private static RunResult asJourney(RunResult run) {
        var document = new LinkedHashMap<>(run.scenario().document());
        document.put(
                "journeys", Map.of("buy", Map.of("steps", new TreeMap<>(Map.of("list", Map.of(), "order", Map.of())))));
        var journeys = SyntheticRun.eachTrial(
                run,
                trial -> SyntheticRun.eachWindow(trial, window -> {
                    var byName = new ArrayList<>(window.named());
                    byName.add(Copy.of(window.named().getLast())
                            .with("name", "buy")
                            .with("kind", NamedRequests.Kind.JOURNEY)
                            .made());
                    return Copy.of(window).with("byName", Optional.of(byName)).made();
                }));
        return Copy.of(journeys)
                .with("scenario", StoredScenario.of(document, run.scenario().userModel()))
                .made();
    }

    @Test
    void theSameResultGivesTheSameBytes() {
        var again = newPage(directory.resolve("again.html"), "report", DELAY_200.toString());

        assertThat(again).hasSameBinaryContentAs(page("report", DELAY_200.toString()));
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
        browser.open(page("report", file), TestBrowser.DESKTOP);

        assertThat(onPage()).isEqualTo(reported(json));
    }

    /** The figures of the page that is open. */
    private static Map<String, String> onPage() {
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
        browser.open(page("report", DELAY_200.toString()), TestBrowser.DESKTOP);
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
        browser.open(page("report", Repository.recorded(scenario, "process").toString()), TestBrowser.DESKTOP);

        assertThat(all("[data-study] .study-table b")).contains(table);
        assertThat(all("[data-study] figcaption")).anyMatch(caption -> caption.startsWith(chart));
    }

    @ParameterizedTest
    @ValueSource(strings = {"delay-200", "fan-out-10x10", "batching-c300", "combined-c10", "burst-1000"})
    void textsStayInTheirCharts(String scenario) {
        browser.open(page("report", Repository.recorded(scenario, "process").toString()), TestBrowser.PHONE);

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
        browser.open(page("report", Repository.recorded("thread-memory").toString()), TestBrowser.DESKTOP);

        assertThat(all("[data-study]")).isEmpty();
    }

    @Test
    void aStudyOfAnotherLoadLendsNoFigures() throws IOException {
        var file = directory.resolve("fewer-users.json");
        Files.writeString(
                file,
                Files.readString(DELAY_200)
                        .replaceAll("\"offeredUserSeconds\": *[0-9.]+", "\"offeredUserSeconds\": 14336.0"));
        browser.open(page("report", file.toString()), TestBrowser.DESKTOP);

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
        browser.open(page("report", DELAY_200.toString()), TestBrowser.DESKTOP);

        assertThat(browser.ask("return [1000, 3e6, 1e8, 421527552, 5e9]"
                        + ".map(high => Charts.byteTicks(high, 4).map(Charts.tickBytes).pop())"))
                .isEqualTo(List.of("1\u00a0000 B", "2 MiB", "50 MiB", "400 MiB", "4 GiB"));
    }

    @Test
    void eachVariantHasItsLimitBelowItsName() {
        browser.open(page("report", DELAY_200.toString()), TestBrowser.DESKTOP);

        assertThat(browser.ask("return [...document.querySelectorAll('.main .limit b')]"
                        + ".map(each => each.textContent).join()"))
                .isEqualTo("limited by its 200 worker threads");
        assertThat((Long) browser.ask("return [...document.querySelectorAll('.main .limit')]"
                        + ".filter(each => each.textContent === 'no limit reached').length"))
                .isEqualTo(3);
    }

    @Test
    void levelsAreSwitchedAndFilesDroppedOnThePage() {
        browser.open(page("report", DELAY_200.toString()), TestBrowser.DESKTOP);
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
        browser.isClean("after files were added");
    }

    private static String oneSpaced(String text) {
        return text.replaceAll("[\\s\u00a0]+", " ").strip();
    }

    /** A table's rows, their cells one after the other. */
    private static List<String> rows(String selector) {
        return ((List<?>) browser.ask("""
                        return [...document.querySelectorAll(arguments[0])]
                            .map(row => [...row.children].map(cell => cell.textContent).join(' '));""", selector))
                .stream().map(row -> oneSpaced(String.valueOf(row))).toList();
    }

    private static Stream<String> found(Pattern pattern, String line) {
        return pattern.matcher(line).results().map(MatchResult::group);
    }

    @Test
    void aSearchForCapacityHasTheTableOfTheTerminal() {
        var file = files("results/recorded/capacity/*.json").findFirst().orElseThrow();
        var told = Shell.run("report", file).out();
        browser.open(page("report", file), TestBrowser.PHONE);

        var shown = rows("section:has(h2):first-of-type table.plain tbody tr");
        assertThat(shown).hasSize(2);
        assertThat(told.lines().map(HtmlPageIT::oneSpaced)).containsAll(shown);
        assertThat(browser.text("h1"))
                .isEqualTo("Most users with p90 at most 300 ms, errors at most 1 %: "
                        + shown.stream()
                                .map(row -> row.replaceAll("^(\\S+ \\S+).*", "$1"))
                                .collect(Collectors.joining(", "))
                        + ".");
        assertThat(oneSpaced(told))
                .contains(oneSpaced(browser.text("section .note")).replaceAll("^N|\\.$", ""));
    }

    @Test
    void runsOverTimeHaveTheFiguresOfTheTerminal() {
        var files = files("results/recorded/history/*.json").toList();
        var command = Stream.concat(Stream.of("compare"), files.stream()).toArray(String[]::new);
        var told = Shell.run(command).out().lines().map(HtmlPageIT::oneSpaced).toList();
        browser.open(page(command), TestBrowser.DESKTOP);

        var figures = Pattern.compile(" 13 \\S+(?: \\S+)? ±.*?(?= step |$)"); // runs, median, spread, latest and change
        var ofTerminal = told.stream().flatMap(line -> found(figures, line)).toList();
        assertThat(ofTerminal).hasSizeGreaterThan(20);
        assertThat(rows("[data-row]").stream().flatMap(row -> found(figures, row)))
                .containsExactlyElementsOf(ofTerminal);
        var step = told.stream()
                .filter(line -> line.startsWith("STEP at run "))
                .findFirst()
                .orElseThrow();
        var change = step.replaceAll(".*?(p50)@(\\d+) (\\+[\\d.]+ %).*", "$1 at $2 users $3");
        assertThat(browser.text(".why"))
                .startsWith("Step" + step.substring(4, step.indexOf(':')))
                .contains(change);
        assertThat(browser.text("h1")).matches("p50 at \\d+ users rose by [\\d.]+ % at \\d\\d:\\d\\d UTC\\.");
        assertThat(all("[data-run]"))
                .as("runs that are drawn before they are opened")
                .isEmpty();

        browser.all("section details")
                .getLast()
                .findElement(By.tagName("summary"))
                .click();
        browser.await("return document.querySelectorAll('[data-run] figure svg').length > 0");
        assertThat(all("[data-run]")).hasSize(1);
        browser.isClean("a run that was opened");
    }

    @Test
    void aTrendIsALineSinceItsFirstRun() {
        var nights = IntStream.rangeClosed(1, 12)
                .mapToObj(night -> {
                    var file = directory.resolve("night-" + night + ".json");
                    written(
                            file,
                            SyntheticRun.of("app")
                                    .blocks(2)
                                    .levels(10)
                                    .levelSeconds(2)
                                    .noise(0.005)
                                    .runId("night-" + night)
                                    .seed(night)
                                    .startedAt("2026-02-%02dT01:00:00Z".formatted(night))
                                    .harm("app", 0.02 * (night - 1)));
                    return file.toString();
                })
                .toList();
        var command = Stream.concat(Stream.of("compare"), nights.stream()).toArray(String[]::new);
        var page = page(command);
        browser.open(page, TestBrowser.DESKTOP);

        assertThat(browser.text("h1")).matches("goodput at 10 users fell by [\\d.]+ % since Feb 1\\.");
        var size = oneSpaced(browser.text("h1")).replaceAll(".* by | since.*", "");
        assertThat(Shell.run(command).out()).contains("TREND since run night-1: goodput@10 −" + size);
        isCleanEverywhere("a trend", page);
    }

    @Test
    void onPaperAllRunsOverTimeAreDrawnOnce() {
        var files = files("results/recorded/history/*.json").toList();
        browser.open(
                page(Stream.concat(Stream.of("compare"), files.stream()).toArray(String[]::new)), TestBrowser.DESKTOP);
        browser.all("section details")
                .getLast()
                .findElement(By.tagName("summary"))
                .click();
        browser.await("return document.querySelectorAll('[data-run] figure svg').length > 0");

        browser.print();

        assertThat(browser.ask("return [...document.querySelectorAll('[data-run]')]"
                        + ".map(run => run.querySelectorAll('figure svg').length > 0)"))
                .isEqualTo(Collections.nCopies(files.size(), true));
    }

    /** What a run recorded second by second: the thread groups of its service are in words next to their chart. */
    @Test
    void theCourseOfARunIsThatOfItsFile() {
        var file = files("results/recorded/history/*.json").findFirst().orElseThrow();
        var page = page("report", file);
        var course = ResultFile.read(Path.of(file))
                .trials()
                .getFirst()
                .measurement()
                .orElseThrow()
                .course()
                .orElseThrow();
        isCleanEverywhere("a course", page);

        var words = String.valueOf(browser.ask(
                "return document.querySelector('svg[aria-label^=\"Threads of eight\"]').getAttribute('aria-label')"));
        var groups =
                Stream.of(words.replaceAll("^.*? over time: ", "").split(", ")).toList();
        var most = course.values().entrySet().stream()
                .filter(series -> series.getKey().startsWith("threads."))
                .map(series -> series.getKey().substring("threads.".length()) + " at most "
                        + series.getValue().stream()
                                .mapToLong(value -> Math.round(value.orElse(0)))
                                .max()
                                .orElseThrow());
        assertThat(groups).hasSizeGreaterThan(3).contains("worker at most 8").isSubsetOf(most.toList());
        assertThat(all("figcaption"))
                .anyMatch(caption -> caption.startsWith("Threads"))
                .anyMatch(caption -> caption.startsWith("CPU of the generator"));
    }

    @Test
    void aGateSaysWhatFailedAndWhereAndItsTableFitsAPhone() {
        var command = new String[] {"compare", Repository.recorded("selftest").toString(), "--gate", "selftest"};
        browser.open(page(command), TestBrowser.PHONE);

        assertThat(browser.text("h1")).isEqualTo("Failed: cpu/request +12.5 % at 16 users.");
        assertThat(oneSpaced(Shell.run(command).out()))
                .contains(oneSpaced(browser.text(".why")).replaceAll("^\\S+ at 16 users: |\\.$", ""));
        assertThat((Boolean) browser.ask("""
                const frame = document.querySelector('.differences').parentElement;
                return frame.scrollWidth <= frame.clientWidth;""")).isTrue();
        assertThat(oneSpaced(browser.text(".differences tr:nth-child(2)")))
                .startsWith("cpu/request 16 users 249 µs 279 µs +12.5 % [+9.3 % +15.0 %] ✗ worse");
    }

    /** Rules may be broken where there is too little to decide by; and shares are in percent, whatever their name. */
    @Test
    void aGateThatCannotDecideFailsNothingAndItsSharesAreThoseOfTheTerminal() throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), """
                version: 1
                gate: shares
                design: { shape: sequential, pairs: { looks: [6] } }
                absolute: [ { metric: little.deviation, levels: all, max: 5% } ]
                exact: [ { metric: timeouts, slack: 0.1% } ]
                """);
        var run = Files.writeString(
                directory.resolve("timeouts.json"),
                Files.readString(Repository.recorded("batching-failing"))
                        .replaceAll(
                                "(\"unexpected-status\": )(\\d+)(,\\s*\"unexpected-body\": 0,\\s*\"timeout\": )0",
                                "$10$3$2"));
        var command = new String[] {"compare", run.toString(), "--gate", gate.toString()};
        var told = Shell.run(command).out().lines().map(HtmlPageIT::oneSpaced).toList();
        browser.open(page(command), TestBrowser.DESKTOP);

        assertThat(browser.text(".top")).contains("✗ INVALID, exit code 6");
        assertThat(browser.text("h1")).isEqualTo("Invalid.");
        assertThat(all("h1 ~ .why")).isEmpty();
        var shown = ((List<?>) browser.ask("""
                        return [...document.querySelector('.differences').querySelectorAll('tbody tr')].map(row =>
                            [...row.querySelectorAll('.variant, .value, .change')].map(cell => cell.textContent).join(' '));"""))
                .stream().map(row -> oneSpaced(String.valueOf(row))).toList();
        assertThat(told.stream()
                        .filter(line -> line.matches("(pass|FAIL) .*"))
                        .map(line -> line.replaceAll("^\\S+ \\S+ (\\S+) \\S+ (.*)", "$1 $2"))
                        .toList())
                .hasSize(4)
                .zipSatisfy(shown, (line, row) -> assertThat(line).startsWith(row.replaceAll(" –$", "")));
        assertThat(shown).anyMatch(row -> row.endsWith(" pp")).anyMatch(row -> row.contains("−0.25 %"));
    }

    @Test
    void sharesAreWrittenAsInTheTerminal() {
        var shares = List.of(
                0.0, 0.00001, -0.00001, 0.0005, -0.0005, 0.009, 0.0123, -0.27214, 0.5, 0.9985, 0.9995, 1.0, 1.5);
        browser.open(page("report", Repository.recorded("thread-memory").toString()), TestBrowser.DESKTOP);

        assertThat(browser.ask("return arguments[0].map(Charts.percent)", shares))
                .isEqualTo(shares.stream().map(Numbers::share).toList());
    }

    @Test
    void differencesOfSeveralVariantsAreNamed() {
        var run = directory.resolve("three.json");
        written(run, SyntheticRun.of("base", "one", "two").blocks(8).levels(10).harm("two", 0.2));
        browser.open(page("compare", run.toString()), TestBrowser.DESKTOP);

        assertThat(browser.all(".differences").getFirst().findElements(By.cssSelector("td.variant")))
                .extracting(WebElement::getText)
                .contains("one", "two");
        assertThat(all("figure svg text")).anyMatch(text -> text.startsWith("goodput, 10 users, two"));
    }

    /** Of several trials a ratio is more than the quotient of two figures of the table. */
    @Test
    void ratiosAreThoseOfTheTerminal() {
        var selftest = Repository.recorded("selftest").toString();
        browser.open(page("report", selftest), TestBrowser.DESKTOP);

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
                TestBrowser.DESKTOP);
        assertThat(browser.text("main"))
                .contains("The whole one is 20261127T233429Z-delay-0.json.")
                .doesNotContain("Save the result");

        browser.open(page("report", DELAY_200.toString()), TestBrowser.DESKTOP);
        assertThat(browser.text("main")).contains("Save the result (20261126T075329Z-delay-200.json)");
    }

    @Test
    void runsOfTheSameScenarioStandSideBySide() {
        browser.open(
                page(
                        "report",
                        Repository.path("results/recorded/20261126T081344Z-fan-out-10x10.json")
                                .toString()),
                TestBrowser.DESKTOP);

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
        browser.open(page("report", file.toString()), TestBrowser.DESKTOP);

        assertThat(browser.all("img")).isEmpty();
        assertThat((String) browser.ask("return document.title")).doesNotContain("broken");
        assertThat(browser.text("main")).contains(hostile);
        browser.isClean("names with HTML in them");
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
        browser.open(page("report", run.toString()), TestBrowser.DESKTOP);

        assertThat(browser.all("figure svg")).isNotEmpty();
        assertThat(browser.text(".top")).contains("all 48 trials valid");
    }
}
