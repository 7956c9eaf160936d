package dev.ralbench.claims;

import dev.ralbench.Failure;
import dev.ralbench.result.ReferenceFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A study of a user's own: {@code claims.yaml}, the scenarios that its claims are about ({@code *.yaml} next to it),
 * and the results of their runs ({@code results/*.json}, where {@code ralbench run} in that directory leaves them).
 */
public record StudyDirectory(Path directory) {
    private static final String CLAIMS = "claims.yaml";
    private static final String RESULTS = "results";

    /**
     * Reads the claims, and holds the places that they name against the scenarios.
     *
     * @throws Failure if the file of claims or a scenario is missing or wrong
     */
    public ReferenceFigures study() {
        var claims = directory.resolve(CLAIMS);
        if (!Files.exists(claims)) {
            throw Failure.usage(
                    directory + ": there is no " + CLAIMS + " in this directory",
                    "The claims of a study stand in that file.",
                    "Write it as results/README.md describes, or name results of runs: ralbench claims results/*.json");
        }
        var scenarios = files(directory, "*.{yaml,yml}").stream()
                .filter(file -> !file.equals(claims))
                .toList();
        return StudyFile.read(claims, new StudyScenarios(scenarios));
    }

    /**
     * The files of the results, in the order of their names.
     *
     * @throws Failure if there are none
     */
    public List<Path> results() {
        var results = directory.resolve(RESULTS);
        var files = Files.isDirectory(results) ? files(results, "*.json") : List.<Path>of();
        if (files.isEmpty()) {
            throw Failure.usage(
                    directory + ": there are no results in " + results,
                    "Claims are held against the files that ralbench run writes there.",
                    "Run each scenario of the study in its directory, such as cd " + directory
                            + " && ralbench run ./SCENARIO.yaml, or name results of other runs after it.");
        }
        return files;
    }

    private static List<Path> files(Path directory, String glob) {
        try (var found = Files.newDirectoryStream(directory, glob)) {
            var files = new ArrayList<Path>();
            found.forEach(files::add);
            return files.stream().sorted().toList();
        } catch (IOException e) {
            throw Failure.usage(directory + ": cannot be read", String.valueOf(e.getMessage()), "Check the directory.")
                    .causedBy(e);
        }
    }
}
