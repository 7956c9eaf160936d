package dev.ralbench.runner;

import dev.ralbench.load.UserTimeline;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Variant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * Which trial comes when: complete blocks, each with one trial of every variant, so that slow drift of the machine meets
 * all variants alike.
 */
public record Schedule(List<List<Trial>> blocks) {

    /** Starting and stopping a target and looking into it, roughly. */
    private static final double SECONDS_AROUND_A_TRIAL = 4;

    public Schedule {
        blocks = blocks.stream().map(List::copyOf).toList();
    }

    /**
     * Draws the schedule before anything is measured.
     *
     * @param trials per variant
     * @param seed decides every permutation; {@link Random}'s algorithm is fixed by its specification
     */
    public static Schedule of(List<Variant> variants, int trials, Design.Order order, long seed) {
        var random = new Random(seed);
        var blocks = new ArrayList<List<Trial>>();
        for (int block = 1; block <= trials; block++) {
            var permuted = new ArrayList<>(variants);
            if (order != Design.Order.FIXED) {
                Collections.shuffle(permuted, random);
            }
            blocks.add(block(permuted, block));
        }
        return new Schedule(blocks);
    }

    private static List<Trial> block(List<Variant> variants, int block) {
        var trials = new ArrayList<Trial>();
        for (var variant : variants) {
            trials.add(new Trial(variant, block, trials.size() + 1));
        }
        return trials;
    }

    /**
     * An estimate of how long the schedule takes, in seconds; empty where the load's length is open.
     *
     * @param timeline of each trial
     */
    public OptionalDouble estimatedSeconds(UserTimeline timeline) {
        var one = timeline.plannedSeconds();
        return one.isEmpty() ? one : OptionalDouble.of((one.getAsDouble() + SECONDS_AROUND_A_TRIAL) * trials().size());
    }

    public List<Trial> trials() {
        return blocks.stream().flatMap(List::stream).toList();
    }

    /** Names of the variants, block by block. */
    public List<List<String>> names() {
        return blocks.stream()
                .map(block ->
                        block.stream().map(trial -> trial.variant().name()).toList())
                .toList();
    }
}
