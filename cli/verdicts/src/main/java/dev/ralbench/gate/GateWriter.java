package dev.ralbench.gate;

import dev.ralbench.Failure;
import dev.ralbench.result.Design;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.YamlWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The file of a drafted gate, with a comment on each rule. */
public final class GateWriter {
    private final String name;
    private final List<String> about;
    private final GateDraft draft;

    private GateWriter(String name, List<String> about, GateDraft draft) {
        this.name = name;
        this.about = about;
        this.draft = draft;
    }

    /**
     * The text, which {@link GateFile} reads.
     *
     * @param name of the gate
     * @param about lines of the comment at its top
     */
    public static String of(String name, List<String> about, GateDraft draft) {
        var text = new GateWriter(name, about, draft).text();
        try {
            GateFile.parse(name + ".yaml", text, draft.design().ownLevels());
        } catch (Failure failure) {
            throw new IllegalStateException("the gate that was drafted cannot be read:\n" + failure.why(), failure);
        }
        return text;
    }

    private String text() {
        var lines = new ArrayList<String>();
        about.forEach(line -> lines.add("# " + line));
        lines.add("version: 1");
        lines.add(YamlWriter.of(Map.of("gate", name)).strip()); // quoted if YAML would take it for a number
        lines.addAll(design());
        lines.addAll(decision());
        Rule.kinds().forEach(kind -> lines.addAll(rules(kind)));
        if (!draft.leftOut().isEmpty()) {
            lines.add("# Left out:");
            draft.leftOut().stream().flatMap(String::lines).forEach(line -> lines.add("#   " + line));
        }
        return String.join("\n", lines) + "\n";
    }

    private List<String> design() {
        var design = draft.design();
        var lines = new ArrayList<String>();
        lines.add("design:");
        lines.add("  shape: " + design.shape());
        lines.add("  pairs: { looks: " + design.looks() + " }");
        design.turns().map(GateWriter::turns).ifPresent(lines::addAll);
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

    private List<String> decision() {
        var decision = draft.decision();
        return List.of(
                "decision:",
                "  alpha: " + number(decision.alpha()),
                "  pass_alpha: " + number(decision.passAlpha()),
                "  fail_when: " + decision.failWhen().name().toLowerCase(Locale.ROOT),
                "  on_inconclusive: " + decision.onInconclusive());
    }

    private List<String> rules(Rule.Kind kind) {
        var rules = draft.rules().stream()
                .filter(each -> each.rule().kind().equals(kind))
                .toList();
        if (rules.isEmpty()) {
            return List.of();
        }
        int width = rules.stream()
                .mapToInt(each -> written(each.rule()).length())
                .max()
                .orElse(0);
        var lines = rules.stream().map(each -> padded(written(each.rule()), width) + "  # " + each.why());
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
