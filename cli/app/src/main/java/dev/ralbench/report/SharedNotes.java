package dev.ralbench.report;

import dev.ralbench.page.Spelling;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Notes about variants or trials. What is the same of several of them is said once, with all of their names. */
final class SharedNotes {
    /** By text: the variants that it is about, each with the blocks of its trials, or none if it is about all. */
    private final SequencedMap<String, SequencedMap<String, List<Integer>>> subjects = new LinkedHashMap<>();

    private final boolean hasSeveralBlocks;

    SharedNotes(RunView view) {
        this.hasSeveralBlocks = view.blocks() > 1;
    }

    /** The notes on each variant. */
    static Stream<String> ofVariants(RunView view, Function<String, Stream<String>> texts) {
        var notes = new SharedNotes(view);
        view.variants().forEach(variant -> texts.apply(variant).forEach(text -> notes.add(variant, text)));
        return notes.lines();
    }

    /** The notes on each trial. */
    static Stream<String> ofTrials(
            RunView view, Stream<TrialResult> trials, Function<TrialResult, Stream<String>> texts) {
        var notes = new SharedNotes(view);
        trials.forEach(trial -> texts.apply(trial).forEach(text -> notes.add(trial, text)));
        return notes.lines();
    }

    void add(String variant, String text) {
        blocks(variant, text);
    }

    void add(TrialResult trial, String text) {
        var blocks = blocks(trial.id().variant(), text);
        if (hasSeveralBlocks && !blocks.contains(trial.id().block())) {
            blocks.add(trial.id().block());
        }
    }

    private List<Integer> blocks(String variant, String text) {
        return subjects.computeIfAbsent(text, first -> new LinkedHashMap<>())
                .computeIfAbsent(variant, first -> new ArrayList<>());
    }

    boolean has(String text) {
        return subjects.containsKey(text);
    }

    /** Each text once, in the order in which they were added first. */
    Stream<String> lines() {
        return subjects.entrySet().stream().map(note -> names(note.getValue()) + ": " + note.getKey());
    }

    /**
     * {@code reactive}, {@code reactive and coroutines}, {@code reactive and coroutines, trials 1 and 2; blocking, trial
     * 2}.
     */
    private static String names(SequencedMap<String, List<Integer>> variants) {
        var together = variants.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        LinkedHashMap::new,
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
        return together.entrySet().stream()
                .map(same ->
                        Spelling.list(same.getValue()) + (same.getKey().isEmpty() ? "" : ", " + trials(same.getKey())))
                .collect(Collectors.joining("; "));
    }

    private static String trials(List<Integer> blocks) {
        return (blocks.size() == 1 ? "trial " : "trials ")
                + Spelling.list(blocks.stream().map(String::valueOf).toList());
    }
}
