package dev.ralbench.compare;

import dev.ralbench.statistics.BenjaminiHochberg;
import dev.ralbench.statistics.HodgesLehmann;
import dev.ralbench.statistics.KruskalWallis;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A change on each machine that it was measured on, and whether machines disagree by more than the blocks of one
 * machine do: the test of Kruskal and Wallis over the differences of blocks, Benjamini and Hochberg's procedure over
 * all cells.
 *
 * @param estimates of the harm on each machine, in the order of the machines; empty if there is no block
 * @param probability of machines so far apart, or farther, if they do not differ; empty if a machine has one block only
 * @param isBeyondNoise whether it stands out among all cells
 */
public record MachineEffects(
        Cell cell, List<OptionalDouble> estimates, OptionalDouble probability, boolean isBeyondNoise) {
    private static final double FALSE_SHARE = 0.05;
    private static final int FEWEST_BLOCKS = 2;

    public MachineEffects {
        estimates = List.copyOf(estimates);
    }

    /** Compares the machines on each cell that has a change per block. */
    public static List<MachineEffects> of(List<Machine> machines, List<Cell> cells) {
        if (machines.size() < 2) {
            return List.of();
        }
        var found = cells.stream()
                .filter(cell -> cell.change()
                        .filter(change -> !change.perBlock().isEmpty())
                        .isPresent())
                .map(cell -> of(machines, cell))
                .toList();
        double[] adjusted = BenjaminiHochberg.adjusted(
                found.stream().mapToDouble(each -> each.probability.orElse(1)).toArray());
        var marked = new ArrayList<MachineEffects>();
        for (int i = 0; i < adjusted.length; i++) {
            var each = found.get(i);
            marked.add(new MachineEffects(each.cell, each.estimates, each.probability, adjusted[i] <= FALSE_SHARE));
        }
        return marked;
    }

    private static MachineEffects of(List<Machine> machines, Cell cell) {
        var byRun = cell.change().orElseThrow().byRun();
        var samples = machines.stream()
                .map(machine -> machine.runs().stream()
                        .flatMap(run -> byRun.getOrDefault(run, List.of()).stream())
                        .mapToDouble(harm -> harm)
                        .toArray())
                .toList();
        var estimates = samples.stream()
                .map(sample ->
                        sample.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(HodgesLehmann.estimate(sample)))
                .toList();
        boolean isTested = samples.stream().allMatch(sample -> sample.length >= FEWEST_BLOCKS);
        var probability = isTested ? OptionalDouble.of(KruskalWallis.probability(samples)) : OptionalDouble.empty();
        return new MachineEffects(cell, estimates, probability, false);
    }

    /** How far apart the machines are, in the scale of the harm; 0 if only one has an estimate. */
    public double range() {
        var known = estimates.stream().flatMapToDouble(OptionalDouble::stream).summaryStatistics();
        return known.getCount() == 0 ? 0 : known.getMax() - known.getMin();
    }
}
