package dev.ralbench.gate;

import dev.ralbench.compare.VariantFact;
import dev.ralbench.load.Level;
import dev.ralbench.result.Design;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How a gate's run is to be measured.
 *
 * @param looks after how many pairs the gate may decide, ascending; the last is the most that are run
 * @param turns windows and levels of an alternating gate; empty for a sequential one, which runs the scenario's load
 * @param vary allowed differences of base and head
 * @param control whether base runs a second time in each block, as a variant named {@link #CONTROL}
 * @param startUpCache whether services by jar start from what their JVM learned under load before the first block
 */
public record GateDesign(
        Shape shape,
        List<Integer> looks,
        Optional<Design.Turns> turns,
        Set<VariantFact> vary,
        boolean control,
        boolean startUpCache) {
    /** The variant that is base under another name. */
    public static final String CONTROL = "control";

    public GateDesign {
        looks = List.copyOf(looks);
        vary = Set.copyOf(vary);
    }

    /** How the variants of a pair follow each other. */
    public enum Shape {
        /** Both variants are up and warm, and get load in short windows (A B B A). */
        ALTERNATING,
        /** One variant gets its whole load, then the other. */
        SEQUENTIAL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * How many blocks may be measured in the place of lost ones, after those that were planned. If more are lost, the
     * machine is not fit for it, or a build does not work.
     */
    public static int spareBlocks(int planned) {
        return Math.max(1, planned / 4);
    }

    /** Of a gate that has only rules about histories: nothing is measured for it. */
    static GateDesign ofHistories() {
        return new GateDesign(Shape.SEQUENTIAL, List.of(1), Optional.empty(), Set.of(), false, false);
    }

    /** The name of the second base; empty if the gate measures base only once. */
    public Optional<String> controlName() {
        return Optional.of(CONTROL).filter(name -> control);
    }

    /** Whether the levels of its turns are left to the scenario. */
    public boolean leavesLevels() {
        return turns.filter(design -> design.levels().isEmpty()).isPresent();
    }

    GateDesign atLevels(List<Integer> levels) {
        return new GateDesign(shape, looks, turns.map(design -> design.atLevels(levels)), vary, control, startUpCache);
    }

    /** The levels that the gate itself fixes; empty if they are the scenario's. */
    public List<Level> ownLevels() {
        return turns.map(Design.Turns::levelsOfUsers).orElse(List.of());
    }
}
