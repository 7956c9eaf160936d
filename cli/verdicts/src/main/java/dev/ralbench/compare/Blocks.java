package dev.ralbench.compare;

import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.validity.BusyMachine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The blocks of a run of which every variant has a usable trial. Only a block's last attempt counts, whatever the others
 * were; a trial is usable when it was completed and is not invalid. Nothing here looks at a figure.
 */
final class Blocks {
    private final List<String> variants;
    private final List<Map<String, TrialResult>> usable = new ArrayList<>();
    private final List<ComparisonNote> notes = new ArrayList<>();

    private Blocks(List<String> variants) {
        this.variants = variants;
    }

    static Blocks of(RunResult run, List<String> variants) {
        var blocks = new Blocks(variants);
        lastAttempts(run).forEach(blocks::add);
        blocks.noteSuspects();
        run.skippedInWords()
                .forEach(note -> blocks.notes.add(new ComparisonNote(ComparisonNote.Kind.SKIPPED_VARIANT, note)));
        return blocks;
    }

    /** The trials of each usable block by variant, in the order of the blocks. */
    List<Map<String, TrialResult>> usable() {
        return usable;
    }

    /** The figures of one variant, in the order of the blocks. */
    List<TrialFigures> figures(ResultSource source, String variant) {
        return usable.stream()
                .flatMap(block -> Optional.ofNullable(block.get(variant)).stream())
                .map(source::figures)
                .toList();
    }

    /** Notes for the reader: blocks that were left out, and suspect trials that count. */
    List<ComparisonNote> notes() {
        return notes;
    }

    /** The trials of each block's last attempt. */
    static Map<Integer, List<TrialResult>> lastAttempts(RunResult run) {
        var blocks = new TreeMap<Integer, List<TrialResult>>();
        for (var trial : run.trials()) {
            var of = blocks.computeIfAbsent(trial.id().block(), absent -> new ArrayList<>());
            if (!of.isEmpty() && of.getFirst().id().attempt() < trial.id().attempt()) {
                of.clear();
            }
            if (of.isEmpty() || of.getFirst().id().attempt() == trial.id().attempt()) {
                of.add(trial);
            }
        }
        return blocks;
    }

    private void add(int block, List<TrialResult> trials) {
        var byVariant = new LinkedHashMap<String, TrialResult>();
        trials.forEach(trial -> byVariant.put(trial.id().variant(), trial));
        for (var variant : variants) {
            var trial = byVariant.get(variant);
            if (trial == null) {
                leaveOut(block, "no trial of " + variant);
                return;
            }
            if (!trial.counts()) {
                leaveOut(block, variant + " " + flaw(trial));
                return;
            }
        }
        usable.add(byVariant);
    }

    private void leaveOut(int block, String why) {
        notes.add(new ComparisonNote(ComparisonNote.Kind.BLOCK_LEFT_OUT, "block " + block + " left out: " + why));
    }

    /** Why a trial is not usable, in few words. */
    static String flaw(TrialResult trial) {
        if (trial.status() != TrialResult.Status.COMPLETE) {
            return trial.status().name().toLowerCase(Locale.ROOT).replace('_', '-')
                    + trial.failure().map(failure -> ": " + failure.what()).orElse("");
        }
        if (trial.measurement().isEmpty()) {
            return "has no measurement";
        }
        return "invalid: " + String.join("; ", BusyMachine.told(trial.validity().reasons()));
    }

    private void noteSuspects() {
        var suspects = usable.stream()
                .flatMap(block -> block.values().stream())
                .filter(trial -> variants.contains(trial.id().variant()))
                .filter(trial -> trial.validity().verdict() == TrialResult.ValidityLevel.SUSPECT)
                .toList();
        if (!suspects.isEmpty()) {
            var first = suspects.getFirst();
            notes.add(new ComparisonNote(
                    ComparisonNote.Kind.SUSPECT_TRIALS,
                    suspects.size() + " of " + usable.size() * variants.size() + " trials are suspect and counted; "
                            + first.id().variant() + ", block " + first.id().block() + ": "
                            + withoutFurther(BusyMachine.told(first.validity().reasons()))));
        }
    }

    /**
     * The first reason and the number of further ones: each is a sentence or two, and one is enough to find the
     * trial.
     */
    private static String withoutFurther(List<String> reasons) {
        int more = reasons.size() - 1;
        return reasons.getFirst() + (more == 0 ? "" : "; and " + more + " more, which ralbench report shows");
    }
}
