package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.LogRatio;
import dev.ralbench.gate.NoisyJudge.Margins;
import dev.ralbench.gate.SimulatedGates.PairNoise;
import dev.ralbench.load.Level;
import dev.ralbench.result.NoiseBank.NoiseEntry;
import dev.ralbench.statistics.Deviation;
import dev.ralbench.statistics.Median;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a whole gate finds: the probability that it fails, not that one test of it would at one look. All looks, passes
 * before the last one, Holm's correction, the other noisy rules and the control are simulated ({@link SimulatedGates}).
 * Exact and absolute rules are taken to pass.
 */
public final class GatePower {
    /** Of a rule whose noise is not known: it passes at the first look, and only takes its share of alpha. */
    private static final Margins NEVER_NOISY = new Margins(Double.MAX_VALUE, Double.MAX_VALUE);

    /** Nothing that a figure shows, and no ties. */
    private static final double NO_NOISE = 1e-9;

    private static final int MOST_TIMES = 3;
    private static final double TYPICAL_SD = 0.03;
    private static final String NORMAL =
            "normal pairs that vary by " + GateNumbers.percent(TYPICAL_SD) + " in each metric";

    private final Gate gate;
    /** Each noisy rule at each level, of each variant in turn. */
    private final List<Member> members;

    /** With a deviation of 1 in each rule, whatever the margins are in deviations. */
    private final SimulatedGates normal;

    /** A noisy rule at one level. */
    private record Member(RelativeRule rule, Level level) {
        String id() {
            return Cell.id(rule.metric(), level);
        }

        Margins inDeviations(double sd) {
            return new Margins(rule.margins().material() / sd, rule.margins().tolerate() / sd);
        }
    }

    private GatePower(Gate gate, List<Member> members) {
        this.gate = gate;
        this.members = members;
        this.normal = SimulatedGates.normal(gate.design(), gate.decision(), Math.max(1, members.size()));
    }

    /**
     * The power of a gate.
     *
     * @param levels of the load; of a gate that fixes its own they do not matter
     * @param variants next to the baseline
     */
    public static GatePower of(Gate gate, List<Level> levels, int variants) {
        var known = gate.levels(levels);
        var ofOne = gate.rules(RelativeRule.class).stream()
                .flatMap(rule -> rule.levels().of(known).stream().map(level -> new Member(rule, level)))
                .toList();
        return new GatePower(
                gate,
                Collections.nCopies(Math.max(1, variants), ofOne).stream()
                        .flatMap(List::stream)
                        .toList());
    }

    /**
     * The smallest true change for the worse in one rule's metric, nothing else being worse, with which the gate fails in 95
     * of 100 runs. Pairs are taken to be normal, and independent from metric to metric.
     *
     * @param sds of a pair's harm, as logarithms of ratios, by the rule's id such as {@code goodput@1024}; a rule without
     *     one is taken as one without noise
     * @return shares of the baseline by the rule's id; without rules that have no sd, or find nothing
     */
    public Map<String, Double> detectable(Map<String, Double> sds) {
        var found = new LinkedHashMap<String, Double>();
        if (sds.isEmpty() || members.isEmpty()) {
            return found;
        }
        var margins = members.stream()
                .map(member -> sd(member, sds)
                        .filter(sd -> sd > 0)
                        .map(member::inDeviations)
                        .orElse(NEVER_NOISY))
                .toList();
        for (int i = 0; i < members.size(); i++) {
            var member = members.get(i);
            var sd = sd(member, sds);
            if (sd.isPresent() && !found.containsKey(member.id())) {
                var harm = sd.get() == 0
                        ? OptionalDouble.of(member.rule().margins().material())
                        : normal.detectable(margins, i);
                double scale = sd.get() == 0 ? 1 : sd.get();
                harm.ifPresent(size ->
                        found.put(member.id(), LogRatio.size(member.rule().metric(), size * scale)));
            }
        }
        return found;
    }

    private static Optional<Double> sd(Member member, Map<String, Double> sds) {
        return Optional.ofNullable(sds.get(member.id()));
    }

    /** The same sd for each rule. */
    Map<String, Double> detectable(double sd) {
        return detectable(members.stream().map(Member::id).distinct().collect(Collectors.toMap(id -> id, id -> sd)));
    }

    /** Adds to each relative rule of a result what the whole gate finds by it, with the noise that its own pairs showed. */
    public static GateResult added(Gate gate, GateResult result) {
        var sds = new LinkedHashMap<String, Double>();
        var members = new ArrayList<Member>();
        for (var each : result.rules()) {
            if (each.rule() instanceof RelativeRule rule) {
                members.add(new Member(rule, each.cell().level()));
                double[] harms = each.cell().harms().stream()
                        .mapToDouble(Double::doubleValue)
                        .filter(Double::isFinite)
                        .toArray();
                if (harms.length > 1) {
                    sds.merge(each.id(), Deviation.of(harms), Math::max);
                }
            }
        }
        var found = new GatePower(gate, members).detectable(sds);
        return result.with(result.rules().stream()
                .map(each -> each.rule() instanceof RelativeRule
                        ? new RuleResult(
                                each.rule(),
                                each.cell(),
                                each.judgement().detecting(Optional.ofNullable(found.get(each.id()))))
                        : each)
                .toList());
    }

    /**
     * How gates end whose truth is known.
     *
     * @param truth such as {@code nothing differs} or {@code goodput@1024 7 % worse}
     * @param times how many times the noise
     * @param outlook shares of the gates, and pairs
     */
    public record PowerRow(String truth, int times, GateOutlook outlook) {}

    /**
     * How a gate ends for several truths.
     *
     * @param basis where the pairs are from, in words
     * @param rows nothing differs, with once, twice and three times the noise; then one metric is worse, by the rule's material
     *     margin, by what {@link #detectable} names, by the middle between both margins, and by what is tolerated
     */
    public record PowerTable(String basis, List<PowerRow> rows) {
        public PowerTable {
            rows = List.copyOf(rows);
        }
    }

    /**
     * How this gate ends for several truths, with the pairs of earlier runs, around what each run had in common: drawn with
     * replacement and with random signs. If the bank has none of this gate's shape and levels they are normal and vary by 3 %.
     *
     * @param bank of one machine and scenario; a rule without data in every pair takes its share of alpha, and passes
     */
    public PowerTable table(List<NoiseEntry> bank) {
        var pairs = pairs(bank);
        var measured = known(pairs);
        boolean isMeasured = !measured.isEmpty();
        var known = isMeasured ? measured : members;
        var margins = members.stream()
                .map(member -> known.contains(member) ? member.rule().margins() : NEVER_NOISY)
                .toList();
        var harms = isMeasured
                ? pairs.stream()
                        .map(pair -> members.stream()
                                .mapToDouble(member -> pair.getOrDefault(member.id(), NO_NOISE))
                                .toArray())
                        .toList()
                : List.<double[]>of();
        var sds = sds(known, bank);
        var rows = new ArrayList<PowerRow>();
        for (int times = 1; times <= MOST_TIMES; times++) {
            rows.add(new PowerRow("nothing differs", times, gates(harms, times).identical(margins)));
        }
        var gates = gates(harms, 1);
        var named = detectable(sds);
        for (int i = 0; i < members.size(); i++) {
            if (known.contains(members.get(i)) && members.indexOf(members.get(i)) == i) {
                var rule = members.get(i).rule();
                for (double change : changes(members.get(i), named)) {
                    var worse = new double[members.size()];
                    worse[i] = LogRatio.of(rule.metric(), change);
                    rows.add(new PowerRow(
                            members.get(i).id() + " " + GateNumbers.percent(change) + " worse",
                            1,
                            gates.outlook(margins, worse)));
                }
            }
        }
        return new PowerTable(isMeasured ? ofPairs(pairs.size(), known) : NORMAL, rows);
    }

    private String ofPairs(int pairs, List<Member> known) {
        var unknown = members.stream()
                .filter(member -> !known.contains(member))
                .map(Member::id)
                .distinct()
                .collect(Collectors.joining(", "));
        return GateNumbers.count(pairs, "pair") + " of earlier runs"
                + (unknown.isEmpty() ? "" : ", which have no " + unknown + ": taken to pass");
    }

    private static SortedSet<Double> changes(Member member, Map<String, Double> named) {
        var rule = member.rule();
        var changes = new TreeSet<>(List.of(rule.material(), (rule.material() + rule.tolerate()) / 2, rule.tolerate()));
        Optional.ofNullable(named.get(member.id())).ifPresent(changes::add);
        return changes;
    }

    private SimulatedGates gates(List<double[]> harms, int times) {
        var noise = harms.isEmpty() ? PairNoise.normal(TYPICAL_SD * times) : PairNoise.recorded(harms, times);
        return SimulatedGates.of(
                gate.design(), gate.decision(), Math.max(1, members.size()), noise, SimulatedGates.DRAWS);
    }

    private List<Member> known(List<Map<String, Double>> pairs) {
        return members.stream()
                .filter(member -> !pairs.isEmpty() && pairs.stream().allMatch(pair -> pair.containsKey(member.id())))
                .toList();
    }

    /** The harm of each pair of the bank that was measured in this gate's shape, by the rule's id. */
    private List<Map<String, Double>> pairs(List<NoiseEntry> bank) {
        var byRun = bank.stream()
                .filter(entry -> entry.shape().equals(Noise.shape(gate.design().turns())))
                .filter(entry -> !entry.perBlock().isEmpty())
                .collect(Collectors.groupingBy(
                        entry -> entry.runId() + "\n" + entry.variant(), LinkedHashMap::new, Collectors.toList()));
        var pairs = new ArrayList<Map<String, Double>>();
        for (var entries : byRun.values()) {
            int blocks = entries.stream()
                    .mapToInt(entry -> entry.perBlock().size())
                    .min()
                    .orElse(0);
            for (int block = 0; block < blocks; block++) {
                var pair = new HashMap<String, Double>();
                for (var entry : entries) {
                    pair.put(
                            entry.metric() + "@" + entry.level(),
                            entry.perBlock().get(block) - centre(entry));
                }
                pairs.add(pair);
            }
        }
        return pairs;
    }

    /** What all pairs of a run have in common is a difference between its builds, and no noise. */
    private static double centre(NoiseEntry entry) {
        return Median.of(
                entry.perBlock().stream().mapToDouble(Double::doubleValue).toArray());
    }

    private Map<String, Double> sds(List<Member> known, List<NoiseEntry> bank) {
        var sds = new LinkedHashMap<String, Double>();
        for (var member : known) {
            sds.put(
                    member.id(),
                    Noise.of(bank, gate.design().turns(), member.rule().metric(), member.level())
                            .map(Noise::sd)
                            .orElse(TYPICAL_SD));
        }
        return sds;
    }
}
