package dev.ralbench.gate;

import dev.ralbench.Clock;
import dev.ralbench.compare.VariantFact;
import dev.ralbench.gate.GateDesign.Shape;
import dev.ralbench.result.Design;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.FlagSyntax;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code design}. */
final class DesignReader {
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

    private DesignReader() {}

    private static <E> Map<String, E> words(E[] values) {
        var words = new LinkedHashMap<String, E>();
        for (var value : values) {
            words.put(String.valueOf(value), value);
        }
        return words;
    }

    static GateDesign read(Section design, Section pairs) {
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
}
