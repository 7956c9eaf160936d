package dev.ralbench.claims;

import dev.ralbench.Failure;
import dev.ralbench.reference.ReferenceFigures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A study of a user's own: {@code claims.yaml}, the scenarios that its claims are about (those of {@code *.yaml} next to
 * it that have {@code schema:} and {@code request:}),
 * and the results of their runs ({@code results/*.json}, where {@code ralbench run} in that directory leaves them).
 */
public record StudyDirectory(Path directory) {
    private static final String CLAIMS = "claims.yaml";
    private static final String RESULTS = "results";
    private static final Pattern SCHEMA = Pattern.compile("(?m)^schema\\s*:");
    /** A scenario that extends another one has the request of that. */
    private static final Pattern REQUEST = Pattern.compile("(?m)^(request|extends)\\s*:");

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
                    "Write it as docs/reference/claims.md describes, or name results of runs: ralbench claims results/*.json");
        }
        return StudyFile.read(
                claims,
                new StudyScenarios(
                        yamlNextTo(claims).filter(StudyDirectory::isScenario).toList()));
    }

    /** The YAML files next to the claims that are no scenarios, such as one of Docker Compose: they are not read. */
    public List<Path> otherFiles() {
        return yamlNextTo(directory.resolve(CLAIMS))
                .filter(file -> !isScenario(file))
                .toList();
    }

    private Stream<Path> yamlNextTo(Path claims) {
        return files(directory, "*.{yaml,yml}").stream().filter(file -> !file.equals(claims));
    }

    /** Its other keys may be wrong: then it is read, and the mistake named. */
    private static boolean isScenario(Path file) {
        try {
            var text = Files.readString(file, StandardCharsets.ISO_8859_1); // the keys are ASCII in any case
            return SCHEMA.matcher(text).find() && REQUEST.matcher(text).find();
        } catch (IOException e) {
            return true; // its reader says why it cannot be read
        }
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
