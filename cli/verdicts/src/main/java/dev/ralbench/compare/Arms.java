package dev.ralbench.compare;

import dev.ralbench.Failure;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The arms of a comparison.
 *
 * @param isPaired whether trials of all arms belong together by block
 * @param arms in the order of the variants, or of the files
 * @param blocks that all arms have a usable trial of; the fewest trials of any if they are not paired
 * @param notes omissions, and reasons to trust the rest less
 */
record Arms(boolean isPaired, List<Arm> arms, int blocks, List<ComparisonNote> notes) {
    /** Reasons beyond these few say nothing new. */
    private static final int MOST_REASONS = 5;

    Arms {
        arms = List.copyOf(arms);
        notes = List.copyOf(notes);
    }

    List<String> names() {
        return arms.stream().map(Arm::name).toList();
    }

    /** An arm for each variant, with the blocks of all runs one after the other. */
    static Arms paired(List<ResultSource> sources, List<String> variants) {
        var trials = new LinkedHashMap<String, List<TrialFigures>>();
        variants.forEach(variant -> trials.put(variant, new ArrayList<>()));
        var runs = new ArrayList<Integer>();
        var notes = new ArrayList<ComparisonNote>();
        for (int at = 0; at < sources.size(); at++) {
            var source = sources.get(at);
            var found = Blocks.of(source.run(), variants);
            for (var block : found.usable()) {
                trials.forEach((variant, of) -> Optional.ofNullable(block.get(variant))
                        .map(source::figures)
                        .ifPresent(of::add));
                runs.add(at);
            }
            found.notes().forEach(note -> notes.add(sources.size() > 1 ? note.of(source) : note));
        }
        if (runs.isEmpty()) {
            throw nothing("no block has a usable trial of every variant", sources, notes);
        }
        var arms = trials.entrySet().stream()
                .map(of -> new Arm(of.getKey(), of.getValue(), runs, attempts(sources, of.getKey())))
                .toList();
        return new Arms(true, arms, runs.size(), notes);
    }

    /** An arm for each variant of each run. */
    static Arms separate(List<ResultSource> sources) {
        var names = names(sources);
        var arms = new ArrayList<Arm>();
        var notes = new ArrayList<ComparisonNote>();
        for (int i = 0; i < sources.size(); i++) {
            var source = sources.get(i);
            for (var variant : Variants.of(source.run())) {
                var alone = Blocks.of(source.run(), List.of(variant));
                var trials = alone.figures(source, variant);
                alone.notes().forEach(note -> notes.add(note.of(source)));
                if (trials.isEmpty()) {
                    throw nothing(variant + " of " + source.name() + " has no usable trial", List.of(source), notes);
                }
                arms.add(new Arm(
                        names.get(i).apply(variant),
                        trials,
                        Collections.nCopies(trials.size(), i),
                        attempts(List.of(source), variant)));
            }
        }
        int fewest = arms.stream().mapToInt(arm -> arm.trials().size()).min().orElse(0);
        return new Arms(false, arms, fewest, notes);
    }

    private static List<TrialFigures> attempts(List<ResultSource> sources, String variant) {
        return sources.stream()
                .flatMap(source -> source.run().trials().stream()
                        .filter(trial -> trial.id().variant().equals(variant))
                        .filter(trial -> trial.measurement().isPresent())
                        .map(source::figures))
                .toList();
    }

    /** Names arms by variant if that is unambiguous, by file if all have the same variant, and by both otherwise. */
    private static List<UnaryOperator<String>> names(List<ResultSource> sources) {
        var all = sources.stream()
                .flatMap(source -> Variants.of(source.run()).stream())
                .toList();
        boolean isAlone = all.stream().distinct().count() == 1;
        return sources.stream()
                .<UnaryOperator<String>>map(source -> variant -> {
                    boolean isUnique = all.indexOf(variant) == all.lastIndexOf(variant);
                    return isUnique ? variant : isAlone ? source.name() : inFile(variant, source);
                })
                .toList();
    }

    /** The name of a variant that several files have. */
    static String inFile(String variant, ResultSource source) {
        return variant + " (" + source.name() + ")";
    }

    /** Why a run has nothing to compare, if no block of it has a usable trial of every variant. */
    static Optional<Failure> nothingIn(ResultSource source) {
        var variants = Variants.of(source.run());
        var blocks = Blocks.of(source.run(), variants);
        var what = variants.size() == 1
                ? variants.getFirst() + " of " + source.name() + " has no usable trial"
                : "no block has a usable trial of every variant";
        return blocks.usable().isEmpty()
                ? Optional.of(nothing(what, List.of(source), blocks.notes()))
                : Optional.empty();
    }

    private static Failure nothing(String what, List<ResultSource> sources, List<ComparisonNote> notes) {
        var why = notes.stream().limit(MOST_REASONS).map(ComparisonNote::text).collect(Collectors.joining("\n"));
        boolean invalid = sources.stream()
                .flatMap(source -> Blocks.lastAttempts(source.run()).values().stream())
                .flatMap(List::stream)
                .anyMatch(trial -> trial.validity().verdict() == TrialResult.ValidityLevel.INVALID);
        return invalid
                ? Failure.invalid(what, why, "Fix what the reasons name and run again.")
                : Failure.incomparable(what, why, "Run again until at least one block is complete.");
    }

    /** The index of the arm of that name; -1 if there is none. */
    int indexOf(String name) {
        return arms.stream().map(Arm::name).toList().indexOf(name);
    }
}
