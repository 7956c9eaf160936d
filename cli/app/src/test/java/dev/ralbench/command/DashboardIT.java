package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.result.ResultFile;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run that is followed in a browser, up to its end. */
@Timeout(180)
class DashboardIT {
    private static final int DESKTOP = 1280;
    private static final int PHONE = 390;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String DASHBOARD = "dashboard: ";

    /** How many points the longest line of the live charts has. */
    private static final String POINTS = "Math.max(0, ...[...document.querySelectorAll('#course svg path')]"
            + ".map(path => path.getAttribute('d').split(/[A-Za-z]/).length - 1))";

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

    private RalbenchProcess start(String hold, String... variants) throws IOException {
        var scenario =
                Files.writeString(directory.resolve("followed.yaml"), """
                schema: 1
                name: followed
                request: { path: /work }
                load: { closed: { sequence: [ { constant: { users: 4, hold: %1$s } }, { constant: { users: 8, hold: %1$s } } ] } }
                jvm: -Xmx64m -XX:+UseSerialGC
                variants:
                %2$s""".formatted(hold, String.join("", variants)));
        return RalbenchProcess.start(
                directory,
                Map.of(),
                List.of("run", scenario.toString(), "--runtime", "process", "--dashboard", "-o", result().toString()));
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

    private static void isClean(String what) {
        assertThat(browser.console()).as(what + ": the console").isEmpty();
        assertThat(browser.barriers()).as(what + ": axe-core").isEmpty();
        assertThat((Boolean) browser.ask(
                        "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
                .as(what + ": fits")
                .isTrue();
    }

    @Test
    void chartsGrowSurviveAReloadAndEndAsTheReport() throws Exception {
        try (var run = start("15s", mini("only"))) {
            var url = address(run);
            browser.open(url, DESKTOP);
            browser.await("return document.querySelector('#now').textContent.includes('4 of 4')");
            browser.await("return " + POINTS + " >= 3");
            assertThat(browser.text("h1")).isEqualTo("followed is being measured");
            assertThat(browser.text("#now")).contains("only", "goodput");
            long before = (Long) browser.ask("return " + POINTS);
            browser.await("return " + POINTS + " >= " + (before + 2));

            browser.open(url, PHONE);
            browser.await("return " + POINTS + " >= " + (before + 3));
            isClean("while it runs");

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
        isClean("at the end");

        var shown = everything("#reports");
        browser.open(directory.resolve("result.html").toUri(), PHONE);
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
            browser.open(url, DESKTOP);
            run.await(() -> run.told().split(": starting ", -1).length > 2, PATIENCE);
            browser.await("return document.querySelectorAll('#so-far .main tbody tr').length === 1");
            browser.await("return document.querySelectorAll('#live table tbody tr').length > 0");
            assertThat(browser.all("#live .key li")).hasSize(2);
            browser.all(".top button").getFirst().click();
            assertThat((String) browser.ask("return document.documentElement.dataset.theme"))
                    .isEqualTo("dark");
            isClean("in the second trial, dark");

            run.signal("INT");

            browser.await("return document.getElementById('over') !== null");
            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isEqualTo(130);
        }
        assertThat(browser.all("#reports .main tbody tr")).isNotEmpty();
        assertThat(directory.resolve("result.html")).exists();
        isClean("after it was stopped");
    }

    /** It fails when the browser is there. */
    @Test
    void aTargetThatDoesNotStartIsTold() throws Exception {
        var signal = directory.resolve("fail");
        var command = "while [ ! -e " + signal + " ]; do sleep 0.1; done; false";
        try (var run = start("1s", "  broken: { target: { command: \"" + command + "\", ready: /ready } }\n")) {
            browser.open(address(run), DESKTOP);
            browser.await("return document.getElementById('step').textContent !== ''");
            Files.createFile(signal);
            browser.await("return document.getElementById('over') !== null");
            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isEqualTo(7);
        }
        assertThat(browser.text("main")).contains("nothing was measured");
        assertThat(browser.text("#told-notes"))
                .as("what was told before the end")
                .contains("broken, block 1");
        isClean("after a failure");
    }
}
