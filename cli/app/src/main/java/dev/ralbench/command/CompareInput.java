package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.compare.Flaws;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.report.comparison.CompareReport;
import dev.ralbench.result.FileContent;
import dev.ralbench.result.ReadProgress;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * The files that compare was given, sorted into results to compare and the rest: {@code results/*.json} also names
 * other files.
 *
 * @param results without flaws, each run once, in the order in which they were given
 * @param searches for the most users, which are compared with each other only; they are among those skipped, too
 * @param skipped everything else
 */
record CompareInput(List<ResultSource> results, List<ResultSource> searches, List<Skipped> skipped) {
    private static final String ENDING = ".json";
    /** More reasons do not help if no result is left. */
    private static final int MOST_REASONS = 10;

    CompareInput {
        results = List.copyOf(results);
        searches = List.copyOf(searches);
        skipped = List.copyOf(skipped);
    }

    /**
     * A file that is not compared.
     *
     * @param reason in a line
     * @param isOfRun whether it is a result that cannot be used, and not something else
     * @param isSearch whether it is compared with other searches
     * @param run the result, if it can be read
     * @param failure to report if no usable result is left
     */
    record Skipped(
            Path file, String reason, boolean isOfRun, boolean isSearch, Optional<RunResult> run, Failure failure) {
        CompareReport.LeftOut leftOut() {
            return new CompareReport.LeftOut(file.toString(), reason);
        }
    }

    /**
     * Reads them all.
     *
     * @param isForced whether runs that have not ended are wanted too
     * @throws Failure if a file does not exist
     */
    static CompareInput read(List<Path> files, boolean isForced, ReadProgress progress) {
        var sorter = new InputSorter(files, isForced);
        try (progress) {
            if (files.size() == 1) {
                sorter.add(files.getFirst(), ResultFile.find(files.getFirst(), progress));
            } else {
                addInOrder(files, progress, sorter);
            }
        }
        return new CompareInput(sorter.results, sorter.searches, sorter.skipped);
    }

    /** Reads on all CPUs, which is most of the time that many files take; sorts one after the other. */
    private static void addInOrder(List<Path> files, ReadProgress progress, InputSorter sorter) {
        var readers = Executors.newFixedThreadPool(
                Math.min(files.size(), Runtime.getRuntime().availableProcessors()), work -> {
                    var reader = new Thread(work, "ralbench-reader");
                    reader.setDaemon(true);
                    return reader;
                });
        try {
            var contents = files.stream()
                    .map(file -> CompletableFuture.supplyAsync(() -> ResultFile.find(file, progress), readers))
                    .toList();
            for (int i = 0; i < files.size(); i++) {
                sorter.add(files.get(i), contents.get(i).join());
                progress.read(i + 1, files.size());
            }
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        } finally {
            readers.shutdownNow();
        }
    }

    /** The failure if no result is left: that of a single file, or a list for several. */
    Failure nothing() {
        if (skipped.size() == 1) {
            return skipped.getFirst().failure();
        }
        var why = skipped.stream()
                .limit(MOST_REASONS)
                .map(each -> each.file() + ": " + each.reason())
                .collect(Collectors.joining("\n"));
        var more = skipped.size() > MOST_REASONS ? "\nand " + (skipped.size() - MOST_REASONS) + " more" : "";
        return new Failure(
                worst(),
                "none of the " + skipped.size() + " files holds a result that can be compared",
                why + more,
                "Name a file that ralbench run wrote, of a run that has come to its end.");
    }

    /** Results that cannot be compared, or trusted, are worse than files that hold none. */
    private FailureKind worst() {
        return skipped.stream()
                .map(each -> each.failure().kind())
                .filter(kind -> kind != FailureKind.USAGE)
                .findFirst()
                .orElse(FailureKind.USAGE);
    }

    /** The result behind the failure, if there is one to name in a report. */
    Optional<RunResult> firstUnusable() {
        return skipped.stream().flatMap(each -> each.run().stream()).findFirst();
    }

    private static final class InputSorter {
        private final boolean isForced;
        private final boolean haveOwnNames;
        private final List<ResultSource> results = new ArrayList<>();
        private final List<ResultSource> searches = new ArrayList<>();
        private final List<Skipped> skipped = new ArrayList<>();
        private final Map<String, Path> seen = new HashMap<>();

        InputSorter(List<Path> files, boolean isForced) {
            this.isForced = isForced;
            var names = files.stream().map(CompareInput::name).toList();
            this.haveOwnNames = new HashSet<>(names).size() == names.size();
        }

        void add(Path file, FileContent content) {
            switch (content) {
                case FileContent.Run run -> add(file, run.result());
                case FileContent.Other other ->
                    skipped.add(
                            new Skipped(file, other.what(), other.isOfRun(), false, Optional.empty(), other.failure()));
            }
        }

        /** Files of the same name in different directories are told apart by their run. */
        private void add(Path file, RunResult run) {
            var source =
                    new ResultSource(haveOwnNames ? name(file) : run.origin().runId(), run);
            var flaw = isForced ? Flaws.structural(source) : Flaws.of(source);
            boolean isSearch = !isOfRun(run) && (isForced || run.status() != RunResult.Status.RUNNING);
            var before = isSearch || flaw.isEmpty()
                    ? Optional.ofNullable(seen.putIfAbsent(run.origin().runId(), file))
                    : Optional.<Path>empty();
            if (before.isPresent()) {
                skipped.add(twice(file, before.get(), run));
            } else if (flaw.isEmpty()) {
                results.add(source);
            } else {
                if (isSearch) {
                    searches.add(source);
                }
                skipped.add(new Skipped(
                        file,
                        reason(flaw.get()),
                        isOfRun(run),
                        isSearch,
                        Optional.of(run),
                        flaw.get().failure()));
            }
        }

        private static Skipped twice(Path file, Path before, RunResult run) {
            var failure = Failure.incomparable(
                    "the same run is given twice: " + before + " and " + file,
                    "both are run " + run.origin().runId() + "; its trials would count twice",
                    "Name each run once.");
            return new Skipped(file, "the same run as " + before, false, false, Optional.of(run), failure);
        }

        /** A search never was meant to be compared. */
        private static boolean isOfRun(RunResult run) {
            return run.layout().design().capacity().isEmpty();
        }

        private static String reason(Flaws.Flaw flaw) {
            return flaw.what()
                    + flaw.failure()
                            .why()
                            .lines()
                            .findFirst()
                            .map(why -> " (" + why + ")")
                            .orElse("");
        }
    }

    private static String name(Path file) {
        var name = String.valueOf(file.getFileName());
        return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
    }
}
