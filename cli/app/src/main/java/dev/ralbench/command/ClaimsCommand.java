package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.claims.ClaimJudge;
import dev.ralbench.claims.ClaimResult;
import dev.ralbench.claims.ClaimsTable;
import dev.ralbench.claims.MeasuredRuns;
import dev.ralbench.claims.StudyDirectory;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.page.Page;
import dev.ralbench.reference.ReferenceFigures;
import dev.ralbench.report.HtmlPage;
import dev.ralbench.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks claims of studies against stored results. */
@Command(
        name = "claims",
        description = {
            "Says of each claim of the published studies, or of a study of your own, whether it is reproduced, with what"
                    + " was measured and what was expected. Reads files only; nothing is started.",
            "DIRECTORY holds a study: claims.yaml, its scenarios next to it, and the files of its runs in results"
                    + " (docs/reference/claims.md describes claims).",
            "Without RESULT the results of that directory are read, or the recorded ones that come with ralbench. Of each"
                    + " scenario the newest result counts. No verdict rests on a difference below 2 %%: what is closer to"
                    + " its border is not told apart."
        },
        footer = {
            "",
            "Examples:",
            "  ralbench claims",
            "  ralbench claims imp results/*.json",
            "  ralbench claims ral --gate",
            "  ralbench claims docs/example-study"
        })
final class ClaimsCommand implements Callable<Integer> {
    private static final String ENDING = ".json";
    private static final String RECORDED = "results/recorded";

    private final Console console;
    private final Path home;
    private final Clock clock;

    @Parameters(
            paramLabel = "STUDY|DIRECTORY|RESULT",
            arity = "0..*",
            description =
                    "A study (ral, par, imp, worms, cor; default: all) or the directory of one, and result files of"
                            + " ralbench run.")
    private List<String> arguments = List.of();

    @Option(
            names = "--gate",
            description = "End with 3 where a claim of structure (threads, waves, ratios) was measured and does not"
                    + " hold, unless that is known. Claims of figures depend on the machine and are never judged.")
    private boolean isGate;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            converter = OutputPath.class,
            description = "Write the claims to this file too, as a page for browsers: FILE.html.")
    private List<Path> pages = List.of();

    @Mixin
    private DisplayOptions display = new DisplayOptions();

    /** @param home where ralbench's files are */
    ClaimsCommand(Console console, Path home, Clock clock) {
        this.console = console;
        this.home = home;
        this.clock = clock;
    }

    /** The studies to judge, and the results to hold them against if none are named. */
    private record Subject(List<ReferenceFigures> studies, Supplier<List<Path>> results) {
        Subject {
            studies = List.copyOf(studies);
        }
    }

    @Override
    public Integer call() {
        ReportFiles.checkPages(pages);
        boolean isNamed = namesStudy();
        var subject = isNamed ? named(arguments.getFirst()) : builtIn(ReferenceFigures.STUDIES);
        var files = arguments.stream().skip(isNamed ? 1 : 0).map(Path::of).toList();
        var runs = new MeasuredRuns(runs(files.isEmpty() ? subject.results.get() : files));
        var judge = new ClaimJudge(runs);
        var tables = subject.studies.stream()
                .map(study -> new ClaimsTable(study, judge.judge(study)))
                .toList();
        var all = tables.stream().flatMap(table -> table.results().stream()).toList();
        var broken = all.stream().filter(ClaimResult::breaksGate).toList();
        print(tables, runs, all, broken);
        if (!pages.isEmpty()) {
            ReportFiles.write(pages, page(tables, runs), display.notes(console));
        }
        return (isGate && !broken.isEmpty() ? ExitCode.REGRESSION : ExitCode.OK).code();
    }

    private HtmlPage page(List<ClaimsTable> tables, MeasuredRuns runs) {
        var paper = FileReport.onPaper(display.page(console));
        return HtmlPage.ofOther(
                "Claims of "
                        + tables.stream().map(table -> table.study().study()).collect(Collectors.joining(", ")),
                Map.of("claims", ClaimsTable.json(tables, runs.all())),
                tables.stream().flatMap(table -> table.render(paper).stream()).collect(Collectors.joining("\n")));
    }

    /** A study could be the name of a file or of a directory, too: then the study is meant. */
    private boolean namesStudy() {
        return arguments.stream()
                .limit(1)
                .anyMatch(first -> ReferenceFigures.STUDIES.contains(first)
                        || !(first.endsWith(ENDING) || Files.isRegularFile(Path.of(first))));
    }

    private Subject named(String name) {
        if (ReferenceFigures.STUDIES.contains(name)) {
            return builtIn(List.of(name));
        }
        var path = Path.of(name);
        if (Files.isDirectory(path)) {
            var directory = new StudyDirectory(path);
            var notes = display.notes(console);
            directory
                    .otherFiles()
                    .forEach(file -> notes.accept(file + ": not read as a scenario: it has no schema: and request:"));
            return new Subject(List.of(directory.study()), directory::results);
        }
        throw Failure.usage(
                "there is neither a study nor a directory " + name,
                NearestName.hint(name, ReferenceFigures.STUDIES),
                "name one of them or the directory of a study, or none for all");
    }

    private Subject builtIn(List<String> names) {
        return new Subject(
                names.stream()
                        .flatMap(name -> ReferenceFigures.of(name).stream())
                        .toList(),
                this::recorded);
    }

    private List<RunResult> runs(List<Path> files) {
        // A run that goes on has trials that count already.
        var given = CompareInput.read(files, true, display.reading(console, clock));
        if (given.results().isEmpty()) {
            throw given.nothing();
        }
        var notes = display.notes(console);
        given.skipped().forEach(skipped -> notes.accept("skipped " + skipped.file() + ": " + skipped.reason()));
        return given.results().stream().map(ResultSource::run).toList();
    }

    private List<Path> recorded() {
        var files = new ArrayList<Path>();
        var directory = home.resolve(RECORDED);
        try (var found = Files.newDirectoryStream(directory, "*" + ENDING)) {
            found.forEach(files::add);
        } catch (IOException e) {
            throw nothingRecorded(directory).causedBy(e);
        }
        if (files.isEmpty()) {
            throw nothingRecorded(directory);
        }
        return files.stream().sorted().toList();
    }

    private static Failure nothingRecorded(Path directory) {
        return Failure.environment(
                "there are no recorded results in " + directory,
                "they come with a checkout of ralbench and with its image",
                "Name results of your own: ralbench claims results/*.json");
    }

    private void print(List<ClaimsTable> tables, MeasuredRuns runs, List<ClaimResult> all, List<ClaimResult> broken) {
        var page = display.page(console);
        if (!display.isVerdictOnly()) {
            console.out().println("measured by");
            runs.all().forEach(run -> console.out().println("  " + run.origin().runId()));
            for (var table : tables) {
                console.out().println();
                table.render(page).forEach(console.out()::println);
            }
            console.out().println();
        }
        say(page, ClaimsTable.summary(all));
        if (isGate) {
            say(page, "gate: " + (broken.isEmpty() ? holds(all) : "do not hold: " + ids(broken)));
        }
    }

    private static String holds(List<ClaimResult> all) {
        var known = all.stream().filter(ClaimResult::isKnownNotToHold).toList();
        return "every claim of structure that was measured holds"
                + (known.isEmpty() ? "" : ", but for those that are known not to: " + ids(known));
    }

    private void say(Page page, String text) {
        page.fitted(text).forEach(console.out()::println);
    }

    private static String ids(List<ClaimResult> results) {
        return results.stream().map(result -> result.claim().id()).collect(Collectors.joining(", "));
    }
}
