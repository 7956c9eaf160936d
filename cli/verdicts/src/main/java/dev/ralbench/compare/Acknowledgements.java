package dev.ralbench.compare;

import dev.ralbench.Failure;
import dev.ralbench.yaml.FileKind;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.Reading;
import dev.ralbench.yaml.SchemaFormat;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.SourceText;
import dev.ralbench.yaml.TextSyntax;
import dev.ralbench.yaml.YamlTree;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Changes in a history that are known and explained, so that it does not report them as new ones each day. */
public record Acknowledgements(List<Acknowledgement> all) {
    public static final Acknowledgements NONE = new Acknowledgements(List.of());

    /** The name of the file that is looked for next to results. */
    public static final String FILE = "acknowledged.yaml";

    private static final FileKind KIND =
            new FileKind("file of acknowledged changes", "version: 1", "docs/reference/compare.md", "");
    private static final String SCHEMA = "/dev/ralbench/scenarios/gates/acknowledged.schema.json";

    /** With more runs the best place of a step moves by a run or two. */
    private static final int NEAR = 2;

    public Acknowledgements {
        all = List.copyOf(all);
    }

    /**
     * A known change.
     *
     * @param row such as {@code goodput@256}
     * @param variant that it is of; any if it is empty
     * @param at id of the first run after it
     * @param reason why it is no news
     */
    public record Acknowledgement(String row, Optional<String> variant, String at, String reason) {
        boolean isAbout(HistoryRow of) {
            return row.equals(of.id())
                    && variant.filter(name -> !name.equals(of.variant())).isEmpty();
        }
    }

    /**
     * Reads a file.
     *
     * @throws Failure that lists everything wrong with it
     */
    public static Acknowledgements read(Path path) {
        return parse(path.toString(), SourceText.read(path, KIND));
    }

    static Acknowledgements parse(String source, String text) {
        var problems = new Problems();
        var tree = YamlTree.readMapping(source, KIND, text, problems);
        var root = Section.open(Reading.into(problems), "", tree, SchemaFormat.read(SCHEMA));
        root.require("version", new NumberSyntax(1, 1));
        var all = root.sections("acknowledged").stream()
                .map(Acknowledgements::acknowledgement)
                .toList();
        problems.throwIfAny(source, KIND.fix());
        return new Acknowledgements(all);
    }

    private static Acknowledgement acknowledgement(Section section) {
        return new Acknowledgement(
                section.require("row", TextSyntax.NOT_BLANK),
                section.find("variant", TextSyntax.NOT_BLANK),
                section.require("at", TextSyntax.NOT_BLANK),
                section.require("reason", TextSyntax.NOT_BLANK));
    }

    /**
     * Why a step, or latest runs, that begin at a run are known; empty if they are news. An entry is about one change, the
     * nearest: the next one is news, whichever way it goes.
     *
     * @param starts first runs of all such changes of the row
     */
    Optional<String> ofStep(HistoryRow row, int from, List<Integer> starts, List<String> runs) {
        return all.stream()
                .filter(each -> each.isAbout(row) && runs.contains(each.at()))
                .filter(each -> nearest(runs.indexOf(each.at()), starts) == from)
                .map(Acknowledgement::reason)
                .findFirst();
    }

    /** -1 if none is near. */
    private static int nearest(int at, List<Integer> starts) {
        return starts.stream()
                .filter(start -> Math.abs(start - at) <= NEAR)
                .min(Comparator.comparingInt(start -> Math.abs(start - at)))
                .orElse(-1);
    }

    /** Why a trend that begins at a run is known: it was acknowledged at any run since. */
    Optional<String> ofTrend(HistoryRow row, int from, List<String> runs) {
        return all.stream()
                .filter(each -> each.isAbout(row))
                .filter(each -> runs.indexOf(each.at()) >= from)
                .map(Acknowledgement::reason)
                .findFirst();
    }
}
