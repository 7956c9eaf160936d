package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Change;
import dev.ralbench.compare.Difference;
import dev.ralbench.compare.Hints;
import dev.ralbench.compare.Machine;
import dev.ralbench.compare.MachineEffects;
import dev.ralbench.compare.Side;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.load.Level;
import dev.ralbench.page.Spelling;
import dev.ralbench.report.ChangeText;
import dev.ralbench.result.Design;
import dev.ralbench.result.RunResult;
import dev.ralbench.statistics.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** All data in the tables of one comparison, with their inputs, unrounded. */
final class ComparisonJson {
    private final ComparisonView view;
    private final List<Machine> machines;
    private final List<MachineEffects> effects;

    ComparisonJson(ComparisonView view) {
        this.view = view;
        this.machines = Machine.of(view.comparison().runs());
        this.effects = view.isJudged() ? MachineEffects.of(machines, shownCells()) : List.of();
    }

    private List<Cell> shownCells() {
        return Stream.concat(view.rules().stream().map(RuleResult::cell), view.cells().stream())
                .toList();
    }

    /** @param apart facts that tell it from other comparisons of the same scenario */
    Map<String, Object> document(List<Difference> apart) {
        var document = new LinkedHashMap<String, Object>();
        document.put("kind", Spelling.of(view.comparison().kind()));
        document.put("decision", view.gate().map(gate -> gate.decision().name()));
        document.put("exitCode", view.exitCode());
        document.put("scenario", view.scenario());
        document.put("apart", CompareJson.facts(apart));
        document.put("baseline", view.comparison().baseline());
        document.put("variants", view.comparison().variants());
        document.put(
                "levels", view.comparison().levels().stream().map(Level::name).toList());
        document.put("design", design());
        document.put("family", view.gate().map(ComparisonJson::family));
        document.put("validity", validity());
        document.put("intervalOf", IntervalTitle.key(view.comparison().reach()));
        document.put("machines", machines.stream().map(this::machine).toList());
        document.put("metrics", metrics());
        document.put(
                "runs",
                view.comparison().runs().stream().map(ComparisonJson::run).toList());
        var notes = new ArrayList<String>();
        view.comparison().notes().forEach(note -> notes.add(note.text()));
        view.gate().ifPresent(gate -> notes.addAll(gate.notes()));
        document.put("notes", notes);
        return document;
    }

    private Map<String, Object> machine(Machine machine) {
        var json = new LinkedHashMap<String, Object>();
        json.put("facts", machine.facts());
        json.put("runs", machine.runs().stream().map(this::runId).toList());
        return json;
    }

    private String runId(int run) {
        return view.comparison().runs().get(run).origin().runId();
    }

    private Map<String, Object> design() {
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

    private Map<String, Object> validity() {
        var header = new ComparisonHeader(view);
        var json = new LinkedHashMap<String, Object>();
        json.put("trials", header.trialCount());
        json.put("valid", header.validCount());
        json.put("stealShareMax", header.stealMost());
        json.put("generatorCpuShareMax", header.generatorMost());
        json.put("littleDeviationMax", header.littleMost());
        return json;
    }

    private static Map<String, Object> run(RunResult run) {
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

    private List<Map<String, Object>> metrics() {
        var metrics = new ArrayList<Map<String, Object>>();
        for (var rule : view.rules()) {
            var json = cell(rule.cell(), "gate");
            json.put("verdict", Spelling.of(rule.judgement().verdict()));
            json.put("words", rule.words());
            json.put("rule", rule(rule));
            metrics.add(json);
        }
        var verdicts = view.verdictText();
        view.cells().forEach(cell -> metrics.add(shown(cell, verdicts)));
        return metrics;
    }

    private Map<String, Object> shown(Cell cell, VerdictText verdicts) {
        var json = cell(cell, "shown");
        json.put("verdict", Spelling.of(verdicts.verdict(cell)));
        json.put("words", verdicts.text(cell));
        json.put("rule", Optional.empty());
        return json;
    }

    private Map<String, Object> cell(Cell cell, String role) {
        var json = new LinkedHashMap<String, Object>();
        json.put("id", cell.id());
        json.put("metric", cell.metric().key());
        json.put("level", cell.level().name());
        json.put("variant", cell.variant());
        json.put("unit", cell.metric().unit().symbol());
        json.put("quantity", Spelling.of(cell.metric().unit()));
        json.put("better", Spelling.of(cell.metric().better()));
        json.put("role", role);
        json.put("base", side(cell.base()));
        json.put("head", side(cell.head()));
        json.put("change", cell.change().map(change -> change(cell, change)));
        json.put(
                "harm",
                cell.change()
                        .map(change -> change.perBlock().stream()
                                .map(ComparisonJson::number)
                                .toList()));
        json.put("byRun", view.comparison().runs().size() > 1 ? byRun(cell) : List.of());
        json.put("byMachine", byMachine(cell));
        json.put("p", cell.change().map(ComparisonJson::probabilities));
        json.put("material", cell.metric().comparison().material());
        json.put("tolerated", cell.metric().comparison().tolerated());
        json.put(
                "detectable95",
                cell.change()
                        .map(change -> Hints.detectable(cell.metric(), change))
                        .orElseGet(OptionalDouble::empty));
        json.put("notes", cell.notes());
        return json;
    }

    private List<Map<String, Object>> byRun(Cell cell) {
        var runs = new ArrayList<Map<String, Object>>();
        cell.change()
                .ifPresent(change -> change.byRun().forEach((run, harms) -> {
                    var json = new LinkedHashMap<String, Object>();
                    json.put("run", runId(run));
                    json.put("blocks", harms.size());
                    json.put("estimate", ChangeText.value(cell.metric(), change.scale(), Change.estimate(harms)));
                    runs.add(json);
                }));
        return runs;
    }

    /** Null if all blocks are of one machine. */
    private Optional<Map<String, Object>> byMachine(Cell cell) {
        return effects.stream()
                .filter(each -> each.cell().equals(cell))
                .findFirst()
                .map(each -> {
                    var json = new LinkedHashMap<String, Object>();
                    json.put(
                            "estimates",
                            each.estimates().stream()
                                    .map(harm -> estimate(cell, harm))
                                    .toList());
                    json.put("p", each.probability());
                    json.put("isBeyondNoise", each.isBeyondNoise());
                    return json;
                });
    }

    private static Object estimate(Cell cell, OptionalDouble harm) {
        return harm.isPresent()
                ? (Object) ChangeText.value(
                        cell.metric(), cell.change().orElseThrow().scale(), harm.getAsDouble())
                : Optional.empty();
    }

    private static Map<String, Object> side(Side side) {
        var json = new LinkedHashMap<String, Object>();
        json.put("typical", side.typical());
        json.put("trials", side.trials());
        return json;
    }

    private static Map<String, Object> change(Cell cell, Change change) {
        var text = ChangeText.of(cell).orElseThrow();
        var json = new LinkedHashMap<String, Object>();
        json.put("scale", scale(change.scale()));
        json.put("estimate", number(text.estimate()));
        json.put("low", number(text.low()));
        json.put("high", number(text.high()));
        json.put("confidence", number(change.harm().confidence()));
        json.put("method", change.method());
        return json;
    }

    /**
     * The harm at the confidence at which this look decides: a share of base for relative rules, in the metric's unit
     * for exact ones.
     */
    private static Map<String, Object> ofRule(Interval harm, ChangeText text) {
        var json = new LinkedHashMap<String, Object>();
        json.put("estimate", number(text.estimate()));
        json.put("low", number(text.low()));
        json.put("high", number(text.high()));
        json.put("confidence", number(harm.confidence()));
        return json;
    }

    static String scale(Change.Scale scale) {
        return scale == Change.Scale.LOG_RATIO ? "relative" : "difference";
    }

    private static Map<String, Object> probabilities(Change change) {
        var json = new LinkedHashMap<String, Object>();
        json.put("worse", number(change.probabilityOfWorse()));
        json.put("better", number(change.probabilityOfBetter()));
        return json;
    }

    private static Map<String, Object> rule(RuleResult rule) {
        var json = new LinkedHashMap<String, Object>();
        json.put("id", rule.id());
        json.put("kind", rule.rule().kind().key());
        json.put("outcome", rule.outcome().name());
        json.put(
                "change",
                rule.judgement().harm().flatMap(harm -> ChangeText.of(rule).map(text -> ofRule(harm, text))));
        json.put("holm", rule.judgement().adjusted().map(ComparisonJson::number));
        json.put("bounds", rule.bounds());
        json.put("detectable95", rule.judgement().detectable().map(ComparisonJson::number));
        json.put("why", rule.judgement().why());
        return json;
    }

    /** JSON has no infinity. */
    static Object number(double value) {
        return Double.isFinite(value) ? (Object) value : Optional.empty();
    }
}
