package dev.ralbench.trial;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Variant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Which trial comes when: complete blocks, each with one trial of every variant, so that slow drift of the machine meets
 * all variants alike.
 *
 * @param blocks up to the last look
 * @param variants as the scenario lists them
 * @param seed decides every permutation, by {@link SplittableRandom}: {@link java.util.Random} begins with the same draw
 *     for all seeds below 4096
 */
public record Schedule(List<List<Trial>> blocks, List<Variant> variants, Design.Order order, long seed) {

    public Schedule {
        blocks = blocks.stream().map(List::copyOf).toList();
        variants = List.copyOf(variants);
    }

    /**
     * Draws the schedule before anything is measured.
     *
     * @param trials per variant
     */
    public static Schedule of(List<Variant> variants, int trials, Design.Order order, long seed) {
        var permutations = permutations(variants, trials, order, seed);
        var blocks = new ArrayList<List<Trial>>();
        for (int i = 0; i < trials; i++) {
            blocks.add(block(permutations.get(i), i + 1, 1));
        }
        return new Schedule(blocks, variants, order, seed);
    }

    /**
     * The same block once more, in a new random order: after those of the plan come those that none foresaw.
     *
     * @param unplanned counts the repeated and the further blocks of the whole run, from 1
     */
    List<Trial> again(List<Trial> block, int unplanned) {
        return block(
                drawn(unplanned), block.getFirst().block(), block.getFirst().attempt() + 1);
    }

    /**
     * A block after those of the plan.
     *
     * @param number counts all blocks, from 1
     * @param unplanned counts the repeated and the further blocks of the whole run, from 1
     */
    List<Trial> further(int number, int unplanned) {
        return block(drawn(unplanned), number, 1);
    }

    private List<Variant> drawn(int unplanned) {
        return permutations(variants, blocks.size() + unplanned, order, seed).getLast();
    }

    private static List<List<Variant>> permutations(List<Variant> variants, int count, Design.Order order, long seed) {
        var random = new SplittableRandom(seed);
        var permutations = new ArrayList<List<Variant>>();
        for (int i = 0; i < count; i++) {
            var permuted = new ArrayList<>(variants);
            if (order != Design.Order.FIXED) {
                Collections.shuffle(permuted, random);
            }
            permutations.add(permuted);
        }
        return permutations;
    }

    private static List<Trial> block(List<Variant> variants, int block, int attempt) {
        var trials = new ArrayList<Trial>();
        for (var variant : variants) {
            trials.add(new Trial(variant, block, trials.size() + 1, attempt));
        }
        return trials;
    }

    /** How long a block of it takes. */
    public TimeEstimate estimate(LoadPlan load, Design design, Pace pace) {
        return new TimeEstimate(load.timeline(), load.untilCompiled(), design.turns(), variants.size(), pace);
    }

    /** Which trial of the whole run it is, from 1; a repeated one has the number of the one that it replaces. */
    int number(Trial trial) {
        return (trial.block() - 1) * variants.size() + trial.slot();
    }

    public List<Trial> trials() {
        return blocks.stream().flatMap(List::stream).toList();
    }

    /** Names of the variants, block by block. */
    public List<List<String>> names() {
        return blocks.stream().map(Schedule::names).toList();
    }

    /** Names of the variants of one block. */
    static List<String> names(List<Trial> block) {
        return block.stream().map(trial -> trial.variant().name()).toList();
    }
}
