package dev.ralbench.report.comparison;

import static dev.ralbench.page.Markdown.code;
import static dev.ralbench.page.Markdown.escaped;

import dev.ralbench.Failure;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.JUnitXml;
import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The reports on a refused comparison, which give a reader of the file the reason.
 *
 * @param failure of the kind {@code INCOMPARABLE}, {@code INVALID} or {@code REGRESSION}
 * @param gate its name, if there is one
 * @param run the first one that was given
 * @param exitCode of the command
 */
public record ComparisonRefusal(Failure failure, Optional<String> gate, RunResult run, int exitCode) {
    String decision() {
        return switch (failure.kind()) {
            case INVALID -> Decision.INVALID.name();
            case REGRESSION -> Decision.FAIL.name();
            case USAGE, ENVIRONMENT, INCOMPARABLE, DEFECT -> Decision.INCOMPARABLE.name();
        };
    }

    /** Such as {@code pr INCOMPARABLE}; without a gate the decision alone. */
    public String verdict() {
        return gate.map(name -> name + " ").orElse("") + decision();
    }

    private String scenario() {
        return run.scenario().name();
    }

    /** The message in its three parts. */
    List<String> lines() {
        var lines = new ArrayList<>(List.of(
                "ralbench compare"
                        + gate.map(name -> " · gate \"" + name + "\"").orElse("") + " · " + scenario(),
                failure.what()));
        failure.why().lines().map(line -> "  " + line).forEach(lines::add);
        lines.add("-> " + failure.fix());
        lines.add("RESULT " + decision() + "  exit " + exitCode);
        return lines;
    }

    /** A part of a comment. */
    List<String> section(Glyphs signs) {
        var lines = new ArrayList<String>();
        var title = gate.map(name -> "ralbench " + code(name)).orElse("ralbench compare " + code(scenario()));
        lines.add("### " + title + ": " + (signs == Glyphs.ASCII ? "" : "⚠️ ") + escaped(failure.what()));
        if (!failure.why().isBlank()) {
            // Nothing in it may end the block.
            lines.addAll(List.of("", "```", failure.why().replace("`", "'").strip(), "```"));
        }
        lines.addAll(List.of("", escaped(failure.fix()), "", decision() + ", exit code " + exitCode + "."));
        return lines;
    }

    /** A suite whose only case is an error. */
    JUnitXml.Suite suite() {
        var error = new JUnitXml.Case(
                scenario(),
                "decision",
                JUnitXml.CaseStatus.ERROR,
                decision(),
                failure.what(),
                (failure.why() + "\n" + failure.fix()).strip());
        var properties = List.of(new JUnitXml.Property("run", run.origin().runId()));
        return new JUnitXml.Suite(
                CompareJUnit.name(gate, scenario()), run.origin().startedAt().toString(), properties, List.of(error));
    }

    /** The refusal of {@value CompareJson#SCHEMA}. */
    Map<String, Object> document() {
        var message = new LinkedHashMap<String, Object>();
        message.put("what", failure.what());
        message.put("why", failure.why());
        message.put("fix", failure.fix());
        var document = new LinkedHashMap<String, Object>();
        document.put("kind", "refused");
        document.put("decision", decision());
        document.put("exitCode", exitCode);
        document.put("scenario", scenario());
        document.put("gate", gate);
        document.put("message", message);
        return document;
    }
}
