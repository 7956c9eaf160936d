package dev.ralbench.report;

import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Page;
import dev.ralbench.result.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A run as text: the answer in a sentence, header, figures per level, the whole run, notes, and where the result is kept. */
public final class RunTable {
    private final RunView view;
    private final Detail detail;

    public enum Detail {
        SHORT,
        /** Everything, including the tail of the response times and the view from inside the target. */
        FULL,
    }

    public RunTable(RunResult run, Detail detail) {
        this(new RunView(run), detail);
    }

    RunTable(RunView view, Detail detail) {
        this.view = view;
        this.detail = detail;
    }

    /**
     * Lines without line ends.
     *
     * @param file where the result is kept, if anywhere
     */
    public List<String> render(Page page, Optional<Path> file) {
        var lines = new ArrayList<>(sentence(page));
        lines.addAll(new RunHeader(view, detail == Detail.FULL).render(page));
        if (!view.levels().isEmpty()) {
            append(lines, LevelTable.render(view, page));
            append(lines, LevelTable.renderServers(view, page));
            append(lines, wholeRunOrCapacity(page));
        }
        if (detail == Detail.FULL && !view.levels().isEmpty()) {
            append(lines, LevelTable.renderTail(view, page));
            append(lines, LevelTable.renderOpen(view, page));
            append(lines, LevelTable.renderTransfer(view, page));
            append(lines, LevelTable.renderInside(view, page));
            append(lines, LevelTable.renderPools(view, page));
            append(lines, LevelTable.renderThreads(view, page));
            append(lines, LittleTable.render(view, page));
            append(lines, GeneratorTable.render(view, page));
        }
        append(
                lines,
                new RunNotes(view, detail)
                        .all(page.width()).stream()
                                .flatMap(note -> note.lines(page).stream())
                                .toList());
        file.ifPresent(path -> lines.add("result: " + path));
        return List.copyOf(lines);
    }

    /**
     * The answer and the figures per level alone, as other reports begin with them.
     *
     * @param baseline what the report compares with
     * @return nothing if nothing was measured, or if the run is about another baseline
     */
    public List<String> overview(Page page, String baseline) {
        if (view.levels().isEmpty() || !view.variants().getFirst().equals(baseline)) {
            return List.of();
        }
        var lines = new ArrayList<>(sentence(page));
        lines.addAll(LevelTable.render(view, page));
        return List.copyOf(lines);
    }

    /** With an empty line below it; nothing if there is none. */
    private List<String> sentence(Page page) {
        return Headline.of(view)
                .map(sentence -> Stream.concat(page.wrapped(Emphasis.TITLE, sentence, 2).stream(), Stream.of(""))
                        .toList())
                .orElse(List.of());
    }

    /** The table without the line that names the result file. */
    List<String> render(Page page) {
        return render(page, Optional.empty());
    }

    private List<String> wholeRunOrCapacity(Page page) {
        if (view.run().layout().design().capacity().isPresent()) {
            return CapacityTable.render(view, page);
        }
        return WholeRunTable.isWorthIt(view, detail == Detail.FULL) ? WholeRunTable.render(view, page) : List.of();
    }

    private static void append(List<String> lines, List<String> section) {
        if (!section.isEmpty()) {
            lines.add("");
            lines.addAll(section);
        }
    }
}
