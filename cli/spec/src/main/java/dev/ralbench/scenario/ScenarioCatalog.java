package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.NearestFile;
import dev.ralbench.NearestName;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Finds scenarios: built-in ones by name, files by path, a service that runs already by the URL of a request to it. */
public final class ScenarioCatalog {
    /** A program or a plan of k6, Artillery, wrk, JMeter, Locust, Gatling, Hurl. */
    private static final Pattern SCRIPT = Pattern.compile("(?s).*\\.(js|mjs|ts|lua|jmx|py|scala|kt|java|hurl)");

    /** Read on first use: most commands do without. */
    private final Supplier<Map<String, String>> builtIns;

    private final Path workingDirectory;

    ScenarioCatalog(Supplier<Map<String, String>> builtIns, Path workingDirectory) {
        this.builtIns = builtIns;
        this.workingDirectory = workingDirectory;
    }

    /** The scenarios that come with ralbench, and the files of the current directory. */
    public static ScenarioCatalog standard() {
        return new ScenarioCatalog(BuiltInScenarios::texts, Path.of(""));
    }

    /** All built-in scenarios in the order of their names. */
    public List<ParsedScenario> builtIns() {
        return builtIns.get().entrySet().stream()
                .map(scenario -> builtIn(scenario.getKey(), scenario.getValue()))
                .toList();
    }

    /** Whether it is neither a built-in nor a file. */
    public static boolean isUrl(String text) {
        return UrlScenario.isMeant(text);
    }

    /** The URL that a text probably stands for that has another scheme, or none. */
    public static Optional<String> meantUrl(String text) {
        return UrlScenario.meant(text);
    }

    /**
     * A name that begins with http:// or https:// is a URL; one with a slash, or ending in .yaml or .yml, is a file;
     * others are built-ins.
     */
    public ParsedScenario find(String nameOrPath) {
        if (isUrl(nameOrPath)) {
            return UrlScenario.of(nameOrPath);
        }
        if (!Files.exists(path(nameOrPath))) {
            UrlScenario.meant(nameOrPath).ifPresent(url -> {
                throw Failure.usage(
                        nameOrPath + " is neither a file nor a URL",
                        "did you mean " + url + "?",
                        "write a URL with http:// or https://, or correct the path");
            });
        }
        if (SCRIPT.matcher(nameOrPath).matches()) {
            throw Failure.usage(
                    nameOrPath + " is no scenario",
                    "a scenario is a YAML file or a URL; there are no scripts",
                    "Name the URL of the request, with -X, -H and --body, or write a scenario file: ralbench show"
                            + " delay-200 prints one.");
        }
        if (ScenarioText.isPath(nameOrPath)) {
            return ScenarioFile.read(path(nameOrPath));
        }
        var texts = builtIns.get();
        return Optional.ofNullable(texts.get(nameOrPath))
                .map(text -> builtIn(nameOrPath, text))
                .orElseThrow(() -> unknown(nameOrPath, texts.keySet()));
    }

    private static ParsedScenario builtIn(String name, String text) {
        return ScenarioFile.parse(name + BuiltInScenarios.ENDING, text);
    }

    private Path path(String text) {
        try {
            return workingDirectory.resolve(text);
        } catch (InvalidPathException e) {
            throw Failure.usage(text + ": cannot be a path", e.getReason(), "Check the path.")
                    .causedBy(e);
        }
    }

    private Failure unknown(String name, Set<String> known) {
        for (var file : List.of(name, name + ".yaml", name + ".yml")) {
            if (Files.isRegularFile(path(file))) {
                ScenarioText.of(path(file)); // the file may be of another kind: the place of a result is no help
                return Failure.usage(
                        "there is no built-in scenario " + name,
                        "There is a file " + file + " in this directory, but a bare name means a built-in.",
                        "Write ./" + file + " for the file.");
            }
        }
        if (Files.isDirectory(path(name))) {
            return Failure.usage(
                    "there is no built-in scenario " + name,
                    name + " is a directory",
                    NearestFile.lastIn(path(name), ".yaml")
                            .map(file -> "Name a file in it, such as " + file + ".")
                            .orElse("Name a built-in, which ralbench list shows, or a file."));
        }
        var near =
                NearestName.to(name, known).isPresent() ? Optional.<Path>empty() : NearestFile.to(path(name + ".yaml"));
        return Failure.usage(
                "there is no built-in scenario " + name,
                near.map(file -> "did you mean ./" + file.getFileName() + "?")
                        .orElseGet(() -> NearestName.hint(name, known)),
                "Name a built-in, a file with its directory or ending, such as ./"
                        + (name.contains(".") ? "mine" : name) + ".yaml, or a URL.");
    }
}
