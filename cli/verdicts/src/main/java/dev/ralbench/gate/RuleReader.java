package dev.ralbench.gate;

import dev.ralbench.NearestName;
import dev.ralbench.gate.Acceptances.Acceptance;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code relative}, {@code exact}, {@code absolute}, {@code drift} and {@code accept}. */
final class RuleReader {
    private final Section root;
    /** The levels of the load; empty if they are not known. */
    private final List<Level> levels;
    /** The position in the file of the first rule of each kind on a metric at a level, to find duplicates. */
    private final Map<String, String> places = new HashMap<>();

    private RuleReader(Section root, List<Level> levels) {
        this.root = root;
        this.levels = levels;
    }

    /** The rules and acceptances of a gate file. */
    record Rules(List<Rule> rules, List<Acceptance> accept) {
        Rules {
            rules = List.copyOf(rules);
            accept = List.copyOf(accept);
        }
    }

    /**
     * Reads the rules, kind by kind.
     *
     * @param levels that were or will be measured; empty if not known
     */
    static Rules read(Section root, List<Level> levels) {
        return new RuleReader(root, levels).rules();
    }

    private Rules rules() {
        var rules = new ArrayList<Rule>();
        for (var kind : GateFormat.RULES) {
            sections(kind.key()).forEach(section -> rule(kind, section).ifPresent(rules::add));
        }
        var accept = sections("accept").stream()
                .flatMap(section -> metric(section).map(metric -> acceptance(section, metric, rules)).stream())
                .toList();
        if (GateFormat.RULES.stream().map(RuleKind::key).noneMatch(root::has)) {
            root.problem("needs at least one rule, in relative, exact, absolute or drift");
        }
        return new Rules(rules, accept);
    }

    private List<Section> sections(String key) {
        return root.has(key) ? root.sections(key) : List.of();
    }

    private Optional<Rule> rule(RuleKind kind, Section section) {
        var metric = kind.isComparing() ? compared(section) : metric(section);
        return metric.map(found -> kind.reader().read(new RuleSection(section, found, levels(section, found, kind))));
    }

    /** The metric of a rule; empty if it is missing or wrong, so that no second message is about the same mistake. */
    private static Optional<Metric> metric(Section section) {
        if (!section.has("metric")) {
            section.problem("metric", "is missing");
        }
        return section.find("metric", new GateSyntax.MetricForm());
    }

    /** A metric that can be held against the baseline's. */
    private static Optional<Metric> compared(Section section) {
        var metric = metric(section);
        metric.filter(found -> found.better() == Better.NEITHER)
                .ifPresent(found -> section.problem("metric", found.key() + " says nothing about better or worse"));
        metric.filter(RequestMetrics.MAX::equals)
                .ifPresent(found -> section.problem(
                        "metric", "max grows with the number of requests, so it is never compared; use p99"));
        return metric;
    }

    private Acceptance acceptance(Section section, Metric metric, List<Rule> rules) {
        var comparing = rules.stream().filter(rule -> rule.kind().isComparing()).toList();
        var onMetric =
                comparing.stream().filter(rule -> rule.metric() == metric).toList();
        if (onMetric.isEmpty()) {
            var ruled = comparing.stream()
                    .map(rule -> rule.metric().key())
                    .distinct()
                    .toList();
            section.problem(
                    "metric",
                    "no rule in relative or exact is about " + metric.key() + "; "
                            + NearestName.hint(metric.key(), ruled));
        }
        if (onMetric.stream().map(Rule::kind).distinct().count() > 1) {
            section.problem(
                    "metric",
                    "both an exact and a relative rule are about " + metric.key()
                            + ": new_material has one unit, so accept can mean one of them only");
        }
        refuseDuplicate(section, "accept " + metric.key(), "metric");
        var until = section.require("until", new GateSyntax.DayForm());
        var reason = section.require("reason", TextSyntax.NOT_BLANK);
        boolean isRatio = onMetric.stream().allMatch(Rule::isRatio);
        var form = isRatio ? RuleSection.PERCENT : new GateSyntax.QuantityForm(metric.unit());
        return new Acceptance(metric, until, reason, section.require("new_material", form));
    }

    private LevelChoice levels(Section section, Metric metric, RuleKind kind) {
        var chosen = section.find("levels", new GateSyntax.LevelsForm()).orElseGet(LevelChoice.WholeRun::new);
        if (chosen instanceof LevelChoice.NamedLevels named && !levels.isEmpty()) {
            var known = levels.stream().map(Level::name).toList();
            named.levels().stream()
                    .filter(level -> !levels.contains(level))
                    .forEach(level -> section.problem(
                            "levels",
                            "there is no level " + level.name() + "; " + NearestName.hint(level.name(), known)));
        }
        var key = section.has("levels") ? "levels" : "metric";
        places(chosen).forEach(level -> refuseDuplicate(section, side(kind) + " " + metric.key() + "@" + level, key));
        return chosen;
    }

    /** What may hold one rule on a metric at a level: pairs, a variant alone, a history. */
    private static String side(RuleKind kind) {
        return kind.equals(DriftRule.KIND) ? kind.key() : String.valueOf(kind.isComparing());
    }

    /** Even if the levels are not known, a second rule at all levels or at the highest one is reported. */
    private List<String> places(LevelChoice chosen) {
        var found = chosen.of(levels);
        return found.isEmpty()
                ? List.of(String.valueOf(chosen))
                : found.stream().map(Level::name).toList();
    }

    private void refuseDuplicate(Section section, String rule, String key) {
        var first = places.putIfAbsent(rule, section.place("metric"));
        if (first != null) {
            section.problem(key, "a rule on the same stands at " + first + " already");
        }
    }
}
