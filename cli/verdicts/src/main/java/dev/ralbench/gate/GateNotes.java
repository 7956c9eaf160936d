package dev.ralbench.gate;

import dev.ralbench.Boxed;
import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Change;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.gate.NoisyJudge.Margins;
import dev.ralbench.result.Design.GateReference;
import dev.ralbench.statistics.Power;
import dev.ralbench.validity.ValidityJudge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Notes in addition to the rules: missing data, and ways to settle inconclusive rules. */
record GateNotes(Gate gate, Comparison comparison, Acceptances acceptances, Look look, int familySize) {
    List<String> of(Decision decision, List<RuleResult> rules, DecisionObstacles obstacles) {
        var notes = new ArrayList<>(obstacles.beyond().stream().toList());
        notes.addAll(obstacles.reasons());
        notes.addAll(obstacles.lost());
        notes.addAll(obstacles.open());
        obstacles
                .early()
                .forEach(each -> notes.add(each + (look.isLast() ? ": that may be chance" : ": no early pass")));
        if (!obstacles.reasons().isEmpty()) {
            DecisionObstacles.machineReasons(comparison).ifPresent(notes::add);
        }
        notes.addAll(gate.notesOfLeftOut());
        if (comparison.hasBase() && gate.isLeftWithoutComparison()) {
            notes.add("no rule that compares " + comparison.baseline()
                    + " with another variant has data here, so this is no"
                    + " pass; choose another gate, or let ralbench gate init SCENARIO write one that fits");
        }
        chosenLater().ifPresent(notes::add);
        rules.stream()
                .filter(rule -> rule.outcome() == RuleOutcome.NO_DATA)
                .forEach(rule -> notes.add(
                        rule.id() + " has nothing to judge: " + rule.judgement().why()));
        rules.stream()
                .filter(rule -> rule.outcome() == RuleOutcome.NOT_JUDGED)
                .forEach(rule -> notes.add(
                        rule.id() + " was not judged: " + rule.judgement().why()));
        withoutBase(rules).ifPresent(notes::add);
        rules.stream()
                .filter(rule -> rule.outcome() == RuleOutcome.FAIL || rule.outcome() == RuleOutcome.INCONCLUSIVE)
                .filter(rule -> acceptances.isExpired(rule.cell().metric()))
                .forEach(rule -> notes.add(rule.id() + ": its acceptance has expired; fix it, or accept it again"));
        if (decision == Decision.CONTINUE) {
            int next = gate.design().looks().get(look.number());
            notes.add("inconclusive at look " + look.number() + " of " + look.of() + ": the next one is at " + next
                    + " pairs, " + (next - comparison.blocks()) + " more");
        }
        if (decision == Decision.INCONCLUSIVE && gate.decision().onInconclusive() == Gate.OnInconclusive.WARN) {
            notes.add("inconclusive, and on_inconclusive: warn lets the build go on");
        }
        if (decision == Decision.BASELINE) {
            notes.add("the result is stored: ralbench compare shows runs of one variant over time, and judges counts of"
                    + " two runs; every other comparison needs base and head in one run");
        }
        if (decision == Decision.INCONCLUSIVE && comparison.hasBase()) {
            var busy = busyMachine();
            busy.ifPresent(notes::add);
            rules.stream()
                    .filter(rule -> rule.outcome() == RuleOutcome.INCONCLUSIVE)
                    .filter(rule -> busy.isEmpty()) // on a quiet machine fewer pairs would do
                    .flatMap(rule -> settling(rule).stream())
                    .forEach(notes::add);
        }
        if (comparison.kind() == ComparisonKind.HISTORICAL) {
            notes.add("base and head come from different runs: ralbench run --variant base=... --variant head=..."
                    + " --gate measures them side by side, and judges every rule");
        }
        return notes;
    }

    private Optional<String> busyMachine() {
        var measured = comparison.runs().stream()
                .flatMap(run -> run.lastAttempts().stream())
                .flatMap(trial -> trial.measurement().stream())
                .toList();
        return ValidityJudge.busyMachine(measured)
                .map(why -> "the machine is busy: " + why + " while this was measured, so nothing can be told; "
                        + command("end what else runs there"));
    }

    private static Optional<String> withoutBase(List<RuleResult> rules) {
        var ids =
                rules.stream().filter(RuleResult::lacksBase).map(RuleResult::id).collect(Collectors.joining(", "));
        return Optional.of(ids).filter(text -> !text.isEmpty()).map(text -> "no base to compare with: " + text);
    }

    /** Rules that were chosen after the measurement promise nothing about false alarms. Nor do runs chosen so. */
    private Optional<String> chosenLater() {
        if (!comparison.hasBase()) {
            return Optional.empty(); // limits have no such bound
        }
        boolean fixed = comparison.runs().stream()
                .allMatch(run -> run.layout()
                        .design()
                        .gate()
                        .map(GateReference::sha256)
                        .filter(gate.sha256()::equals)
                        .isPresent());
        if (!fixed) {
            return Optional.of(
                    "these rules were not fixed before the run, so its bound on false alarms is not promised");
        }
        return comparison.runs().size() <= 1
                ? Optional.empty()
                : Optional.of("blocks of several runs are judged together, and each run ended when its own gate had"
                        + " decided, so the bound on false alarms is not promised");
    }

    /** The measurement that would probably decide it, as a command. */
    private Optional<String> settling(RuleResult rule) {
        return rule.rule()
                .advice()
                .map(advice -> rule.id() + ": " + command(advice))
                .or(() -> sd(rule.cell()).map(sd -> settling(rule, sd)));
    }

    private String settling(RuleResult rule, double sd) {
        var varies = rule.id() + " varies by " + GateNumbers.percent(sd) + " from pair to pair: ";
        var pairs = pairs(rule, sd);
        return pairs.isPresent()
                ? varies + "about " + pairs.getAsInt() + " pairs would decide it; "
                        + command("that many in design.pairs.looks")
                : varies + "no number of pairs would decide it; it needs a quieter machine, or wider margins";
    }

    private static Optional<Double> sd(Cell cell) {
        return cell.change()
                .filter(change -> change.scale() == Change.Scale.LOG_RATIO)
                .flatMap(change -> Boxed.of(change.deviation()));
    }

    private OptionalInt pairs(RuleResult rule, double sd) {
        double estimate =
                rule.cell().change().map(change -> change.harm().estimate()).orElse(0.0);
        double alpha = look.alpha() / Math.max(1, familySize);
        return gate.rules(RelativeRule.class).stream()
                .filter(relative -> relative.metric().equals(rule.cell().metric()))
                .filter(relative -> relative.levels()
                        .of(comparison.levels())
                        .contains(rule.cell().level()))
                .map(relative -> blocksToSettle(estimate, sd, alpha, look.passAlpha(), relative.margins()))
                .findFirst()
                .orElse(OptionalInt.empty());
    }

    /**
     * How many blocks settle a rule, if the harm is as estimated: enough to find it if it is material, else to show
     * that it is tolerated. Empty if no number does.
     *
     * @param failAlpha of one rule at one look
     * @param passAlpha of the bound that a pass needs
     */
    private static OptionalInt blocksToSettle(
            double estimate, double sd, double failAlpha, double passAlpha, Margins margins) {
        double toPass = margins.tolerate() - Math.max(0, estimate);
        // The upper bound falls below the tolerance as often as the lower one of the mirrored blocks exceeds 0.
        var passing = toPass > 0 ? Power.blocksToDetect(toPass, sd, passAlpha, Power.REPORTED, 0) : OptionalInt.empty();
        var failing = estimate > margins.material()
                ? Power.blocksToDetect(estimate, sd, failAlpha, Power.REPORTED, margins.material())
                : OptionalInt.empty();
        if (passing.isEmpty() || failing.isEmpty()) {
            return passing.isPresent() ? passing : failing;
        }
        return passing.getAsInt() < failing.getAsInt() ? passing : failing;
    }

    /** What to change before the next measurement. A run of a program that uses ralbench as a library has no command. */
    private String command(String change) {
        return comparison.runs().stream()
                .findFirst()
                .map(run -> run.origin().command())
                .map(command ->
                        change + (command.isEmpty() ? ", then run again" : ", then: " + String.join(" ", command)))
                .orElse(change);
    }
}
