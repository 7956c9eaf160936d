package dev.ralbench.gate;

import dev.ralbench.Nearest;
import dev.ralbench.compare.Yardstick;
import dev.ralbench.gate.Gate.AbsoluteRule;
import dev.ralbench.gate.Gate.Acceptance;
import dev.ralbench.gate.Gate.ExactRule;
import dev.ralbench.gate.Gate.RelativeRule;
import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.Metric.Better;
import dev.ralbench.measurement.MetricUnit;
import dev.ralbench.measurement.Threshold;
import dev.ralbench.measurement.Threshold.Operator;
import dev.ralbench.yaml.FlagForm;
import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextForm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads {@code relative}, {@code exact}, {@code absolute} and {@code accept}. */
final class RuleReader {
    private static final GateForms.PercentForm PERCENT = new GateForms.PercentForm();

    private final Section root;
    /** Empty where not known. */
    private final List<String> levels;
    /** Where the first rule on a metric at a level stands, by both and the kind of rule. */
    private final Map<String, String> places = new HashMap<>();

    private RuleReader(Section root, List<String> levels) {
        this.root = root;
        this.levels = levels;
    }

    /** All rules of a file. */
    record Rules(
            List<RelativeRule> relative, List<ExactRule> exact, List<AbsoluteRule> absolute, List<Acceptance> accept) {}

    /**
     * Reads the rules in the order of the file.
     *
     * @param levels that were or will be measured; empty where not known
     */
    static Rules read(Section root, List<String> levels) {
        return new RuleReader(root, levels).rules();
    }

    private Rules rules() {
        var relative = new ArrayList<RelativeRule>();
        var exact = new ArrayList<ExactRule>();
        var absolute = new ArrayList<AbsoluteRule>();
        var accept = new ArrayList<Acceptance>();
        sections("relative", GateFormat.RELATIVE)
                .forEach(section -> relative(section).ifPresent(relative::add));
        sections("exact", GateFormat.EXACT).forEach(section -> exact(section).ifPresent(exact::add));
        sections("absolute", GateFormat.ABSOLUTE)
                .forEach(section -> absolute(section).ifPresent(absolute::add));
        sections("accept", GateFormat.ACCEPT)
                .forEach(section -> metric(section)
                        .map(metric -> acceptance(section, metric, relative, exact))
                        .ifPresent(accept::add));
        boolean hasNone = Stream.of("relative", "exact", "absolute").noneMatch(root::has);
        if (hasNone) {
            root.problem("needs at least one rule, in relative, exact or absolute");
        }
        return new Rules(relative, exact, absolute, accept);
    }

    private List<Section> sections(String key, Format each) {
        return root.has(key) ? root.sections(key, each) : List.of();
    }

    private Optional<RelativeRule> relative(Section section) {
        return compared(section).map(metric -> relative(section, metric));
    }

    private RelativeRule relative(Section section, Metric metric) {
        if (metric.unit() == MetricUnit.SHARE) {
            section.problem("metric", metric.key() + " is a share and mostly 0: give it a limit in absolute");
        }
        if (hasNoRatio(metric)) {
            section.problem("metric", metric.key() + " has no ratio to judge: give it a limit in absolute");
        }
        var where = levels(section, metric, "compared");
        double material = section.require("material", PERCENT);
        double tolerate = section.require("tolerate", PERCENT);
        if (metric.better() == Better.HIGHER && tolerate >= 1) {
            section.problem("tolerate", "must be below 100%, as " + metric.key() + " cannot fall by more");
        }
        var substitute = new RelativeRule(metric, where, 0.1, 0.1, false);
        return section.make(() -> new RelativeRule(metric, where, material, tolerate, ifPresent(section)), substitute);
    }

    /** Where nothing else has been said against comparing it. */
    private static boolean hasNoRatio(Metric metric) {
        var way = Yardstick.of(metric).way();
        boolean isRefused =
                metric.unit() == MetricUnit.SHARE || metric.better() == Better.NEITHER || metric == Metric.MAX;
        return !isRefused && (way == Yardstick.Way.NOT_COMPARED || way == Yardstick.Way.DIFFERENCE);
    }

    private Optional<ExactRule> exact(Section section) {
        return compared(section).map(metric -> exact(section, metric));
    }

    private ExactRule exact(Section section, Metric metric) {
        var where = levels(section, metric, "compared");
        double slack = section.require("slack", new GateForms.QuantityForm(metric.unit()));
        return new ExactRule(metric, where, slack, ifPresent(section));
    }

    private static boolean ifPresent(Section section) {
        return section.get("if_present", new FlagForm(), false);
    }

    /** Empty where it is missing or wrong: what depends on it is then not worth a second message. */
    private static Optional<Metric> metric(Section section) {
        if (!section.has("metric")) {
            section.problem("metric", "is missing");
        }
        return section.find("metric", new GateForms.MetricForm());
    }

    /** A metric that can be held against the baseline's. */
    private static Optional<Metric> compared(Section section) {
        var metric = metric(section);
        metric.filter(found -> found.better() == Better.NEITHER)
                .ifPresent(found -> section.problem("metric", found.key() + " says nothing about better or worse"));
        metric.filter(Metric.MAX::equals)
                .ifPresent(found -> section.problem(
                        "metric", "max grows with the number of requests, so it is never compared; use p99"));
        return metric;
    }

    private Optional<AbsoluteRule> absolute(Section section) {
        return metric(section).map(metric -> absolute(section, metric));
    }

    private AbsoluteRule absolute(Section section, Metric metric) {
        var where = levels(section, metric, "absolute");
        boolean isHigherBetter = metric.better() == Better.HIGHER;
        var key = isHigherBetter ? "min" : "max";
        var wrong = isHigherBetter ? "max" : "min";
        if (section.has(wrong)) {
            section.keyProblem(
                    wrong,
                    "of " + metric.key() + ", "
                            + (isHigherBetter ? "more is better: write min" : "less is better:" + " write max"));
        }
        double limit = section.has(wrong) ? 1 : section.require(key, new GateForms.QuantityForm(metric.unit()));
        boolean everyTrial = section.get("every_trial", new FlagForm(), false);
        var operator = isHigherBetter ? Operator.AT_LEAST : Operator.AT_MOST;
        return new AbsoluteRule(
                new Threshold(metric, Optional.empty(), operator, limit), where, everyTrial, ifPresent(section));
    }

    private Acceptance acceptance(Section section, Metric metric, List<RelativeRule> relative, List<ExactRule> exact) {
        boolean isExact = exact.stream().anyMatch(rule -> rule.metric() == metric);
        boolean isRelative = relative.stream().anyMatch(rule -> rule.metric() == metric);
        if (!isExact && !isRelative) {
            var ruled = Stream.concat(
                            relative.stream().map(RelativeRule::metric),
                            exact.stream().map(ExactRule::metric))
                    .map(Metric::key)
                    .distinct()
                    .toList();
            section.problem(
                    "metric",
                    "no rule in relative or exact is about " + metric.key() + "; " + Nearest.hint(metric.key(), ruled));
        }
        if (isExact && isRelative) {
            section.problem(
                    "metric",
                    "an exact and a relative rule are about " + metric.key()
                            + ", and new_material has a unit of one only");
        }
        refuseDuplicate(section, "accept " + metric.key(), "metric");
        var until = section.require("until", new GateForms.DayForm());
        var reason = section.require("reason", TextForm.NOT_BLANK);
        double newMaterial = isExact
                ? section.require("new_material", new GateForms.QuantityForm(metric.unit()))
                : section.require("new_material", PERCENT);
        return new Acceptance(metric, until, reason, newMaterial);
    }

    private LevelChoice levels(Section section, Metric metric, String kind) {
        var chosen = section.find("levels", new GateForms.LevelsForm()).orElseGet(LevelChoice.WholeRun::new);
        if (chosen instanceof LevelChoice.Named named && !levels.isEmpty()) {
            named.levels().stream()
                    .filter(level -> !levels.contains(level))
                    .forEach(level -> section.problem(
                            "levels", "there is no level " + level + "; " + Nearest.hint(level, levels)));
        }
        var key = section.has("levels") ? "levels" : "metric";
        for (var level : places(chosen)) {
            refuseDuplicate(section, kind + " " + metric.key() + "@" + level, key);
        }
        return chosen;
    }

    /** If the levels are not known, a second rule at all of them, or at the highest, is still found. */
    private List<String> places(LevelChoice chosen) {
        var found = chosen.of(levels);
        return found.isEmpty() ? List.of(String.valueOf(chosen)) : found;
    }

    private void refuseDuplicate(Section section, String rule, String key) {
        var first = places.putIfAbsent(rule, section.place("metric"));
        if (first != null) {
            section.problem(key, "a rule on the same stands at " + first + " already");
        }
    }
}
