package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import dev.ralbench.process.SearchPath;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.print.PrintOptions;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * Chromium without a window. A test class registers it as an extension: it starts before the first test and ends after the
 * last one. Without Chromium, or its driver, the class is skipped, and the log says so; with
 * {@code RALBENCH_BROWSER_TESTS=required} in the environment it fails.
 */
public final class TestBrowser implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    /** How wide the window of a desktop is. */
    public static final int DESKTOP = 1280;
    /** How wide a phone is. */
    public static final int PHONE = 390;

    private static final String VARIABLE = "RALBENCH_BROWSER_TESTS";
    /** For a machine that does much else. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private Optional<ChromeDriver> started = Optional.empty();

    @Override
    public void beforeAll(ExtensionContext context) {
        var path = SearchPath.ofThisProcess();
        var browser = path.find("chromium").or(() -> path.find("google-chrome"));
        var driver = path.find("chromedriver");
        var missing = browser.isEmpty() || driver.isEmpty()
                ? Optional.of("chromium and chromedriver are not both on the PATH")
                : Optional.<String>empty();
        NeedCondition.unlessRequired(VARIABLE, missing).ifPresent(Assumptions::abort);
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        var options = new ChromeOptions();
        options.setBinary(browser.orElseThrow().toString());
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars");
        options.setCapability("goog:loggingPrefs", logs);
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driver.orElseThrow().toFile())
                .build();
        started = Optional.of(new ChromeDriver(service, options));
    }

    /** A page that is left open would go on asking a server that is gone, and fill the console of the next test. */
    @Override
    public void afterEach(ExtensionContext context) {
        driver().get("about:blank");
        driver().manage().logs().get(LogType.BROWSER);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        started.ifPresent(ChromeDriver::quit);
    }

    private ChromeDriver driver() {
        return started.orElseThrow(() -> new IllegalStateException("a test class registers it in a static field"));
    }

    /** Opens a file, as wide as a desktop's window or a phone's. */
    public void open(Path file, int width) {
        open(file.toUri(), width);
    }

    /** The same of a page that a server has. */
    public void open(URI page, int width) {
        driver().manage().window().setSize(new Dimension(width, 900));
        driver().get(page.toString());
        new WebDriverWait(driver(), LIMIT)
                .until(browser -> !browser.findElements(By.tagName("h1")).isEmpty());
    }

    /** What a script returns. */
    public Object ask(String script, Object... arguments) {
        return ((JavascriptExecutor) driver()).executeScript(script, arguments);
    }

    public List<WebElement> all(String selector) {
        return driver().findElements(By.cssSelector(selector));
    }

    /** As it is shown. A page that is drawn again meanwhile is asked again. */
    public String text(String selector) {
        return new WebDriverWait(driver(), LIMIT)
                .ignoring(StaleElementReferenceException.class)
                .until(browser -> browser.findElement(By.cssSelector(selector)).getText());
    }

    /** Waits until a script returns true. */
    public void await(String script) {
        new WebDriverWait(driver(), LIMIT).until(browser -> Boolean.TRUE.equals(ask(script)));
    }

    /** Prints the page, to no paper. */
    public void print() {
        driver().print(new PrintOptions());
    }

    /** Shows the page as it is chosen to be, {@code light} or {@code dark}. */
    public void theme(String name) {
        ask("document.documentElement.dataset.theme = arguments[0]; Charts.redrawAll();", name);
    }

    /**
     * Asserts what holds for every page: its console is empty, it asks for nothing elsewhere (one that is a file for
     * nothing at all), axe-core finds nothing that keeps people from using it, it is no wider than the window, and the
     * texts of charts stay in their charts.
     *
     * @param what is on the page
     */
    public void isClean(String what) {
        isClean(what, List.of());
    }

    /** The same without the contrast of texts, which takes nearly all of the time. */
    public void isCleanApartFromContrasts(String what) {
        isClean(what, List.of("color-contrast"));
    }

    private void isClean(String what, List<String> disabledRules) {
        assertThat(driver().manage().logs().get(LogType.BROWSER).getAll())
                .as(what + ": the console")
                .extracting(LogEntry::getMessage)
                .isEmpty();
        assertThat((List<?>) ask("""
                return performance.getEntriesByType('resource').map(each => each.name)
                    .filter(name => location.protocol === 'file:' || new URL(name).origin !== location.origin);"""))
                .as(what + ": requests that leave the page")
                .isEmpty();
        assertThat(barriers(disabledRules)).as(what + ": axe-core").isEmpty();
        assertThat((Boolean) ask("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
                .as(what + ": fits the window")
                .isTrue();
        assertThat((List<?>) ask("""
                return [...document.querySelectorAll('figure')].flatMap(figure => {
                    const { left, right } = figure.getBoundingClientRect();
                    return [...figure.querySelectorAll('svg text')]
                        .filter(text => text.getBoundingClientRect().right > right || text.getBoundingClientRect().left < left)
                        .map(text => text.textContent);
                });""")).as(what + ": texts stay in their charts").isEmpty();
    }

    @SuppressWarnings("deprecation") // analyses pages with frames less well, and there are none
    private List<String> barriers(List<String> disabledRules) {
        var onlyViolations = new AxeRunOptions(); // to name all elements that keep the rules takes most of the time
        onlyViolations.setResultTypes(List.of("violations"));
        return new AxeBuilder()
                        .setLegacyMode() // in the page itself, without a second page for each analysis
                        .withOptions(onlyViolations)
                        .disableRules(disabledRules)
                        .setTimeout((int) LIMIT.toSeconds())
                        .analyze(driver())
                        .getViolations()
                        .stream()
                        .map(TestBrowser::inWords)
                        .toList();
    }

    private static String inWords(Rule rule) {
        return rule.getId() + ": "
                + rule.getNodes().stream().limit(3).map(node -> node.getHtml()).toList();
    }
}
