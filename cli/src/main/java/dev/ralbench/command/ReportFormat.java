package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.report.ComparisonCsv;
import dev.ralbench.report.ComparisonJUnit;
import dev.ralbench.report.ComparisonJson;
import dev.ralbench.report.ComparisonMarkdown;
import dev.ralbench.report.ComparisonRefusal;
import dev.ralbench.report.ComparisonView;
import dev.ralbench.report.Signs;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** In which form a comparison is written, and how files of that form end. */
enum ReportFormat {
    TERMINAL("txt"),
    MARKDOWN("md"),
    JSON("json"),
    JUNIT("xml"),
    CSV("csv");

    private final String ending;

    ReportFormat(String ending) {
        this.ending = ending;
    }

    /** As it is typed and listed. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** By the file's ending. */
    static ReportFormat of(Path file) {
        var name = String.valueOf(file.getFileName());
        for (var format : values()) {
            if (name.toLowerCase(Locale.ROOT).endsWith("." + format.ending)) {
                return format;
            }
        }
        throw Failure.usage(
                "--output " + file + ": its ending does not say which format is meant",
                "known endings: "
                        + Arrays.stream(values())
                                .map(format -> "." + format.ending + " (" + format + ")")
                                .collect(Collectors.joining(", ")),
                "give the file one of them, or - for standard output");
    }

    /** The same for a comparison that did not come about. */
    String render(ComparisonRefusal refusal, Signs signs) {
        return switch (this) {
            case TERMINAL -> refusal.text();
            case MARKDOWN -> refusal.markdown(signs);
            case JSON -> refusal.json();
            case JUNIT -> refusal.junit();
            case CSV -> refusal.csv();
        };
    }

    /** The whole document with its line end. */
    String render(ComparisonView view, TextReport text) {
        return switch (this) {
            case TERMINAL -> text.terminal(view);
            case MARKDOWN -> new ComparisonMarkdown(view, text.page().signs()).render() + text.reference(view);
            case JSON -> new ComparisonJson(view).render();
            case JUNIT -> new ComparisonJUnit(view).render();
            case CSV -> new ComparisonCsv(view).render();
        };
    }
}
