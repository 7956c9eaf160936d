package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.ScalarKind;
import dev.ralbench.yaml.SourceText;
import dev.ralbench.yaml.YamlTree;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * A scenario as it was written.
 *
 * @param source its name in messages, such as {@code delay-200.yaml}
 * @param text of the file
 * @param directory where the files lie that it names
 */
record ScenarioText(String source, String text, ScenarioDirectory directory) {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    ScenarioText {
        text = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    static ScenarioText of(Path file) {
        return new ScenarioText(
                file.toString(), SourceText.read(file, ScenarioDirectory.KIND), ScenarioDirectory.Directory.of(file));
    }

    /** Whether a file is meant, and not a built-in scenario. */
    static boolean isPath(String nameOrPath) {
        return nameOrPath.contains("/")
                || nameOrPath.contains("\\")
                || nameOrPath.endsWith(".yaml")
                || nameOrPath.endsWith(".yml");
    }

    /**
     * Another scenario, as this one calls it: a built-in by its name, a file by its path from here.
     *
     * @throws IllegalArgumentException with the end of a sentence that begins with the key
     */
    ScenarioText other(String nameOrPath) {
        return isPath(nameOrPath) && directory instanceof ScenarioDirectory.Directory here
                ? file(here.path(), nameOrPath)
                : builtIn(nameOrPath);
    }

    private static ScenarioText file(Path directory, String path) {
        try {
            return of(directory.resolve(path).normalize());
        } catch (InvalidPathException | Failure e) {
            throw new IllegalArgumentException(path + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static ScenarioText builtIn(String name) {
        var builtIns = BuiltInScenarios.texts();
        var text = builtIns.get(name);
        if (text == null) {
            throw new IllegalArgumentException(
                    "there is no built-in scenario " + name + "; " + NearestName.hint(name, builtIns.keySet()));
        }
        return new ScenarioText(name + BuiltInScenarios.ENDING, text, new ScenarioDirectory.BuiltIn());
    }

    /** Whether both are the same file, by whatever path it was reached. */
    boolean isSameFileAs(ScenarioText other) {
        return isBuiltIn() == other.isBuiltIn() && path().equals(other.path());
    }

    private boolean isBuiltIn() {
        return directory instanceof ScenarioDirectory.BuiltIn;
    }

    private Path path() {
        return Path.of(source).toAbsolutePath().normalize();
    }

    /**
     * Whether messages may repeat parts of this file to the one who wrote another: it lies in or below that one's
     * directory, links followed, or is a scenario wherever it lies.
     */
    boolean isShownTo(ScenarioText other) {
        return isBuiltIn() || isBelow(other) || isScenario();
    }

    private boolean isBelow(ScenarioText other) {
        try {
            return path().toRealPath().startsWith(other.path().toRealPath().getParent());
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isScenario() {
        try {
            return YamlTree.readMapping(source, ScenarioDirectory.KIND, text, new Problems())
                    .find("schema")
                    .filter(entry ->
                            entry.value() instanceof Node.Scalar value && value.kind() == ScalarKind.WHOLE_NUMBER)
                    .isPresent();
        } catch (Failure notYaml) {
            return false;
        }
    }
}
