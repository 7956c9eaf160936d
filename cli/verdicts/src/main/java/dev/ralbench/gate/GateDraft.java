package dev.ralbench.gate;

import dev.ralbench.Failure;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonNote;
import dev.ralbench.gate.Gate.DecisionTerms;
import dev.ralbench.gate.MarginSearch.CellNoise;
import dev.ralbench.gate.MarginSearch.Chosen;
import dev.ralbench.metric.Metric;
import dev.ralbench.result.Design;
import dev.ralbench.statistics.Power;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.YamlWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A gate for one service: rules on metrics with data, with margins that its noise allows.
 *
 * @param decision as the gate that the design is taken from has it
 * @param pairs that were measured
 * @param leftOut why expected rules are missing
 * @param outlook for builds that do not differ
 */
public record GateDraft(
        GateDesign design,
        DecisionTerms decision,
        int pairs,
        List<DraftRule> rules,
        List<String> leftOut,
        GateOutlook outlook) {
    /** Two pairs say next to nothing about how much a third one may differ. */
    public static final int FEWEST_PAIRS = 3;

    /** Real differences are only nearly normal. */
    private static final double MOST_TO_CLAIM = 0.99;

    public GateDraft {
        rules = List.copyOf(rules);
        leftOut = List.copyOf(leftOut);
    }

    /** @param why the basis of the rule, as in its comment */
    record DraftRule(Rule rule, String why) {}

    /**
     * Refuses a gate whose looks or levels suit no draft.
     *
     * @param like whose design is to be used, with levels
     * @throws Failure of usage
     */
    public static void check(Gate like) {
        int rules = RuleCandidates.most(like.design().ownLevels().size());
        if (rules > Gate.MOST_NOISY_RULES) {
            throw Failure.usage(
                    "gate " + like.name() + ": has too many levels for a draft",
                    "with one rule on goodput for each there may be " + rules + " noisy rules; at most "
                            + Gate.MOST_NOISY_RULES + " can still see a regression",
                    "name a design with fewer levels");
        }
        int fewest = Power.minimumBlocks(rules, 1, like.decision().alpha());
        if (like.design().looks().getLast() < fewest) {
            throw Failure.usage(
                    "gate " + like.name() + ": its last look has too few pairs for a draft",
                    "up to " + rules + " noisy rules share alpha, which takes at least " + fewest + " pairs",
                    "name a design with more pairs, such as pr");
        }
    }

    /** How many noisy rules can share alpha, and still fail at the last look. */
    private static int mostNoisy(Gate like) {
        int last = like.design().looks().getLast();
        return IntStream.iterate(Gate.MOST_NOISY_RULES, rules -> rules - 1)
                .filter(rules -> rules == 1
                        || Power.minimumBlocks(rules, 1, like.decision().alpha()) <= last)
                .findFirst()
                .orElse(1);
    }

    /** Metrics that rules of a draft may hold against the baseline as counts: they are no reason to refuse a comparison. */
    public static Set<Metric> counts() {
        return RuleCandidates.exact();
    }

    /**
     * Drafts a gate.
     *
     * @param like whose design and levels of error are used
     * @param comparison of a build with itself, at the levels of the design
     * @throws Failure if too little could be measured, or there is nothing that a gate could judge
     */
    public static GateDraft of(Gate like, Comparison comparison) {
        return of(like, comparison, MarginSearch.of(like.design(), like.decision()));
    }

    static GateDraft of(Gate like, Comparison comparison, MarginSearch margins) {
        if (comparison.blocks() < FEWEST_PAIRS) {
            throw Failure.invalid(
                    "too few pairs for a gate: " + comparison.blocks() + " can be used",
                    comparison.notes().stream().map(ComparisonNote::text).collect(Collectors.joining("\n")),
                    "fix what the reasons name, and start again; at least " + FEWEST_PAIRS + " are needed");
        }
        var candidates = new RuleCandidates(comparison, mostNoisy(like));
        var found = margins.of(candidates.relative());
        var relative = found.rules().stream().map(GateDraft::relativeRule).toList();
        var exact = candidates.exactRules();
        var absolute = candidates.absoluteRules();
        var leftOut = new ArrayList<>(candidates.leftOut());
        found.tooNoisy().forEach(noise -> leftOut.add(tooNoisy(noise)));
        if (relative.isEmpty() && exact.isEmpty()) {
            throw Failure.invalid(
                    "no gate can be drafted: there is nothing that it could compare",
                    String.join("\n", leftOut),
                    "measure when nothing else runs on the machine (ralbench doctor), or with longer windows: name a gate"
                            + " of your own by --design");
        }
        return new GateDraft(
                like.design(),
                like.decision(),
                comparison.blocks(),
                Stream.of(relative, exact, absolute).flatMap(List::stream).toList(),
                leftOut,
                found.outlook());
    }

    private static DraftRule relativeRule(Chosen chosen) {
        var noise = chosen.noise();
        var rule = new RelativeRule(
                noise.metric(),
                new LevelChoice.NamedLevels(List.of(noise.level())),
                chosen.margin().material(),
                chosen.margin().tolerate(),
                false);
        return new DraftRule(
                rule,
                "pairs varied by " + GateNumbers.percent(noise.sd()) + " here: finds "
                        + chosen.detectable().map(GateNumbers::percent).orElse("nothing"));
    }

    private static String tooNoisy(CellNoise noise) {
        return noise.id() + ": too noisy, pairs of identical builds varied by " + GateNumbers.percent(noise.sd());
    }

    /** The expected outcome if head equals base, as a sentence without its end. */
    public String prospect() {
        return rules.stream().noneMatch(drafted -> drafted.rule().isNoisy())
                ? "no rule is a matter of chance"
                : String.format(
                        Locale.ROOT,
                        "builds that do not differ pass with a probability of %s, after %.1f pairs on average",
                        outlook.passes() > MOST_TO_CLAIM
                                ? "more than " + GateNumbers.percent(MOST_TO_CLAIM)
                                : GateNumbers.percent(outlook.passes()),
                        outlook.pairs());
    }

    /**
     * The gate as a file with a comment on each rule, which {@link GateFile} reads.
     *
     * @param name of the gate
     * @param about lines of the comment at its top
     */
    public String file(String name, List<String> about) {
        var lines = new ArrayList<String>();
        about.forEach(line -> lines.add("# " + line));
        lines.add("version: 1");
        lines.add(YamlWriter.of(Map.of("gate", name)).strip()); // quoted if YAML would take it for a number
        lines.addAll(designLines());
        lines.addAll(decisionLines());
        GateReader.RULES.forEach(kind -> lines.addAll(ruleLines(kind)));
        if (!leftOut.isEmpty()) {
            lines.add("# Left out:");
            leftOut.stream().flatMap(String::lines).forEach(line -> lines.add("#   " + line));
        }
        var text = String.join("\n", lines) + "\n";
        try {
            GateFile.parse(name + ".yaml", text, design.ownLevels());
        } catch (Failure failure) {
            throw new IllegalStateException("the gate that was drafted cannot be read:\n" + failure.why(), failure);
        }
        return text;
    }

    private List<String> designLines() {
        var lines = new ArrayList<String>();
        lines.add("design:");
        lines.add("  shape: " + design.shape());
        lines.add("  pairs: { looks: " + design.looks() + " }");
        design.turns().map(GateDraft::turns).ifPresent(lines::addAll);
        lines.add("  vary: " + design.vary().stream().sorted().toList());
        if (design.control()) {
            lines.add("  control: true");
        }
        if (design.startUpCache()) {
            lines.add("  start_up_cache: true");
        }
        return lines;
    }

    private static List<String> turns(Design.Turns turns) {
        return List.of(
                "  windows: { per_level: " + turns.perLevel() + ", length: " + time(turns.lengthMillis())
                        + ", lead_in: " + time(turns.leadInMillis()) + " }",
                "  levels: " + turns.levels(),
                "  warmup: { requests: " + turns.warmUpRequests() + ", limit: " + time(turns.warmUpLimitMillis())
                        + " }");
    }

    private List<String> decisionLines() {
        return List.of(
                "decision:",
                "  alpha: " + number(decision.alpha()),
                "  pass_alpha: " + number(decision.passAlpha()),
                "  fail_when: " + decision.failWhen().name().toLowerCase(Locale.ROOT),
                "  on_inconclusive: " + decision.onInconclusive());
    }

    private List<String> ruleLines(Rule.Kind kind) {
        var ofKind =
                rules.stream().filter(each -> each.rule().kind().equals(kind)).toList();
        if (ofKind.isEmpty()) {
            return List.of();
        }
        int width = ofKind.stream()
                .mapToInt(each -> written(each.rule()).length())
                .max()
                .orElse(0);
        var lines = ofKind.stream().map(each -> padded(written(each.rule()), width) + "  # " + each.why());
        return Stream.concat(Stream.of(kind.key() + ":"), lines).toList();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    private static String written(Rule rule) {
        return Stream.of(
                        Stream.of("metric: " + rule.metric().key()),
                        levels(rule.levels()).stream(),
                        rule.written().stream())
                .flatMap(keys -> keys)
                .collect(Collectors.joining(", ", "  - { ", " }"));
    }

    /** The line with the levels of a rule; empty for the figure of the whole run, which has no such key. */
    private static Optional<String> levels(LevelChoice choice) {
        return choice instanceof LevelChoice.WholeRun
                ? Optional.empty()
                : Optional.of("levels: " + new GateSyntax.LevelsForm().written(choice));
    }

    private static String time(double millis) {
        return DurationSyntax.ANY.written(Duration.ofNanos(Math.round(millis * 1e6)));
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).toPlainString();
    }
}
