package dev.ralbench.report.comparison;

import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.gate.GateResult;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.LittleCheck;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.page.Numbers;
import dev.ralbench.report.LevelTitle;
import dev.ralbench.result.Design;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The first lines of every report: subjects, method and validity of a comparison. */
final class ComparisonHeader {
    private static final double SHORTEST_SECONDS = 0.5;

    private final ComparisonView view;
    private final Comparison comparison;

    ComparisonHeader(ComparisonView view) {
        this.view = view;
        this.comparison = view.comparison();
    }

    List<List<String>> lines() {
        return List.of(what(), sides(), design(), validity());
    }

    private List<String> what() {
        var parts = new ArrayList<String>();
        parts.add("ralbench compare");
        view.gate().ifPresent(gate -> parts.add("gate \"" + gate.name() + "\""));
        parts.add(view.scenario());
        parts.add(LevelTitle.models(view.comparison().levels()));
        return parts;
    }

    private List<String> sides() {
        var runs = comparison.runs();
        var first = runs.getFirst();
        return List.of(
                who(),
                runs.size() == 1
                        ? "run " + first.origin().runId()
                        : runs.size() + " runs from " + first.origin().runId(),
                machine());
    }

    private String who() {
        return comparison.hasBase()
                ? view.title(comparison.baseline()) + " → " + view.titles()
                : view.titles() + " alone";
    }

    private String machine() {
        var machines = view.machines();
        var first = comparison.runs().getFirst().fingerprint().machine();
        return machines.size() > 1
                ? machines.size() + " machines"
                : first.getOrDefault(Fingerprint.CORES, "?") + " vCPU";
    }

    List<String> design() {
        var design = comparison.runs().getFirst().layout().design();
        var parts = new ArrayList<String>();
        var blocks = Numbers.counted(comparison.blocks(), "block");
        parts.add(blocks
                + view.gate()
                        .filter(gate -> comparison.hasBase())
                        .map(ComparisonHeader::look)
                        .orElse(""));
        design.turns()
                .ifPresent(turns -> parts.add(
                        turns.perLevel() + " windows × " + Numbers.millis(turns.lengthMillis()) + " per level"));
        if (comparison.kind() == ComparisonKind.PAIRED) {
            parts.add(order(design) + seeds());
        }
        return parts;
    }

    private static String order(Design design) {
        return switch (design.order()) {
            case INTERLEAVED, ALTERNATING -> "random order per block";
            case FIXED -> "fixed order: what comes first or last may show as a difference";
        };
    }

    private String seeds() {
        return comparison.runs().size() == 1
                ? ", seed " + comparison.runs().getFirst().layout().seed()
                : "";
    }

    private static String look(GateResult gate) {
        return " (look " + gate.confidence().look().number() + " of "
                + gate.confidence().looks().size() + ")";
    }

    List<String> validity() {
        var parts = new ArrayList<String>();
        parts.add(trust());
        stealMost().ifPresent(share -> parts.add("steal max " + Numbers.share(share)));
        generatorMost().ifPresent(share -> parts.add("generator CPU max " + Numbers.share(share)));
        littleMost().ifPresent(share -> parts.add("Little error max " + Numbers.share(share)));
        return parts;
    }

    /** Suspect trials count, so the number of valid ones alone would read as if nothing did. */
    private String trust() {
        return validCount() == trialCount()
                ? "valid " + validCount() + "/" + trialCount() + " trials"
                : count(TrialResult.ValidityLevel.SUSPECT) + " suspect, " + count(TrialResult.ValidityLevel.INVALID)
                        + " invalid of " + Numbers.counted((int) trialCount(), "trial");
    }

    long validCount() {
        return count(TrialResult.ValidityLevel.VALID);
    }

    private long count(TrialResult.ValidityLevel verdict) {
        return trials().filter(trial -> trial.validity().verdict() == verdict).count();
    }

    long trialCount() {
        return trials().count();
    }

    /** The trials that count, which excludes blocks that were measured again. */
    private Stream<TrialResult> trials() {
        return comparison.runs().stream().map(RunResult::lastAttempts).flatMap(List::stream);
    }

    /** The generator's share of all CPUs, from 0 to 1, at the level at which it used the most. */
    OptionalDouble generatorMost() {
        return usage().filter(usage -> usage.machine().processors() > 0)
                .mapToDouble(usage -> usage.cores() / usage.machine().processors())
                .max();
    }

    /** CPU time that the hypervisor gave to others, at the level that lost most of it. */
    OptionalDouble stealMost() {
        return usage().flatMap(usage -> usage.machine().stealShare().stream())
                .mapToDouble(Double::doubleValue)
                .max();
    }

    OptionalDouble littleMost() {
        return levels().map(WindowMeasurement::little)
                .flatMap(Optional::stream)
                .map(LittleCheck::deviation)
                .mapToDouble(Math::abs)
                .max();
    }

    private Stream<WindowMeasurement> levels() {
        return trials().flatMap(trial -> trial.measurement().stream()).flatMap(found -> found.levels());
    }

    /**
     * The generator's usage at each level and over the whole run. Short windows are left out because CPU time is
     * counted in ticks of 10 ms.
     */
    private Stream<GeneratorUsage> usage() {
        return trials().flatMap(trial -> trial.measurement().stream())
                .flatMap(found -> Stream.concat(found.levels(), Stream.of(found.wholeRun())))
                .flatMap(window -> window.views().generator().stream())
                .filter(usage -> usage.seconds() >= SHORTEST_SECONDS);
    }
}
