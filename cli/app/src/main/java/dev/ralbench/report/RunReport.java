package dev.ralbench.report;

import static dev.ralbench.page.Markdown.escaped;

import dev.ralbench.gate.ScenarioLimitJudge.LimitResult;
import dev.ralbench.page.Csv;
import dev.ralbench.page.Field;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Page;
import dev.ralbench.page.Pictures;
import dev.ralbench.page.Spelling;
import dev.ralbench.result.JsonDocument;
import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report on single runs, each by itself: the tables of {@link RunTable} and the limits of the scenario, in forms for
 * people and for programs.
 */
public final class RunReport {
    /** The format in JSON; {@code results/schema/report.schema.json} describes every key. */
    public static final String SCHEMA = "ralbench.report/1";

    private static final List<Field<ReportedRun>> OF_RUN = List.of(
            new Field<>("run", run -> run.result().origin().runId()),
            new Field<>("scenario", run -> run.result().scenario().name()));

    private final List<ViewedRun> runs;
    private final RunTable.Detail detail;

    /**
     * A run.
     *
     * @param limits of its scenario, judged
     */
    public record ReportedRun(RunResult result, List<LimitResult> limits) {
        public ReportedRun {
            limits = List.copyOf(limits);
        }
    }

    /** One view for all forms: a large run's figures take seconds. */
    private record ViewedRun(ReportedRun run, RunView view) {}

    public RunReport(List<ReportedRun> runs, RunTable.Detail detail) {
        this.runs = runs.stream()
                .map(run -> new ViewedRun(run, new RunView(run.result())))
                .toList();
        this.detail = detail;
    }

    /** The runs in their order. */
    public List<RunResult> results() {
        return runs.stream().map(viewed -> viewed.run().result()).toList();
    }

    /** The text for a file, with a line end. */
    public String text(Page page) {
        return runs.stream()
                .map(run -> Stream.concat(
                                new RunTable(run.view(), detail).render(page).stream(),
                                LimitLines.render(run.run().limits(), page).stream())
                        .collect(Collectors.joining("\n", "", "\n")))
                .collect(Collectors.joining("\n"));
    }

    /**
     * A section for each run, with a line end; the first line of each is a mark by which a comment is found again.
     *
     * @param pictures get one for each run
     */
    public String markdown(Glyphs signs, Pictures pictures) {
        return runs.stream()
                .map(run -> markdown(run, signs, pictures).stream().collect(Collectors.joining("\n", "", "\n")))
                .collect(Collectors.joining("\n"));
    }

    private List<String> markdown(ViewedRun viewed, Glyphs signs, Pictures pictures) {
        var run = viewed.run();
        var view = viewed.view();
        var header = new RunHeader(view, detail == RunTable.Detail.FULL);
        var lines = new ArrayList<String>();
        lines.add("<!-- ralbench:run=" + run.result().scenario().name().replaceAll("[^A-Za-z0-9._-]", "-") + " -->");
        lines.add("### " + escaped(signs.spelled(String.join(" · ", header.parts()))));
        Headline.of(view).ifPresent(sentence -> lines.addAll(List.of("", "**" + escaped(sentence) + "**")));
        header.notes().forEach(note -> lines.addAll(List.of("", escaped(signs.spelled(note.text())))));
        if (!view.levels().isEmpty()) {
            LevelTable.markdown(view, detail).forEach(table -> append(lines, table));
            append(lines, LevelPicture.markdown(view, pictures));
            if (WholeRunTable.isWorthIt(view, detail == RunTable.Detail.FULL)) {
                append(lines, WholeRunTable.markdown(view));
            }
            append(lines, CapacityTable.markdown(view));
            if (detail == RunTable.Detail.FULL) {
                append(lines, GeneratorTable.markdown(view));
            }
        }
        var notes = Stream.concat(
                        new RunNotes(view, detail).texts().stream(),
                        LimitLines.notes(run.limits()).stream().map(Note::text))
                .map(text -> "- " + escaped(signs.spelled(text)))
                .toList();
        append(lines, notes);
        return lines.stream().map(signs::spelled).toList();
    }

    private static void append(List<String> lines, List<String> section) {
        if (!section.isEmpty()) {
            lines.add("");
            lines.addAll(section);
        }
    }

    /** A page with charts. */
    public HtmlPage html(Page page) {
        return HtmlPage.ofRuns(runs.stream().map(ViewedRun::run).toList(), text(page));
    }

    /** One row per figure. */
    public String csv() {
        var header = Stream.of(Field.header(OF_RUN), Field.header(RunFigures.FIELDS))
                .flatMap(List::stream)
                .toList();
        var rows = runs.stream()
                .flatMap(run -> RunFigures.of(run.view()).stream()
                        .map(figure -> Stream.of(Field.csv(OF_RUN, run.run()), Field.csv(RunFigures.FIELDS, figure))
                                .flatMap(List::stream)
                                .toList()));
        return Stream.concat(Stream.of(header), rows).map(Csv::line).collect(Collectors.joining());
    }

    /** JUnit XML with a test case for each limit and each trial. */
    public String junit() {
        return RunJUnit.render(runs.stream().map(ViewedRun::run).toList());
    }

    /** The figures with notes and limits, as JSON of the schema {@value #SCHEMA}. */
    public String json() {
        var document = new LinkedHashMap<String, Object>();
        document.put("schema", SCHEMA);
        document.put("runs", runs.stream().map(this::json).toList());
        return JsonDocument.write(document);
    }

    private Map<String, Object> json(ViewedRun viewed) {
        var run = viewed.run();
        var view = viewed.view();
        var result = run.result();
        var json = Field.json(OF_RUN, run);
        json.put("startedAt", result.origin().startedAt().toString());
        json.put("status", Spelling.of(result.status()));
        json.put(
                "figures",
                RunFigures.of(view).stream()
                        .map(figure -> Field.json(RunFigures.FIELDS, figure))
                        .toList());
        json.put("bottlenecks", view.bottlenecks().json());
        json.put("limits", run.limits().stream().map(RunReport::json).toList());
        json.put("notes", new RunNotes(view, detail).texts());
        return json;
    }

    private static Map<String, Object> json(LimitResult result) {
        var json = new LinkedHashMap<String, Object>();
        json.put("limit", result.limit().key());
        json.put("level", result.place());
        json.put("variant", result.variant());
        json.put("outcome", result.outcome().words());
        json.put("why", result.why());
        return json;
    }
}
