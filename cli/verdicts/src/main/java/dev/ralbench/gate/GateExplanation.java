package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.load.Level;
import dev.ralbench.result.NoiseBank;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The changes that a gate can detect and its duration, in words, before anything is measured. */
public final class GateExplanation {
    private static final List<Double> TYPICAL_SDS = List.of(0.03, 0.05, 0.08);

    private final Gate gate;
    private final Load load;
    private final List<NoiseBank.NoiseEntry> bank;
    private final int rules;
    private final Spending spending;

    /**
     * Known facts about the load.
     *
     * @param levels as tables name them; empty if no scenario is given and the gate does not fix them
     * @param variants how many are compared with the baseline
     * @param secondsPerPair or per block, if there are no pairs; empty if not known
     * @param basis source of these seconds, in words that follow a comma; may be empty
     */
    public record Load(List<Level> levels, int variants, OptionalDouble secondsPerPair, String basis) {
        public Load {
            levels = List.copyOf(levels);
        }
    }

    private GateExplanation(Gate gate, Load load, List<NoiseBank.NoiseEntry> bank) {
        this.gate = gate;
        this.load = load;
        this.bank = bank;
        this.rules = gate.familySize(levels(gate, load), load.variants());
        this.spending = gate.spending(load.levels(), load.variants());
    }

    /**
     * The lines.
     *
     * @param bank from earlier runs on this machine; may be empty
     */
    public static List<String> lines(Gate gate, Load load, List<NoiseBank.NoiseEntry> bank) {
        return new GateExplanation(gate, load, bank).lines();
    }

    /** The lines if head is measured alone, because there is no base. */
    public static List<String> withoutBase(Gate gate, Load load) {
        return new GateExplanation(gate, load, List.of()).withoutBase();
    }

    private List<String> withoutBase() {
        int blocks = gate.blocksWithoutBase();
        var lines = new ArrayList<String>();
        lines.add("gate " + gate.name() + ": " + gate.design().shape() + ", without a base: judges "
                + String.join(", ", counts(kind -> !kind.isComparing())) + " and compares nothing ("
                + GateNumbers.count(rules, "noisy rule") + ", "
                + String.join(", ", counts(Rule.Kind::isComparing)) + ")");
        lines.addAll(gate.notesOfLeftOut());
        lines.add("decides after " + GateNumbers.count(blocks, "block") + " of head alone");
        var seconds = load.secondsPerPair();
        lines.add(
                seconds.isEmpty()
                        ? unknownTime("once for each block")
                        : "takes about " + minutes(blocks * seconds.getAsDouble()) + basis());
        return lines;
    }

    private String unknownTime(String times) {
        return gate.design().turns().isPresent()
                ? "name the scenario by --scenario for an estimate of the time"
                : "takes as long as the scenario's load, " + times + "; name it by --scenario for an estimate";
    }

    private String basis() {
        return load.basis().isEmpty() ? "" : ", " + load.basis();
    }

    private static List<Level> levels(Gate gate, Load load) {
        return gate.levels(load.levels());
    }

    private List<String> lines() {
        var lines = new ArrayList<String>();
        if (gate.ofRuns().isEmpty()) {
            return List.of("gate " + gate.name() + ": "
                    + GateNumbers.count(gate.rules(DriftRule.class).size(), "drift rule")
                    + ", judged over a history by ralbench compare results/*.json --gate; nothing is measured for it");
        }
        lines.add("gate " + gate.name() + ": " + gate.design().shape() + ", "
                + GateNumbers.count(rules, "noisy rule") + " in the family, "
                + String.join(", ", counts(kind -> true)));
        lines.addAll(gate.notesOfLeftOut());
        lines.addAll(unknownLevels());
        lines.addAll(looks());
        if (rules > 0) {
            lines.addAll(detectable());
        }
        if (!gate.rules(AbsoluteRule.class).isEmpty()) {
            lines.add(
                    "absolute rules judge head alone, without a bound on false alarms; a limit that base breaks in the same"
                            + " block fails nothing");
        }
        lines.add(time());
        return lines;
    }

    /** How many rules there are of each kind but the relative ones, which the family counts at each level. */
    private List<String> counts(Predicate<Rule.Kind> wanted) {
        return GateReader.RULES.stream()
                .filter(kind -> !kind.equals(RelativeRule.KIND) && !kind.equals(DriftRule.KIND))
                .filter(wanted)
                .map(kind -> gate.rules().stream()
                                .filter(rule -> rule.kind().equals(kind))
                                .count()
                        + " " + kind.key())
                .toList();
    }

    private List<String> unknownLevels() {
        boolean isOpen =
                gate.rules().stream().filter(Rule::isNoisy).anyMatch(rule -> rule.levels() instanceof LevelChoice.Every)
                        && gate.design().ownLevels().isEmpty()
                        && load.levels().isEmpty();
        return isOpen
                ? List.of("rules at all levels are counted once here; name the scenario by --scenario for the true"
                        + " number")
                : List.of();
    }

    private List<String> looks() {
        if (rules == 0) {
            return List.of("decides after " + pairs(gate.design().looks()) + " pairs; no rule is a matter of chance");
        }
        return List.of(
                "may pass after " + pairs(spending.passing())
                        + " pairs: if head is worse by exactly what a rule tolerates,"
                        + " the rule still passes with a probability of at most "
                        + GateNumbers.percent(gate.decision().passAlpha()),
                "may fail after " + pairs(spending.failing()) + " pairs: if nothing differs, a noisy rule fails with a"
                        + " probability of at most "
                        + GateNumbers.percent(gate.decision().alpha()));
    }

    private static String pairs(List<Integer> looks) {
        return looks.isEmpty()
                ? "no number of"
                : looks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** What the whole gate finds, and not only its last test: by simulation, with the same noise in every metric. */
    private List<String> detectable() {
        var lines = new ArrayList<String>();
        if (spending.failing().isEmpty()) {
            return lines;
        }
        var power = GatePower.of(gate, load.levels(), load.variants());
        var typical = TYPICAL_SDS.stream().map(power::detectable).toList();
        var noise = noise();
        var sds = new LinkedHashMap<String, Double>();
        noise.forEach((id, found) -> sds.put(id, found.sd()));
        var here = power.detectable(sds);
        lines.add("the whole gate fails with a probability of 95 % if head is worse in one metric by:");
        for (var rule : gate.rules(RelativeRule.class)) {
            for (var level : rule.levels().of(levels(gate, load))) {
                var id = Cell.id(rule.metric(), level);
                lines.add("  " + name(rule, level) + ": "
                        + IntStream.range(0, typical.size())
                                .mapToObj(i -> found(typical.get(i), id) + " if pairs vary by "
                                        + GateNumbers.percent(TYPICAL_SDS.get(i)))
                                .collect(Collectors.joining("; ")));
                Optional.ofNullable(noise.get(id))
                        .ifPresent(known -> lines.add("    " + varied(known) + ": finds " + found(here, id)));
            }
        }
        return lines;
    }

    private Map<String, Noise> noise() {
        var noise = new LinkedHashMap<String, Noise>();
        for (var rule : gate.rules(RelativeRule.class)) {
            for (var level : rule.levels().of(levels(gate, load))) {
                Noise.of(bank, gate.design().turns(), rule.metric(), level)
                        .ifPresent(found -> noise.put(Cell.id(rule.metric(), level), found));
            }
        }
        return noise;
    }

    private static String name(RelativeRule rule, Level level) {
        return rule.metric().key() + "@" + (level.equals(Level.none()) ? "each level" : level.name());
    }

    private static String found(Map<String, Double> detectable, String id) {
        return Optional.ofNullable(detectable.get(id)).map(GateNumbers::percent).orElse("nothing");
    }

    private static String varied(Noise noise) {
        var usual = noise.sd95()
                .map(sd -> "; 95 % of the runs stay below " + GateNumbers.percent(sd))
                .orElse("");
        return "here pairs varied by " + GateNumbers.percent(noise.sd()) + " in "
                + GateNumbers.count(noise.pairs(), "pair")
                + " of "
                + GateNumbers.count(noise.runs(), "run") + usual + "; from pair to pair they "
                + noise.correlation()
                        .map(lag1 -> String.format(Locale.ROOT, "correlate by %.2f", lag1))
                        .orElse("do not correlate");
    }

    private String time() {
        var seconds = load.secondsPerPair();
        if (seconds.isEmpty()) {
            return unknownTime(gate.design().control() ? "three times for each pair" : "twice for each pair");
        }
        int first = gate.usualPairs();
        int last = gate.design().looks().getLast();
        double pair = seconds.getAsDouble();
        return "takes about " + minutes(first * pair) + " if " + first + " pairs decide it"
                + (last > first ? ", " + minutes(last * pair) + " if it needs all " + last : "")
                + basis();
    }

    /** Whole minutes are too coarse for few of them. */
    private static String minutes(double seconds) {
        if (seconds < 90) {
            return Math.round(seconds) + " s";
        }
        return seconds < 600 ? String.format(Locale.ROOT, "%.1f min", seconds / 60) : Math.round(seconds / 60) + " min";
    }
}
