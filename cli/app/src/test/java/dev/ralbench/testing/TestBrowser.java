package dev.ralbench.testing;

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
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * Chromium without a window. Without it, or its driver, tests that need it are skipped, and the log says so; with
 * {@code RALBENCH_BROWSER_TESTS=required} in the environment they fail.
 */
public final class TestBrowser implements AutoCloseable {
    private static final String VARIABLE = "RALBENCH_BROWSER_TESTS";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ChromeDriver driver;

    private TestBrowser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts one, or ends the test that asks if there is none. */
    public static TestBrowser start() {
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
        return new TestBrowser(new ChromeDriver(service, options));
    }

    /** Opens a file, as wide as a desktop's window or a phone's. */
    public void open(Path file, int width) {
        open(file.toUri(), width);
    }

    /** The same of a page that a server has. */
    public void open(URI page, int width) {
        driver.manage().window().setSize(new Dimension(width, 900));
        driver.get(page.toString());
        new WebDriverWait(driver, LIMIT)
                .until(browser -> !browser.findElements(By.tagName("h1")).isEmpty());
    }

    /** What a script returns. */
    public Object ask(String script, Object... arguments) {
        return ((JavascriptExecutor) driver).executeScript(script, arguments);
    }

    public List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    public String text(String selector) {
        return driver.findElement(By.cssSelector(selector)).getText();
    }

    /** Waits until a script returns true. */
    public void await(String script) {
        new WebDriverWait(driver, LIMIT).until(browser -> Boolean.TRUE.equals(ask(script)));
    }

    /** What the page's console has, and has not been asked for before. */
    public List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** What axe-core finds that keeps people from using the page. */
    public List<String> barriers() {
        return new AxeBuilder()
                .analyze(driver).getViolations().stream()
                        .map(TestBrowser::inWords)
                        .toList();
    }

    private static String inWords(Rule rule) {
        return rule.getId() + ": "
                + rule.getNodes().stream().limit(3).map(node -> node.getHtml()).toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
