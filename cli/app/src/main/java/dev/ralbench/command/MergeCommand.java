package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.merge.ResultMerger;
import dev.ralbench.page.Page;
import dev.ralbench.report.LimitLines;
import dev.ralbench.report.RunTable;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes one result of those of several generators that ran parts of one load. */
@Command(
        name = MergeCommand.NAME,
        description = {
            "Makes one result of those of several generators that loaded one service at the same time, each started by"
                    + " hand with its share of the users or of the rate. Counts and histograms are added, never averaged;"
                    + " the result is as valid as its worst generator. Results that are not parts of one load are refused."
                    + " Reads files only; nothing is started."
        },
        footer = {"", "Example: ralbench merge a.json b.json -o both.json"})
final class MergeCommand implements Callable<Integer> {
    static final String NAME = "merge";

    private static final Path DIRECTORY = Path.of("results");

    private final Console console;

    @Parameters(paramLabel = "FILE", arity = "2..*", description = "Result files of ralbench run, one per generator.")
    private List<Path> files = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            converter = OutputPath.class,
            description = "The merged result, a new file (default: results/<run of the first>-merged.json).")
    private Optional<Path> output = Optional.empty();

    @Mixin
    private DisplayOptions display = new DisplayOptions();

    MergeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.ifPresent(MergeCommand::checkIsResult);
        output.ifPresent(ResultFile::checkIsNew);
        var merged = ResultMerger.merge(parts(), commandLine());
        var file = output.orElseGet(() -> DIRECTORY.resolve(merged.origin().runId() + ".json"));
        ResultFile.begin(file, merged).write(merged);
        lines(merged, file).forEach(console.out()::println);
        return ExitCode.OK.code();
    }

    private static void checkIsResult(Path file) {
        ReportFormat.find(file).filter(format -> format != ReportFormat.JSON).ifPresent(format -> {
            throw Failure.usage(
                    "--output " + file + ": merge writes a result, and that is JSON",
                    "",
                    "give the file the ending .json; ralbench report makes reports of it");
        });
    }

    /** Called by the names of their files; by the paths as they were given if two files have the same name. */
    private List<ResultMerger.Part> parts() {
        var names = new HashSet<Path>();
        boolean areDistinct = files.stream().allMatch(file -> names.add(file.getFileName()));
        return files.stream()
                .map(file -> new ResultMerger.Part(
                        areDistinct ? file.getFileName().toString() : file.toString(), ResultFile.read(file)))
                .toList();
    }

    private List<String> commandLine() {
        return Stream.of(
                        Stream.of("ralbench", NAME),
                        files.stream().map(Path::toString),
                        output.stream().flatMap(file -> Stream.of("-o", file.toString())))
                .flatMap(words -> words)
                .toList();
    }

    /** As report prints it. */
    private List<String> lines(RunResult merged, Path file) {
        if (display.isVerdictOnly()) {
            return QuietSummary.lines(merged, Optional.of(file));
        }
        Page page = display.page(console);
        var lines = new ArrayList<>(new RunTable(merged, RunTable.Detail.SHORT).render(page, Optional.of(file)));
        lines.addAll(
                LimitLines.render(RunConclusion.judged(file.toString(), merged).limits(), page));
        return lines;
    }
}
