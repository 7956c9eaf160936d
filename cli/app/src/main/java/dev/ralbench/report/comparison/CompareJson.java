package dev.ralbench.report.comparison;

import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.Difference;
import dev.ralbench.compare.Group;
import dev.ralbench.compare.History;
import dev.ralbench.compare.HistoryRow;
import dev.ralbench.compare.Machine;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.gate.GateResult;
import dev.ralbench.load.Level;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.page.Spelling;
import dev.ralbench.result.Design;
import dev.ralbench.result.JsonDocument;
import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The full output of compare for programs: {@value #SCHEMA}. One comparison and several have the same shape, so a
 * reader need not know the input.
 */
public final class CompareJson {
    /** The format; {@code results/schema/compare.schema.json} describes every key. */
    public static final String SCHEMA = "ralbench.compare/2";

    private final CompareReport report;

    public CompareJson(CompareReport report) {
        this.report = report;
    }

    /** The document with a line end. */
    public String render() {
        return JsonDocument.write(document());
    }

    /** The document, for {@link JsonDocument#write}. */
    public Map<String, Object> document() {
        var document = new LinkedHashMap<String, Object>();
        document.put("schema", SCHEMA);
        document.put("decision", report.decision());
        document.put("exitCode", report.exitCode());
        document.put("groups", groups());
        document.put(
                "histories",
                report.overTime().stream().map(CompareJson::history).toList());
        document.put(
                "alone",
                report.alone().stream().map(each -> alone(each.group())).toList());
        document.put(
                "leftOut", report.leftOut().stream().map(CompareJson::leftOut).toList());
        return document;
    }

    private List<Map<String, Object>> groups() {
        var groups = new ArrayList<Map<String, Object>>();
        for (var section : report.sections()) {
            switch (section) {
                case CompareReport.Compared compared -> groups.add(comparison(compared));
                case CompareReport.Refused refused ->
                    groups.add(refused.refusal().document());
                case CompareReport.OverTime overTime -> {}
                case CompareReport.Alone alone -> {}
            }
        }
        return groups;
    }

    /** All data of one comparison, unrounded. */
    private static Map<String, Object> comparison(CompareReport.Compared compared) {
        var view = compared.view();
        var comparison = view.comparison();
        var json = new LinkedHashMap<String, Object>();
        json.put("kind", Spelling.of(comparison.kind()));
        json.put("decision", view.gate().map(gate -> gate.decision().name()));
        json.put("exitCode", view.exitCode());
        json.put("scenario", view.scenario());
        json.put("apart", facts(compared.apart()));
        json.put("baseline", comparison.baseline());
        json.put("variants", comparison.variants());
        json.put("levels", comparison.levels().stream().map(Level::name).toList());
        json.put("design", design(view));
        json.put("family", view.gate().map(CompareJson::family));
        json.put("validity", validity(view));
        json.put("intervalOf", Spelling.of(comparison.reach()));
        json.put(
                "machines",
                view.machines().stream()
                        .map(machine -> machine(comparison, machine))
                        .toList());
        json.put("metrics", new ComparisonTable(view).json());
        json.put("runs", comparison.runs().stream().map(CompareJson::described).toList());
        json.put("notes", view.remarks());
        return json;
    }

    private static Map<String, Object> machine(Comparison comparison, Machine machine) {
        var json = new LinkedHashMap<String, Object>();
        json.put("facts", machine.facts());
        json.put(
                "runs",
                machine.runs().stream()
                        .map(run -> comparison.runs().get(run).origin().runId())
                        .toList());
        return json;
    }

    private static Map<String, Object> design(ComparisonView view) {
        var design = view.comparison().runs().getFirst().layout().design();
        var json = new LinkedHashMap<String, Object>();
        json.put("order", design.order().toString());
        json.put("unit", "block");
        json.put("blocks", view.comparison().blocks());
        json.put("windowsPerLevel", design.turns().map(Design.Turns::perLevel).orElse(1));
        json.put("attempt", design.attempt());
        return json;
    }

    private static Map<String, Object> family(GateResult gate) {
        var json = new LinkedHashMap<String, Object>();
        json.put("gate", gate.name());
        json.put("gateSha256", gate.sha256());
        json.put("look", gate.confidence().look().number());
        json.put("looks", gate.confidence().looks());
        json.put("alpha", gate.confidence().alpha());
        json.put("alphaThisLook", gate.confidence().look().alpha());
        json.put("passAlpha", gate.confidence().passAlpha());
        json.put("passAlphaThisLook", gate.confidence().look().passAlpha());
        json.put("onInconclusive", gate.onInconclusive().toString());
        json.put("correction", "holm");
        json.put("size", gate.confidence().familySize());
        return json;
    }

    private static Map<String, Object> validity(ComparisonView view) {
        var header = new ComparisonHeader(view);
        var json = new LinkedHashMap<String, Object>();
        json.put("trials", header.trialCount());
        json.put("valid", header.validCount());
        json.put("stealShareMax", header.stealMost());
        json.put("generatorCpuShareMax", header.generatorMost());
        json.put("littleDeviationMax", header.littleMost());
        return json;
    }

    private static Map<String, Object> described(RunResult run) {
        var json = new LinkedHashMap<String, Object>();
        json.put("runId", run.origin().runId());
        json.put("startedAt", run.origin().startedAt().toString());
        json.put("tool", run.origin().tool());
        json.put("seed", run.layout().seed());
        json.put("scenarioSha256", run.scenario().sha256());
        json.put("machine", run.fingerprint().machine());
        json.put("software", run.fingerprint().software());
        return json;
    }

    /** The facts as a JSON object with one key per field. */
    private static Map<String, Object> facts(List<Difference> facts) {
        var json = new LinkedHashMap<String, Object>();
        facts.forEach(each -> json.put(each.field(), each.left()));
        return json;
    }

    private static Map<String, Object> history(CompareReport.OverTime overTime) {
        var history = overTime.history();
        var json = new LinkedHashMap<String, Object>();
        json.put("scenario", history.scenario());
        json.put("anchor", history.anchor());
        json.put("apart", facts(history.apart()));
        json.put("runs", history.runs().stream().map(CompareJson::run).toList());
        json.put("falseAlarms", History.FALSE_ALARMS);
        json.put("missingRuns", history.missingRuns());
        json.put("autocorrelation", history.autocorrelation());
        json.put(
                "facts",
                history.facts().stream().map(change -> fact(history, change)).toList());
        json.put("drift", overTime.driftText().map(DriftText::document));
        json.put("rows", history.rows().stream().map(row -> row(history, row)).toList());
        return json;
    }

    private static Map<String, Object> run(RunResult run) {
        var json = new LinkedHashMap<String, Object>();
        json.put("runId", run.origin().runId());
        json.put("startedAt", run.origin().startedAt().toString());
        return json;
    }

    private static Map<String, Object> row(History history, HistoryRow row) {
        var json = new LinkedHashMap<String, Object>();
        json.put("id", row.id());
        json.put("metric", row.metric().key());
        json.put("level", row.level().name());
        json.put("variant", row.variant());
        var unit = row.anchor().isPresent() ? MetricUnit.RATIO : row.metric().unit();
        json.put("unit", unit.symbol());
        json.put("quantity", Spelling.of(unit));
        json.put("better", Spelling.of(row.metric().better()));
        json.put("values", row.values());
        json.put("median", row.median());
        json.put("spread", row.spread());
        json.put("earlier", row.earlier());
        json.put("latest", row.latest());
        json.put("scale", ComparisonTable.scale(row.scale()));
        json.put("change", row.change());
        json.put(
                "changes",
                row.changes().stream().map(change -> change(history, change)).toList());
        return json;
    }

    private static Map<String, Object> fact(History history, History.FactChange change) {
        var json = new LinkedHashMap<String, Object>();
        json.put("run", history.runs().get(change.run()).origin().runId());
        json.put("field", change.fact().field());
        json.put("before", change.fact().left());
        json.put("after", change.fact().right());
        return json;
    }

    private static Map<String, Object> change(History history, HistoryRow.SeriesChange change) {
        var json = new LinkedHashMap<String, Object>();
        json.put("kind", Spelling.of(change.kind()));
        json.put("run", history.runs().get(change.from()).origin().runId());
        json.put("before", change.before());
        json.put("after", change.after());
        json.put("known", change.known());
        return json;
    }

    private static Map<String, Object> alone(Group group) {
        var json = new LinkedHashMap<String, Object>();
        json.put("scenario", group.scenario());
        json.put(
                "runs",
                group.sources().stream()
                        .map(ResultSource::run)
                        .map(run -> run.origin().runId())
                        .toList());
        json.put("apart", facts(group.apart()));
        return json;
    }

    private static Map<String, Object> leftOut(CompareReport.LeftOut file) {
        var json = new LinkedHashMap<String, Object>();
        json.put("file", file.file());
        json.put("reason", file.reason());
        return json;
    }
}
