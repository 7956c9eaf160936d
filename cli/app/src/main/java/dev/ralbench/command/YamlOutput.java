package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.result.AtomicWriter;
import dev.ralbench.scenario.ScenarioCatalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * A file that a command drafts, such as a gate: never half of one, and in the place of another file only if the user says
 * so.
 *
 * @param noun what it is: a gate
 * @param isForced whether a file that exists is replaced
 */
record YamlOutput(String noun, Path path, boolean isForced) {
    /**
     * The file to which a gate is written.
     *
     * @param output the user's own path; without one the file goes next to that of the scenario, for a built-in one and a
     *     URL to the current directory
     * @param scenario as the user named it
     * @param name the scenario's
     */
    static YamlOutput of(Optional<Path> output, String scenario, String name, boolean isForced) {
        var own = Path.of(name + "-gate.yaml");
        return new YamlOutput(
                "gate",
                output.orElseGet(() -> ScenarioCatalog.isUrl(scenario)
                        ? own
                        : Path.of(scenario).resolveSibling(own)),
                isForced);
    }

    /**
     * Refuses a path that cannot be written, or that commands would not take for such a file.
     *
     * @throws Failure of usage
     */
    void checkName() {
        var name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
        if (!name.endsWith(".yaml") && !name.endsWith(".yml")) {
            throw Failure.usage(
                    "--output " + path + ": a " + noun + " file ends in .yaml or .yml", "", "name such a file");
        }
        if (Files.isDirectory(path)) {
            throw Failure.usage("--output " + path + " is a directory", "", "name a file in it");
        }
        if (Files.exists(path) && !isForced) {
            throw exists();
        }
    }

    /**
     * Finds out whether a file can be written there, and makes its directory.
     *
     * @throws Failure if it cannot
     */
    void checkPlace() {
        try {
            Files.createDirectories(AtomicWriter.directoryOf(path));
            new AtomicWriter().check(path, new byte[0]);
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    /** @throws Failure if it cannot be written; the previous content is then kept */
    void write(String text) {
        var writer = new AtomicWriter();
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        try {
            if (isForced) {
                writer.replace(path, content);
            } else {
                writer.create(path, content);
            }
        } catch (FileAlreadyExistsException e) {
            throw exists().causedBy(e);
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private Failure exists() {
        return Failure.usage(
                path + " exists already",
                "it may have been changed by hand",
                "give --force to replace it, or --output another name");
    }

    private Failure cannotWrite(IOException cause) {
        return Failure.environment(
                        "cannot write the " + noun + " " + path,
                        cause.getClass().getSimpleName() + ": " + cause.getMessage(),
                        "give --output a place that can be written to")
                .causedBy(cause);
    }
}
