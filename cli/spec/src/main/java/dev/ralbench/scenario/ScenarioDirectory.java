package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredKind;
import dev.ralbench.yaml.FileKind;
import dev.ralbench.yaml.SourceText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** The place of the files that a scenario names: next to the scenario. */
sealed interface ScenarioDirectory extends DeclaredKind.Files {
    /** The files' kind, in messages: a scenario, and the files next to it. */
    FileKind KIND = new FileKind(
            "scenario",
            "schema: 1",
            "docs/reference/scenario.md",
            "a built-in scenario is named without directory and ending.");

    /** Next to a scenario that is packaged with ralbench. */
    record BuiltIn() implements ScenarioDirectory {
        @Override
        public String read(String name) {
            return SourceText.decoded(name, bytes(name));
        }

        @Override
        public byte[] bytes(String name) {
            try (var stream = BuiltIn.class.getResourceAsStream("/dev/ralbench/scenarios/" + name)) {
                if (stream == null) {
                    throw new IllegalArgumentException("names " + name + ", which does not come with ralbench");
                }
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * In one or the other.
     *
     * @param own searched first
     */
    record Either(ScenarioDirectory own, ScenarioDirectory other) implements ScenarioDirectory {
        @Override
        public String read(String name) {
            return first(directory -> directory.read(name));
        }

        @Override
        public byte[] bytes(String name) {
            return first(directory -> directory.bytes(name));
        }

        private <T> T first(Function<ScenarioDirectory, T> read) {
            try {
                return read.apply(own);
            } catch (IllegalArgumentException notHere) {
                try {
                    return read.apply(other);
                } catch (IllegalArgumentException norThere) {
                    throw notHere;
                }
            }
        }
    }

    /** The directory of a scenario file. */
    record Directory(Path directory) implements ScenarioDirectory {
        private static final long MOST_BYTES = 64 << 20;

        @Override
        public String read(String name) {
            try {
                return SourceText.read(directory.resolve(name), KIND);
            } catch (Failure failure) {
                throw new IllegalArgumentException("cannot be used: " + failure.what(), failure);
            }
        }

        @Override
        public byte[] bytes(String name) {
            var path = directory.resolve(name);
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                throw new IllegalArgumentException(
                        "cannot be used: " + path + " is not a regular file"); // may be endless
            }
            try {
                if (Files.size(path) > MOST_BYTES) {
                    throw new IllegalArgumentException("cannot be used: " + path + " is larger than 64 MiB");
                }
                return Files.readAllBytes(path);
            } catch (IOException e) {
                throw new IllegalArgumentException("cannot be used: there is no file " + path + " that can be read", e);
            }
        }

        static Directory of(Path scenario) {
            return new Directory(Optional.ofNullable(scenario.getParent()).orElse(Path.of("")));
        }
    }
}
