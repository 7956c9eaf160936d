package dev.ralbench.gate;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.compare.VariantFact;
import dev.ralbench.gate.Acceptances.Acceptance;
import dev.ralbench.gate.GateDesign.Shape;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.Design;
import dev.ralbench.yaml.ChoiceSyntax;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.FlagSyntax;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the sections of a gate file in their order: version, design, decision, the rules of each kind, acceptances. */
final class GateReader {
    /** The kinds of rules, in the order in which results list them. */
    static final List<Rule.Kind> RULES = List.of(RelativeRule.KIND, ExactRule.KIND, AbsoluteRule.KIND, DriftRule.KIND);

    private static final long VERSION = 1;

    private static final int MOST_PAIRS = 1000;
    private static final int MOST_LOOKS = 10;
    private static final int MOST_USERS = 1_000_000;
    private static final int MOST_WINDOWS = 100;
    private static final Duration LENGTH = Duration.ofMillis(2500);
    private static final Duration LEAD_IN = Duration.ofMillis(500);
    private static final List<VariantFact> VARY = List.of(VariantFact.IMAGE, VariantFact.REVISION);
    private static final List<String> OF_TURNS = List.of("windows", "levels", "warmup", "start_up_cache");
    private static final GateSyntax.WordForm<Shape> SHAPE = new GateSyntax.WordForm<>(words(Shape.values()));
    private static final GateSyntax.WordForm<VariantFact> VARIED =
            new GateSyntax.WordForm<>(words(VariantFact.values()));

    private static final double ALPHA = 0.01;
    /** A wrong pass costs less than a false alarm: the next change is measured against the same limits. */
    private static final double PASS_ALPHA = 0.05;

    private final Section root;
    private final String sha256;
    private final List<Level> levels;
    /** The position in the file of the first rule of each kind on a metric at a level, to find duplicates. */
    private final Map<String, String> places = new HashMap<>();

    private GateReader(Section root, String sha256, List<Level> levels) {
        this.root = root;
        this.sha256 = sha256;
        this.levels = levels;
    }

    /**
     * Reads a gate. Problems are reported to the section; the gate then only stands in for one.
     *
     * @param sha256 of the file's bytes
     * @param levels of the load, as tables name them; empty if they are not known
     */
    static Gate read(Section root, String sha256, List<Level> levels) {
        return new GateReader(root, sha256, levels).gate();
    }

    private Gate gate() {
        checkVersion();
        var name = root.require("gate", TextSyntax.NAME);
        var designKeys = root.section("design");
        var pairs = designKeys.section("pairs");
        var design = isOfHistories() ? GateDesign.ofHistories() : design(designKeys, pairs);
        var decision = decision(root.section("decision"));
        var known = design.ownLevels().isEmpty() ? levels : design.ownLevels();
        var rules = rules(known);
        var gate = new Gate(name, sha256, design, decision, rules, acceptances(rules), List.of());
        checkDecidable(gate, pairs);
        return gate;
    }

    private void checkVersion() {
        long version = root.require("version", new NumberSyntax(1, Integer.MAX_VALUE));
        if (version > VERSION) {
            throw Failure.usage(
                    root.place("version") + ": version " + version + " is newer than this ralbench",
                    "This ralbench reads gate files of version " + VERSION + ".",
                    "Update ralbench, or write the file for version " + VERSION + ".");
        }
    }

    /** A history is measured already, so a gate with nothing else needs no design. */
    private boolean isOfHistories() {
        return !root.has("design")
                && RULES.stream().map(Rule.Kind::key).filter(root::has).toList().equals(List.of(DriftRule.KIND.key()));
    }

    private static GateDesign design(Section design, Section pairs) {
        // Follow-up errors of a wrong shape need no second message.
        var shape = design.find("shape", SHAPE);
        if (!design.has("shape")) {
            design.problem("shape", "is missing");
        }
        var looks = looks(pairs);
        Optional<Design.Turns> turns = Optional.empty();
        if (shape.filter(Shape.ALTERNATING::equals).isPresent()) {
            turns = Optional.of(turns(design));
        }
        if (shape.filter(Shape.SEQUENTIAL::equals).isPresent()) {
            OF_TURNS.stream()
                    .filter(design::has)
                    .forEach(key -> design.keyProblem(
                            key, "belongs to shape: alternating; a sequential gate runs the scenario's own load"));
        }
        var vary = design.get("vary", new GateSyntax.ListForm<>(VARIED), VARY);
        boolean control = design.get("control", new FlagSyntax(), false);
        boolean startUpCache = design.get("start_up_cache", new FlagSyntax(), false);
        return new GateDesign(
                shape.orElseGet(SHAPE::substitute), looks, turns, Set.copyOf(vary), control, startUpCache);
    }

    private static List<Integer> looks(Section pairs) {
        var looks = pairs.require("looks", new GateSyntax.ListForm<>(new NumberSyntax(1, MOST_PAIRS))).stream()
                .map(Math::toIntExact)
                .toList();
        for (int i = 1; i < looks.size(); i++) {
            if (looks.get(i) <= looks.get(i - 1)) {
                pairs.problem("looks", "must ascend, but " + looks.get(i) + " follows " + looks.get(i - 1));
            }
        }
        if (looks.size() > MOST_LOOKS) {
            pairs.problem("looks", "must be at most " + MOST_LOOKS + ", got " + looks.size());
        }
        return looks;
    }

    private static Design.Turns turns(Section design) {
        var windows = design.section("windows");
        long perLevel = windows.get("per_level", new NumberSyntax(1, MOST_WINDOWS), 4L);
        var length = windows.get("length", DurationSyntax.POSITIVE, LENGTH);
        var leadIn = windows.get("lead_in", DurationSyntax.ANY, LEAD_IN);
        var levels =
                design.get("levels", new GateSyntax.AutoForm<>(new NumberSyntax(1, MOST_USERS)), List.of()).stream()
                        .map(Math::toIntExact)
                        .toList();
        if (new HashSet<>(levels).size() < levels.size()) {
            design.problem("levels", "has the same level twice");
        }
        var warmUp = design.section("warmup");
        long requests = warmUp.get("requests", new NumberSyntax(1, Integer.MAX_VALUE), Design.Turns.WARM_UP_REQUESTS);
        var limit = warmUp.get("limit", DurationSyntax.ANY, Design.Turns.WARM_UP_LIMIT);
        return new Design.Turns(
                levels,
                Math.toIntExact(perLevel),
                Clock.millis(length),
                Clock.millis(leadIn),
                requests,
                Clock.millis(limit));
    }

    private static <E> Map<String, E> words(E[] values) {
        var words = new LinkedHashMap<String, E>();
        for (var value : values) {
            words.put(String.valueOf(value), value);
        }
        return words;
    }

    private static Gate.DecisionTerms decision(Section decision) {
        double alpha = decision.get("alpha", new GateSyntax.AlphaForm(), ALPHA);
        double passAlpha = decision.get("pass_alpha", new GateSyntax.AlphaForm(), PASS_ALPHA);
        var failWhen = decision.get(
                "fail_when",
                new ChoiceSyntax<>(NoisyJudge.FailWhen.class),
                NoisyJudge.FailWhen.SIGNIFICANT_AND_MATERIAL);
        var onInconclusive = decision.get(
                "on_inconclusive", new ChoiceSyntax<>(Gate.OnInconclusive.class), Gate.OnInconclusive.FAIL);
        return new Gate.DecisionTerms(alpha, passAlpha, failWhen, onInconclusive);
    }

    /** Kind by kind; the levels are those at which the gate's run measures, empty if not known. */
    private List<Rule> rules(List<Level> known) {
        var rules = new ArrayList<Rule>();
        for (var kind : RULES) {
            sections(kind.key()).forEach(section -> rule(kind, section, known).ifPresent(rules::add));
        }
        if (RULES.stream().map(Rule.Kind::key).noneMatch(root::has)) {
            root.problem("needs at least one rule, in relative, exact, absolute or drift");
        }
        return rules;
    }

    private List<Acceptance> acceptances(List<Rule> rules) {
        return sections("accept").stream()
                .flatMap(section -> metric(section).map(metric -> acceptance(section, metric, rules)).stream())
                .toList();
    }

    private List<Section> sections(String key) {
        return root.has(key) ? root.sections(key) : List.of();
    }

    private Optional<Rule> rule(Rule.Kind kind, Section section, List<Level> known) {
        var metric = kind.isComparing() ? compared(section) : metric(section);
        return metric.map(
                found -> kind.reader().apply(new RuleSection(section, found, levels(kind, section, found, known))));
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
                comparing.stream().filter(rule -> rule.metric().equals(metric)).toList();
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

    private LevelChoice levels(Rule.Kind kind, Section section, Metric metric, List<Level> known) {
        var chosen = section.find("levels", new GateSyntax.LevelsForm()).orElseGet(LevelChoice.WholeRun::new);
        if (chosen instanceof LevelChoice.NamedLevels named && !known.isEmpty()) {
            var names = known.stream().map(Level::name).toList();
            named.levels().stream()
                    .filter(level -> !known.contains(level))
                    .forEach(level -> section.problem(
                            "levels",
                            "there is no level " + level.name() + "; " + NearestName.hint(level.name(), names)));
        }
        var key = section.has("levels") ? "levels" : "metric";
        places(chosen, known)
                .forEach(level -> refuseDuplicate(section, side(kind) + " " + metric.key() + "@" + level, key));
        return chosen;
    }

    /** What may hold one rule on a metric at a level: pairs, a variant alone, a history. */
    private static String side(Rule.Kind kind) {
        return kind.equals(DriftRule.KIND) ? kind.key() : String.valueOf(kind.isComparing());
    }

    /** Even if the levels are not known, a second rule at all levels or at the highest one is reported. */
    private static List<String> places(LevelChoice chosen, List<Level> known) {
        var found = chosen.of(known);
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

    /** Refuses a gate that could never decide: with more noisy rules and looks than its pairs can bear. */
    private void checkDecidable(Gate gate, Section pairs) {
        if (gate.design().control()
                && gate.rules().stream().noneMatch(rule -> rule.kind().isComparing())) {
            root.keyProblem("design", "asks for a control, which only relative and exact rules use: there is none");
        }
        int rules = gate.familySize(gate.levels(levels), 1);
        if (rules == 0 || gate.design().looks().isEmpty()) {
            return;
        }
        if (rules > Gate.MOST_NOISY_RULES) {
            root.keyProblem(
                    "relative",
                    "has " + rules + " noisy rules, one for each metric and level; at most " + Gate.MOST_NOISY_RULES
                            + " can still see a regression: choose the metrics and levels that matter");
        }
        gate.tooFewPairs(levels, 1)
                .ifPresent(fewest -> pairs.problem("looks", tooFew(gate, rules) + " at least " + fewest));
    }

    private static String tooFew(Gate gate, int rules) {
        return "the last look, at " + gate.design().looks().getLast() + " pairs, is too early to fail any rule: "
                + rules + (rules == 1 ? " noisy rule needs" : " noisy rules need");
    }
}
