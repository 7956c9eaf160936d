package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.yaml.SourceText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where the files lie that a scenario names: beside it. */
sealed interface Beside {

    /**
     * The text of a file.
     *
     * @throws IllegalArgumentException with the end of a sentence that begins with the key
     */
    String read(String name);

    /** Beside a scenario that is packaged with ralbench. */
    record BuiltIn() implements Beside {
        @Override
        public String read(String name) {
            try (var stream = BuiltIn.class.getResourceAsStream("/dev/ralbench/scenarios/" + name)) {
                if (stream == null) {
                    throw new IllegalArgumentException("names " + name + ", which does not come with ralbench");
                }
                return SourceText.decoded(name, stream.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** In the folder of a scenario file. */
    record Folder(Path folder) implements Beside {
        @Override
        public String read(String name) {
            try {
                return SourceText.read(folder.resolve(name), ScenarioFile.KIND);
            } catch (Failure failure) {
                throw new IllegalArgumentException("cannot be used: " + failure.what(), failure);
            }
        }

        static Folder of(Path scenario) {
            return new Folder(Optional.ofNullable(scenario.getParent()).orElse(Path.of("")));
        }
    }
}
