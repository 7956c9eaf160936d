package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.dashboard.Dashboard;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.session.GatedRun;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.testing.ShopScenario;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.TestBrowser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.WebElement;

/** A run that is followed in a browser, up to its end. */
@Timeout(180)
class DashboardIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String DASHBOARD = "dashboard: ";

    /** How many points the longest line of the live charts has. */
    private static final String POINTS = "Math.max(0, ...[...document.querySelectorAll('#course svg path')]"
            + ".map(path => path.getAttribute('d').split(/[A-Za-z]/).length - 1))";

    @RegisterExtension
    private static final TestBrowser browser = new TestBrowser();

    @TempDir
    private Path directory;

    private RalbenchProcess start(String hold, String... variants) throws IOException {
        return follow("run", scenario("followed", hold, variants), "-o", result().toString());
    }

    private String scenario(String name, String hold, String... variants) throws IOException {
        return Files.writeString(
                        directory.resolve(name + ".yaml"), """
                schema: 1
                name: %1$s
                request: { path: /work }
                load: { closed: { sequence: [ { constant: { users: 4, hold: %2$s } }, { constant: { users: 8, hold: %2$s } } ] } }
                jvm: -Xmx64m -XX:+UseSerialGC
                variants:
                %3$s""".formatted(name, hold, String.join("", variants)))
                .toString();
    }

    private RalbenchProcess follow(String... args) throws IOException {
        return RalbenchProcess.startIn(
                directory,
                Map.of(),
                Stream.concat(Stream.of(args), Stream.of("--runtime", "process", "--dashboard"))
                        .toList());
    }

    private static String mini(String name) {
        return "  " + name + ": { target: mini, with: { workers: 16, wait: 5ms } }\n";
    }

    private Path result() {
        return directory.resolve("result.json");
    }

    private static URI address(RalbenchProcess run) {
        run.awaitProgress(DASHBOARD, PATIENCE);
        return URI.create(run.told()
                .lines()
                .filter(line -> line.startsWith(DASHBOARD))
                .findFirst()
                .orElseThrow()
                .substring(DASHBOARD.length()));
    }

    @Test
    void chartsGrowSurviveAReloadAndEndAsTheReport() throws Exception {
        try (var run = start("15s", mini("only"))) {
            var url = address(run);
            browser.open(url, TestBrowser.DESKTOP);
            browser.await("return document.querySelector('#now').textContent.includes('4 of 4')");
            browser.await("return " + POINTS + " >= 3");
            assertThat(browser.text("h1")).isEqualTo("followed is being measured");
            assertThat(browser.text("#now")).contains("only", "goodput");
            long before = (Long) browser.ask("return " + POINTS);
            browser.await("return " + POINTS + " >= " + (before + 2));

            browser.open(url, TestBrowser.PHONE);
            browser.await("return " + POINTS + " >= " + (before + 3));
            browser.isClean("while it runs");

            run.await(() -> run.told().contains("report: "), PATIENCE);
            browser.await("return document.getElementById('over') !== null");
            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isZero();
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), url.getPort()).close())
                    .as("the port is closed")
                    .isInstanceOf(IOException.class);
            assertThat(run.told()).contains("report: " + directory.resolve("result.html"));
            assertThat(Files.readString(result())).doesNotContain(url.getPath().replace("/", ""));
        }
        var trial = ResultFile.read(result()).trials().getFirst();
        var ended = trial.measurement()
                .orElseThrow()
                .wholeRun()
                .requests()
                .completions()
                .ended();
        assertThat(browser.text("#reports dl"))
                .contains("only " + String.format(Locale.ROOT, "%,d", ended).replace(',', ' '));
        browser.isClean("at the end");

        var shown = everything("#reports");
        browser.open(directory.resolve("result.html").toUri(), TestBrowser.PHONE);
        assertThat(shown).as("one element a line").hasSizeGreaterThan(100).isEqualTo(everything("main"));
    }

    /** Texts and pictures, but not the button for the theme, and no names that are drawn at random. */
    private static List<String> everything(String selector) {
        return List.of(String.valueOf(browser.ask("""
                const copy = document.querySelector(arguments[0]).cloneNode(true);
                copy.querySelectorAll('.top button, .top .space, svg style').forEach(each => each.remove());
                copy.querySelectorAll('[id]').forEach(each => each.removeAttribute('id'));
                copy.querySelectorAll('[clip-path]').forEach(each => each.removeAttribute('clip-path'));
                copy.querySelectorAll('svg').forEach(each => each.removeAttribute('class'));
                return copy.innerHTML.replaceAll('<', '\\n<');""", selector)).split("\n"));
    }

    @Test
    void earlierVariantsStandBelowAndARunThatIsStoppedKeepsItsPage() throws Exception {
        try (var run = start("12s", mini("one"), mini("two"))) { // the second one is stopped in the middle
            var url = address(run);
            browser.open(url, TestBrowser.DESKTOP);
            run.await(() -> run.told().split(": starting ", -1).length > 2, PATIENCE);
            browser.await("return document.querySelectorAll('#so-far .main tbody tr').length === 1");
            browser.await("return document.querySelectorAll('#live table tbody tr').length > 0");
            assertThat(browser.all("#live .key li")).hasSize(2);
            browser.all(".top button").getFirst().click();
            assertThat((String) browser.ask("return document.documentElement.dataset.theme"))
                    .isEqualTo("dark");
            browser.isClean("in the second trial, dark");

            run.signal("INT");

            browser.await("return document.getElementById('over') !== null");
            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isEqualTo(130);
        }
        assertThat(browser.all("#reports .main tbody tr")).isNotEmpty();
        assertThat(directory.resolve("result.html")).exists();
        browser.isClean("after it was stopped");
    }

    @Test
    void severalScenariosAreListedAndEachHasItsReport() throws Exception {
        var first = scenario("first", "10s", mini("one")); // lasts until another process has come and gone
        var broken = scenario("broken", "1s", "  none: { target: { command: \"false\", ready: /ready } }\n");
        var last = scenario("last", "3s", mini("two"));
        try (var run = follow("run", first, broken, last)) {
            var url = address(run);
            browser.open(url, TestBrowser.DESKTOP);
            browser.await("return document.querySelectorAll('#scenarios li').length === 3");
            assertThat(browser.text(".top")).contains("first, scenario 1 of 3");
            try (var other = RalbenchProcess.startIn(
                    Files.createDirectory(directory.resolve("other")),
                    Map.of(),
                    List.of("run", first, "--dashboard=" + url.getPort()))) {
                assertThat(other.awaitEnd(PATIENCE)).as(other.told()).isEqualTo(7);
                assertThat(other.told()).contains("cannot listen on port " + url.getPort());
            }
            run.await(() -> run.told().contains("scenario 3 of 3"), PATIENCE);
            browser.await("return document.querySelector('#live h1').textContent === 'last is being measured'");
            assertThat(browser.text("#scenarios")).contains("✓ first", "✗ broken", "● last");
            assertThat(browser.all("#reports .main tbody tr")).hasSize(1);
            browser.isClean("in the third scenario");

            browser.await("return document.getElementById('over') !== null");
            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isEqualTo(7);
        }
        assertThat(browser.all("#scenarios button"))
                .extracting(WebElement::getText)
                .containsExactly("first", "broken", "last");
        for (int i : List.of(1, 2, 0)) {
            browser.all("#scenarios button").get(i).click();
            browser.await("return Math.abs(document.querySelectorAll('#reports [data-run]')[" + i
                    + "].getBoundingClientRect().top) < 2");
        }
        assertThat(browser.all("#reports [data-run]").get(1).getText()).contains("broken: nothing was measured");
        browser.isClean("after the last one");
    }

    @Test
    void aSearchShowsItsObjectiveAndHowEachLevelWasJudged() throws Exception {
        var scenario = scenario("search", "1s", mini("only"));
        try (var run = follow("capacity", scenario, "--slo", "p99=10s", "--range", "4-10", "--hold", "3s")) {
            browser.open(address(run), TestBrowser.PHONE);
            run.awaitProgress("5 users", PATIENCE);
            browser.await("return document.querySelector('#live table') !== null"
                    + " && document.querySelector('#live table').textContent.includes('✓ met')");
            assertThat(browser.text("#objective")).contains("p99 at most 10 s", "errors at most 1");
            assertThat(browser.text("#progress")).contains("run", "left: at most");
            browser.await("return document.querySelectorAll('#live table tbody tr').length >= 2");
            browser.isClean("while it searches");
            run.await(() -> run.told().contains("report: "), PATIENCE);
            browser.await("return document.getElementById('over') !== null");
            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isZero();
        }
        assertThat(browser.all("#reports section h2"))
                .extracting(WebElement::getText)
                .contains("Capacity");
    }

    @Test
    void aGatedRunEndsWithTheDecisionOfItsGate() throws Exception {
        var gate = Files.writeString(directory.resolve("gate.yaml"), """
                version: 1
                gate: threads
                design:
                  shape: alternating
                  pairs: { looks: [2] }
                  windows: { per_level: 1, length: 500ms, lead_in: 100ms }
                  levels: [4]
                  warmup: { requests: 100, limit: 500ms }
                exact: [ { metric: threads_peak, slack: 50 } ]
                """);
        var scenario = scenario("gated", "1s", mini("base"), mini("head"));
        try (var run = follow("run", scenario, "--gate", gate.toString())) {
            browser.open(address(run), TestBrowser.DESKTOP);
            browser.await("return document.getElementById('gate').textContent"
                    + ".match(/^Gate threads[01] pairs? counts? so far[.] It looks after 2 pairs[.]/) !== null");
            browser.await("return document.getElementById('gate').textContent.includes('1 pair counts so far')");
            assertThat(browser.ask("return document.querySelector('#live') === null ? 'it is over'"
                            + " : document.querySelector('#live #course').hidden"))
                    .as("whether there are no lines of variants that take turns")
                    .isEqualTo(true);
            browser.isClean("in the second block");
            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isZero();
            browser.await("return document.getElementById('over') !== null");
        }
        assertThat(browser.text("#reports h1")).isEqualTo("Passed: none of 1 rules is broken.");
    }

    /** By results that are made up: how soon a real gate decides is chance. */
    @ParameterizedTest
    @ValueSource(ints = {TestBrowser.DESKTOP, TestBrowser.PHONE})
    void aGateThatHasNotDecidedShowsItsRulesAsItSawThem(int width) throws IOException {
        var file = Files.writeString(directory.resolve("gate.yaml"), """
                version: 1
                gate: mine
                design: { shape: alternating, pairs: { looks: [12, 16] }, levels: [10] }
                decision: { alpha: 0.01 }
                relative:
                  - { metric: goodput, levels: all, material: 65%, tolerate: 70% }
                  - { metric: p50, levels: all, material: 5%, tolerate: 10% }
                accept: [ { metric: p50, until: 2026-12-31, reason: is known, new_material: 400% } ]
                """);
        var shop = ShopScenario.with().resolve(Overrides.none()).scenario();
        try (var dashboard = Dashboard.open(0, List.of("shop"), text -> text)) {
            dashboard.scenarioBegins();
            var rule = GatedRun.of(file.toString(), shop, 1, new FakeClock()).rule(new GateDisplay(dashboard));
            for (int blocks = 12; blocks <= 13; blocks++) {
                var run = SyntheticRun.of("base", "head")
                        .levels(10)
                        .turns(4)
                        .noise(0.3)
                        .harm("head", 0.8)
                        .blocks(blocks)
                        .run();
                assertThat(rule.goOn(run.with(RunResult.Status.RUNNING, run.trials()), blocks))
                        .isTrue();
            }
            browser.open(URI.create(dashboard.url()), width);
            browser.await("return document.querySelectorAll('#gate tbody tr').length > 0");
            assertThat(browser.text("#gate p"))
                    .isEqualTo("After 12 pairs it has not decided: 1 of 2 rules is open. 13 pairs count so far."
                            + " It looks again after 16 pairs.");
            assertThat(browser.text("#gate tbody tr")).contains("goodput", "?");
            assertThat(browser.text("#gate tbody tr:nth-child(2)")).contains("p50", "accepted");
            browser.isClean("after a look that decided nothing");
        }
    }

    /** It fails when the browser is there. */
    @Test
    void aTargetThatDoesNotStartIsTold() throws Exception {
        var signal = directory.resolve("fail");
        var command = "while [ ! -e " + signal + " ]; do sleep 0.1; done; false";
        try (var run = start("1s", "  broken: { target: { command: \"" + command + "\", ready: /ready } }\n")) {
            browser.open(address(run), TestBrowser.DESKTOP);
            browser.await("return document.getElementById('step').textContent !== ''");
            Files.createFile(signal);
            browser.await("return document.getElementById('over') !== null");
            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isEqualTo(7);
        }
        assertThat(browser.text("main")).contains("ended while it started");
        assertThat(browser.text("#told-notes"))
                .as("what was told before the end")
                .contains("broken, block 1");
        browser.isClean("after a failure");
    }
}
