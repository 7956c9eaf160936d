package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.NeedsShells;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of the manual, as {@code man} shows them. */
@NeedsShells
class ManIT {
    @TempDir
    private Path directory;

    private Path pages;

    @BeforeEach
    void write() {
        pages = directory.resolve("man1");
        var outcome = Shell.run("man", pages.toString());
        assertThat(outcome.exit()).as(outcome.err()).isZero();
    }

    private static String output(String... command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(Map.of("MANWIDTH", "200", "LC_ALL", "C", "MANPAGER", "cat"));
        var process = builder.start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    @Test
    void readersFindNoErrorInAnyPage() throws Exception {
        List<Path> all;
        try (Stream<Path> files = Files.list(pages)) {
            all = files.toList();
        }

        assertThat(all)
                .extracting(page -> page.getFileName().toString())
                .contains("ralbench.1", "ralbench-run.1", "ralbench-gate-init.1")
                .doesNotContain("ralbench-train.1", "ralbench-man.1");
        for (var page : all) {
            output("mandoc", "-T", "lint", "-W", "error", page.toString());
            assertThat(output("man", "--warnings", "-l", page.toString()))
                    .contains("NAME", "SYNOPSIS", "EXIT STATUS", "ENVIRONMENT", "FILES")
                    .doesNotContain("warning:");
        }
    }

    private static final Pattern HEADING = Pattern.compile("(?m)^(\\S.*):$");

    private List<String> groupsOfHelp(String... command) {
        var words = Stream.concat(Stream.of(command), Stream.of("--help", "--all"));
        var help = Shell.run(words.toArray(String[]::new)).out();
        return HEADING.matcher(help.substring(0, help.indexOf("\nExit codes:\n")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Between two headings of sections. */
    private String options(String page) throws Exception {
        var text = output("man", "-l", pages.resolve(page).toString());
        return text.substring(text.indexOf("\nOPTIONS\n"), text.indexOf("\nEXIT STATUS\n"));
    }

    @Test
    void optionsStandUnderTheHeadingsOfTheHelp() throws Exception {
        for (var command : List.of("run", "capacity", "gate init")) {
            var groups = groupsOfHelp(command.split(" "));
            assertThat(groups).hasSizeGreaterThan(1);
            assertThat(options("ralbench-" + command.replace(' ', '-') + ".1"))
                    .containsSubsequence(groups.stream()
                            .map(heading -> "\n   " + heading + "\n")
                            .toList());
        }
        assertThat(options("ralbench-run.1"))
                .containsSubsequence("\n   Load\n", "--users", "--rate", "\n   Trials\n", "--trials", "\n   Gate\n");
        assertThat(options("ralbench-validate.1")).doesNotContainPattern("\n {1,3}\\S");
    }

    @Test
    void aPageHasOptionsExitCodesVariablesAndExamples() throws Exception {
        var run = output("man", "-l", pages.resolve("ralbench-run.1").toString());

        assertThat(run)
                .contains(
                        "ralbench run [OPTIONS] [SCENARIO...]",
                        "-s, --scenario=NAME|FILE",
                        "ralbench run --all --quick")
                .contains("--keep-going", "'NAME: VALUE'", "${env:NAME}", "a gate rule failed");
        var reference = Files.readString(Repository.path("docs", "reference", "environment.md"));
        assertThat(Pattern.compile("`(RALBENCH_[A-Z_]+)`")
                        .matcher(reference)
                        .results()
                        .map((MatchResult name) -> name.group(1)))
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(run).contains(name));
    }
}
