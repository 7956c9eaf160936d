package dev.ralbench.report;

import dev.ralbench.page.Page;
import dev.ralbench.report.RunReport.ReportedRun;
import dev.ralbench.result.JsonDocument;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * A report with charts as one HTML file, which asks for no other file: the page's scripts, and the results themselves,
 * which the scripts draw. The same results give the same bytes.
 */
public final class HtmlPage {
    private static final String RESOURCES = "page/";

    /** Needed by those after them. */
    private static final List<String> SCRIPTS =
            List.of(
                    "plot.js",
                    "result.js",
                    "charts.js",
                    "elements.js",
                    "pools.js",
                    "comparison.js",
                    "bottlenecks.js",
                    "study.js",
                    "page.js");

    /** Of results that a page holds, compressed: with its scripts it stays below a megabyte, unless one alone is larger. */
    private static final int MOST_BYTES = 450_000;

    private final String title;
    private final String text;
    private final List<ReportedRun> runs;
    /** What is shown with the runs, by its key: a comparison, or claims. */
    private final Map<String, Object> shown;

    private HtmlPage(String title, String text, List<ReportedRun> runs, Map<String, Object> shown) {
        this.title = title;
        this.text = text;
        this.runs = List.copyOf(runs);
        this.shown = shown;
    }

    /**
     * A page about single runs.
     *
     * @param text what the terminal shows, for readers without scripts
     */
    public static HtmlPage ofRuns(List<ReportedRun> runs, String text) {
        return new HtmlPage(title(runs.stream().map(ReportedRun::result)), text, runs, Map.of());
    }

    /**
     * A page about a comparison.
     *
     * @param document of the schema {@code ralbench.compare/2}
     * @param runs that were compared, shown below it as far as they fit
     * @param text as of {@link #ofRuns}
     */
    public static HtmlPage ofComparison(Map<String, Object> document, List<RunResult> runs, String text) {
        return new HtmlPage(
                title(runs.stream()),
                text,
                runs.stream().map(run -> new ReportedRun(run, List.of())).toList(),
                Map.of("comparison", document));
    }

    /**
     * A page about claims of studies.
     *
     * @param runs that they were held against: by name alone, because they would make the page too large
     * @param text as of {@link #ofRuns}
     */
    public static HtmlPage ofClaims(List<ClaimsTable> studies, List<RunResult> runs, String text) {
        var all = studies.stream().flatMap(study -> study.results().stream()).toList();
        var json = new LinkedHashMap<String, Object>();
        json.put("summary", ClaimsTable.summary(all));
        json.put("runs", runs.stream().map(run -> run.origin().runId()).toList());
        json.put("studies", studies.stream().map(ClaimsTable::json).toList());
        return new HtmlPage(
                "Claims of "
                        + studies.stream().map(study -> study.study().study()).collect(Collectors.joining(", ")),
                text,
                List.of(),
                Map.of("claims", json));
    }

    private static String title(Stream<RunResult> runs) {
        return runs.map(run -> run.scenario().name()).distinct().collect(Collectors.joining(", "));
    }

    /** The file's content, with a line end. */
    public String render() {
        var scripts = SCRIPTS.stream().map(HtmlPage::resource).collect(Collectors.joining("\n"));
        var page = resource("page.html");
        var filled = new StringBuilder();
        int done = 0;
        for (var part : Map.of(
                        "/*TITLE*/", escaped(title),
                        "/*STYLE*/", resource("page.css"),
                        "/*TEXT*/", escaped(text),
                        "/*DATA*/", data(),
                        // A script ends at the first such tag, wherever that stands.
                        "/*SCRIPT*/", scripts.replace("</script", "<\\/script"))
                .entrySet()
                .stream()
                .sorted((a, b) -> Integer.compare(page.indexOf(a.getKey()), page.indexOf(b.getKey())))
                .toList()) {
            int at = page.indexOf(part.getKey());
            filled.append(page, done, at).append(part.getValue());
            done = at + part.getKey().length();
        }
        return filled.append(page, done, page.length()).toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Compressed, so that a dozen trials stay small, and in Base64, so that nothing in it can end the script. */
    private String data() {
        var document = new LinkedHashMap<String, Object>();
        var whole = new ArrayList<Map<String, Object>>();
        var leftOut = new ArrayList<String>();
        int bytes = 0;
        for (var run : runs) {
            var content = ResultFile.text(run.result());
            bytes += compressed(content).length;
            if (!whole.isEmpty() && bytes > MOST_BYTES) {
                leftOut.add(run.result().origin().runId());
            } else {
                whole.add(json(run, content));
            }
        }
        document.put("runs", whole);
        document.put("leftOut", leftOut);
        document.putAll(shown);
        return Base64.getEncoder().encodeToString(compressed(JsonDocument.write(document)));
    }

    private static Map<String, Object> json(ReportedRun run, String content) {
        var view = new RunView(run.result());
        var json = new LinkedHashMap<String, Object>();
        json.put("file", run.result().origin().runId() + ".json");
        json.put("text", content);
        json.put("headline", Headline.of(view));
        json.put("why", Headline.details(view));
        json.put("bottlenecks", new RunBottlenecks(view).json());
        json.put("expected", view.levels().isEmpty() ? Optional.empty() : WholeRunTable.json(view));
        json.put("study", StudyReport.json(view));
        json.put("capacity", view.levels().isEmpty() ? Optional.empty() : CapacityTable.json(view));
        json.put("tables", view.levels().isEmpty() ? List.of() : LevelTable.json(view));
        json.put("notes", Page.paragraphs(new RunNotes(view, RunTable.Detail.SHORT).render(Page.plain(Page.WIDEST))));
        return json;
    }

    private static byte[] compressed(String text) {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is read or written but memory
        }
        return bytes.toByteArray();
    }

    private static String resource(String name) {
        try (InputStream in = HtmlPage.class.getResourceAsStream(RESOURCES + name)) {
            if (in == null) {
                throw new IllegalStateException("the report page has no " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
