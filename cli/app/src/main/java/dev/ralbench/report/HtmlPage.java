package dev.ralbench.report;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.reference.Reproduction;
import dev.ralbench.report.RunReport.ReportedRun;
import dev.ralbench.result.JsonDocument;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialId;
import dev.ralbench.result.TrialResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * A report with charts as one HTML file, which asks for no other file: the page's scripts, and the results themselves,
 * which the scripts draw. The same results give the same bytes.
 */
public final class HtmlPage {
    private static final String RESOURCES = "page/";
    /** Such as the title's; code has comments of its own. */
    private static final Pattern PLACE = Pattern.compile("/\\*([A-Z]+)\\*/");

    private static final String DATA = "/*DATA*/";
    /** The key of a page that is told of its results later. */
    private static final String LIVE = "live";

    /** Needed by those after them. */
    private static final List<String> SCRIPTS = List.of(
            "plot.js",
            "result.js",
            "charts.js",
            "elements.js",
            "pools.js",
            "comparison.js",
            "bottlenecks.js",
            "names.js",
            "study.js",
            "page.js");

    private static final String STYLE = "page.css";
    private static final String LIVE_SCRIPT = "live.js";
    private static final String LIVE_STYLE = "live.css";
    private static final String POLICY =
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";

    /** What a live page may do: what others may, and ask where it comes from. */
    public static final String LIVE_POLICY = POLICY + "; connect-src 'self'";

    /** A page is no larger, unless one result alone makes it so. */
    private static final int MOST_BYTES = 1_000_000;

    /** Base64 makes four of them of three. */
    private static final int BYTES_IN_TEXT = 4;

    private static final int BYTES_AS_THEY_ARE = 3;

    /** The distributions that a page holds of a run: as many as it has room for. */
    private enum Distributions {
        ALL,
        /** Those that charts show. */
        DRAWN,
        /** Those that figures of levels come from; the charts of the others say that they are missing. */
        OF_LEVELS
    }

    private final String data;
    private final String content;

    private HtmlPage(String data, String content) {
        this.data = data;
        this.content = content;
    }

    /** Made once, however often it is asked for: a large result takes tenths of a second. */
    private static HtmlPage of(Shell shell, List<ReportedRun> runs, Map<String, Object> shown) {
        var data = data(runs, shown, shell.room());
        return new HtmlPage(data, shell.filled(data));
    }

    /**
     * A page about single runs.
     *
     * @param text what the terminal shows, for readers without scripts
     */
    public static HtmlPage ofRuns(List<ReportedRun> runs, String text) {
        return of(Shell.of(title(runs.stream().map(ReportedRun::result)), text), runs, Map.of());
    }

    /**
     * A page about a comparison.
     *
     * @param document of the schema {@code ralbench.compare/2}
     * @param runs that were compared, shown below it as far as they fit
     * @param text as of {@link #ofRuns}
     */
    public static HtmlPage ofComparison(Map<String, Object> document, List<RunResult> runs, String text) {
        return of(
                Shell.of(title(runs.stream()), text),
                runs.stream().map(run -> new ReportedRun(run, List.of())).toList(),
                Map.of("comparison", document));
    }

    /**
     * A page about something else than runs, which a script of the page shows.
     *
     * @param shown by the key that the script knows it by
     * @param text as of {@link #ofRuns}
     */
    public static HtmlPage ofOther(String title, Map<String, Object> shown, String text) {
        return of(Shell.of(title, text), List.of(), shown);
    }

    /** A page without results, which is told of them by the server that it comes from. */
    public static HtmlPage live(String title) {
        return of(Shell.live(title), List.of(), Map.of(LIVE, true));
    }

    private static String title(Stream<RunResult> runs) {
        return runs.map(run -> run.scenario().name()).distinct().collect(Collectors.joining(", "));
    }

    /** The file's content, with a line end. */
    public String render() {
        return content;
    }

    /** The results and what is shown with them, as the scripts read them: as much as a page has room for. */
    public String data() {
        return data;
    }

    /**
     * A page but for its data.
     *
     * @param start up to the data
     * @param end from there on
     */
    private record Shell(String start, String end) {
        static Shell of(String title, String text) {
            return of(title, text, POLICY, resource(STYLE), SCRIPTS.stream());
        }

        static Shell live(String title) {
            return of(
                    title,
                    "Follow the run in the terminal, or allow scripts here.",
                    LIVE_POLICY,
                    resource(STYLE) + resource(LIVE_STYLE),
                    Stream.concat(SCRIPTS.stream(), Stream.of(LIVE_SCRIPT)));
        }

        private static Shell of(String title, String text, String policy, String style, Stream<String> scripts) {
            var script = Compressed.of(scripts.map(HtmlPage::resource).collect(Collectors.joining("\n")))
                    .inText();
            var parts = Map.of(
                    "TITLE", escaped(title), "POLICY", policy, "STYLE", style, "TEXT", escaped(text), "SCRIPT", script);
            var page = resource("page.html").split(Pattern.quote(DATA), 2);
            return new Shell(filled(page[0], parts), filled(page[1], parts));
        }

        private static String filled(String text, Map<String, String> parts) {
            return PLACE.matcher(text)
                    .replaceAll(place -> Matcher.quoteReplacement(parts.getOrDefault(place.group(1), place.group())));
        }

        String filled(String data) {
            return start + data + end;
        }

        /** For the data, in bytes before Base64. */
        long room() {
            long bytes = filled("").getBytes(StandardCharsets.UTF_8).length;
            return (MOST_BYTES - bytes) * BYTES_AS_THEY_ARE / BYTES_IN_TEXT;
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /**
     * Everything that the page shows.
     *
     * @param shown with the runs, by its key: a comparison, or claims
     * @param room for it, in bytes before Base64
     */
    private static String data(List<ReportedRun> runs, Map<String, Object> shown, long room) {
        var views = runs.stream().map(run -> new RunView(run.result())).toList();
        for (var distributions : Distributions.values()) {
            var within = new Compressed(room);
            within.write(document(entries(views, distributions, within), views.size(), runs, shown));
            if (!within.isFull()) {
                return within.inText();
            }
        }
        long roomOfRuns = room - Compressed.of(JsonDocument.write(shown)).bytes();
        var fitting = fitting(views, Distributions.OF_LEVELS, roomOfRuns);
        var cut = new Compressed(Long.MAX_VALUE);
        cut.write(document(fitting, fitting.size(), runs, shown));
        return cut.inText();
    }

    /** Each is made when it is written: of a thousand runs a page has room for some ten. None after those that fill it. */
    private static List<Map<String, Object>> entries(
            List<RunView> views, Distributions distributions, Compressed written) {
        return new AbstractList<>() {
            @Override
            public Map<String, Object> get(int index) {
                return written.isFull() ? Map.of() : json(views.get(index), distributions);
            }

            @Override
            public int size() {
                return views.size();
            }
        };
    }

    /** @param held how many these are of the first of the runs; the others are named only */
    private static Map<String, Object> document(
            List<Map<String, Object>> entries, int held, List<ReportedRun> runs, Map<String, Object> shown) {
        var document = new LinkedHashMap<String, Object>();
        document.put("runs", entries);
        document.put(
                "leftOut",
                runs.stream()
                        .skip(held)
                        .map(run -> run.result().origin().runId())
                        .toList());
        document.putAll(shown);
        return document;
    }

    /** As many of them, from the first on, as have room together; one in any case. */
    private static List<Map<String, Object>> fitting(List<RunView> views, Distributions distributions, long room) {
        var fitting = new ArrayList<Map<String, Object>>();
        long bytes = 0;
        for (var view : views) {
            var entry = json(view, distributions);
            bytes += Compressed.of(JsonDocument.write(entry)).bytes();
            if (bytes > room && !fitting.isEmpty()) {
                break;
            }
            fitting.add(entry);
        }
        return fitting;
    }

    /**
     * A run as the page reads it.
     *
     * @param distributions that it holds; only with all of them the page can give the result back
     */
    private static Map<String, Object> json(RunView view, Distributions distributions) {
        var json = new LinkedHashMap<String, Object>();
        json.put("file", view.run().origin().runId() + ".json");
        json.put("text", text(view, distributions));
        json.put("isWhole", distributions == Distributions.ALL);
        json.put("headline", Headline.of(view));
        json.put("why", Headline.details(view));
        json.put("bottlenecks", view.bottlenecks().json());
        json.put("expected", view.levels().isEmpty() ? Optional.empty() : WholeRunTable.json(view));
        json.put("study", study(view));
        json.put("capacity", view.levels().isEmpty() ? Optional.empty() : CapacityTable.json(view));
        json.put("ratios", ratios(view));
        json.put("byName", view.levels().isEmpty() ? Optional.empty() : FiguresByName.json(view));
        json.put(
                "tables",
                Stream.concat(
                                view.levels().isEmpty() ? Stream.empty() : LevelTable.json(view).stream(),
                                GeneratorTable.json(view).stream())
                        .toList());
        json.put("notes", new RunNotes(view, RunTable.Detail.SHORT).texts());
        return json;
    }

    /** The run as the study that it reproduces shows its own. Each variant is shown by its first complete trial. */
    static Optional<Map<String, Object>> study(RunView view) {
        return reproduction(view).flatMap(reproduction -> {
            var shown = new LinkedHashMap<String, WindowMeasurement>();
            view.variants()
                    .forEach(variant -> view.measurements(variant)
                            .findFirst()
                            .flatMap(view::predicted)
                            .ifPresent(window -> shown.put(variant, window)));
            return reproduction.report(
                    shown, view.predictsLastLevel() ? Optional.of(view.levels().getLast()) : Optional.empty());
        });
    }

    private static Optional<Reproduction> reproduction(RunView view) {
        return view.levels().isEmpty()
                        || view.run().layout().design().capacity().isPresent()
                ? Optional.empty()
                : Reproduction.of(view.run());
    }

    /** The trials of which the study's report draws the distribution of all responses. */
    private static Set<TrialId> drawnAsAWhole(RunView view) {
        return reproduction(view)
                .filter(reproduction -> reproduction.drawsDistributions() && !view.predictsLastLevel())
                .map(reproduction -> view.variants().stream()
                        .flatMap(variant -> view.trials(variant).stream().limit(1))
                        .map(TrialResult::id)
                        .collect(Collectors.toSet()))
                .orElseGet(Set::of);
    }

    private static String text(RunView view, Distributions distributions) {
        return switch (distributions) {
            case ALL -> ResultFile.text(view.run());
            case DRAWN -> ResultFile.textOfLevels(view.run(), drawnAsAWhole(view));
            case OF_LEVELS -> ResultFile.textOfLevels(view.run(), Set.of());
        };
    }

    /** Of goodput to the first variant's, by level and variant, as the table has them; without those that are withheld. */
    private static Map<String, Map<String, String>> ratios(RunView view) {
        var ratios = view.ratios();
        var byLevel = new LinkedHashMap<String, Map<String, String>>();
        for (var level : view.levels()) {
            var byVariant = new LinkedHashMap<String, String>();
            view.variants().stream()
                    .skip(1)
                    .forEach(variant ->
                            ratios.of(variant, level).ifPresent(ratio -> byVariant.put(variant, ratio.text())));
            byLevel.put(level.name(), byVariant);
        }
        return byLevel;
    }

    /** A text as it is kept in a page; once it has no room, the rest is dropped unread. */
    private static final class Compressed {
        private final long room;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        /** @param room in bytes */
        Compressed(long room) {
            this.room = room;
        }

        static Compressed of(String text) {
            var compressed = new Compressed(Long.MAX_VALUE);
            compressed.write(zip -> zip.write(text.getBytes(StandardCharsets.UTF_8)));
            return compressed;
        }

        void write(Map<String, Object> document) {
            write(zip -> JsonDocument.write(document, zip));
        }

        private void write(Content content) {
            try (var zip = new SmallestGzip()) {
                content.to(zip);
            } catch (IOException e) {
                throw new UncheckedIOException(e); // nothing is read or written but memory
            }
        }

        private interface Content {
            void to(OutputStream zip) throws IOException;
        }

        boolean isFull() {
            return bytes.size() > room;
        }

        int bytes() {
            return bytes.size();
        }

        /** In Base64, so that nothing in it can end the element that it is in. */
        String inText() {
            return Base64.getEncoder().encodeToString(bytes.toByteArray());
        }

        private final class SmallestGzip extends GZIPOutputStream {
            SmallestGzip() throws IOException {
                super(bytes);
                def.setLevel(Deflater.BEST_COMPRESSION);
            }

            @Override
            public synchronized void write(byte[] plain, int from, int length) throws IOException {
                if (!isFull()) {
                    super.write(plain, from, length);
                }
            }
        }
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
