package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.dependency.declared.DeclaredKind;
import dev.ralbench.load.data.RequestLog;
import dev.ralbench.load.data.RowFormat;
import dev.ralbench.load.data.Rows;
import dev.ralbench.yaml.FileKind;
import dev.ralbench.yaml.SourceText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The place of the files that a scenario names: next to the scenario. */
sealed interface ScenarioDirectory extends DeclaredKind.Files {
    /**
     * The bytes of a file, which may be larger than a text.
     *
     * @throws IllegalArgumentException with the end of a sentence that begins with the key
     */
    byte[] bytes(String name);

    /**
     * The rows of a file of data, of any size.
     *
     * @param separator of the fields of a line
     * @throws IllegalArgumentException with the end of a sentence that begins with the key
     */
    RowsOfFile rows(String name, char separator);

    /** What rows are known by: a file may be read with another separator. */
    record RowsKey(String name, char separator) {}

    /**
     * The requests of a server's log, of any size.
     *
     * @throws IllegalArgumentException with the end of a sentence that begins with the key
     */
    RequestLog log(String name);

    private static RequestLog log(String name, InputStream content, String sha256) throws IOException {
        try {
            return RequestLog.read(name, sha256, content);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("names " + name + ", which " + e.getMessage(), e);
        }
    }

    /** Rows, and the hash of the file that they were read from. */
    record RowsOfFile(Rows rows, String sha256) {
        private static RowsOfFile of(String name, char separator, InputStream content, String sha256)
                throws IOException {
            var format = RowFormat.of(name)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "names " + name + ", whose ending is none of " + RowFormat.endings()));
            try {
                return new RowsOfFile(format.read(content, separator), sha256);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("names " + name + ", which " + e.getMessage(), e);
            }
        }
    }

    /** The files' kind, in messages: a scenario, and the files next to it. */
    FileKind KIND = new FileKind(
            "scenario",
            "schema: 1",
            "docs/reference/scenario.md",
            "a built-in scenario is named without directory and ending.");

    /** Files whose bytes are at hand, at once. */
    sealed interface InMemory extends ScenarioDirectory {
        @Override
        default String read(String name) {
            return SourceText.decoded(name, bytes(name));
        }

        @Override
        default String data(String name) {
            return read(name);
        }

        @Override
        default RowsOfFile rows(String name, char separator) {
            try {
                return RowsOfFile.of(name, separator, new ByteArrayInputStream(bytes(name)), sha256(name));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        default RequestLog log(String name) {
            try {
                return ScenarioDirectory.log(name, new ByteArrayInputStream(bytes(name)), sha256(name));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        default String sha256(String name) {
            return Sha256.of(bytes(name));
        }

        @Override
        default Optional<Path> directory() {
            return Optional.empty();
        }
    }

    /**
     * Came with a scenario from another machine.
     *
     * @param files by their names in it
     */
    record Carried(Map<String, byte[]> files) implements InMemory {
        public Carried {
            files = Map.copyOf(files);
        }

        @Override
        public byte[] bytes(String name) {
            var bytes = files.get(name);
            if (bytes == null) {
                throw new IllegalArgumentException("names " + name + ", which did not come with the scenario");
            }
            return bytes;
        }
    }

    /** Notes what is read. */
    final class Noting implements InMemory {
        private final ScenarioDirectory own;
        private final Map<String, byte[]> seen = new ConcurrentHashMap<>();

        Noting(ScenarioDirectory own) {
            this.own = own;
        }

        @Override
        public byte[] bytes(String name) {
            return seen.computeIfAbsent(name, own::bytes);
        }

        /** Each file that was read, by its name. */
        Map<String, byte[]> seen() {
            return seen;
        }
    }

    /** Next to a scenario that is packaged with ralbench. */
    record BuiltIn() implements InMemory {
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

        @Override
        public String data(String name) {
            return first(directory -> directory.data(name));
        }

        @Override
        public RowsOfFile rows(String name, char separator) {
            return first(directory -> directory.rows(name, separator));
        }

        @Override
        public RequestLog log(String name) {
            return first(directory -> directory.log(name));
        }

        /** Not of a file next to the other scenario, which the program would not find. */
        @Override
        public String sha256(String name) {
            return own.sha256(name);
        }

        @Override
        public Optional<Path> directory() {
            return own.directory();
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
    final class Directory implements ScenarioDirectory {
        private static final long MOST_BYTES = 64 << 20;

        private final Path path;
        /** What was read, by the name of the file: the scenario is read again with each of its profiles. */
        private final Map<String, String> data = new ConcurrentHashMap<>();

        private final Map<RowsKey, RowsOfFile> rows = new ConcurrentHashMap<>();
        private final Map<String, RequestLog> logs = new ConcurrentHashMap<>();

        Directory(Path path) {
            this.path = path;
        }

        Path path() {
            return path;
        }

        @Override
        public String read(String name) {
            try {
                return SourceText.read(path.resolve(name), KIND);
            } catch (Failure failure) {
                throw new IllegalArgumentException("cannot be used: " + failure.what(), failure);
            }
        }

        @Override
        public byte[] bytes(String name) {
            return read(name, file -> {
                if (Files.size(file) > MOST_BYTES) {
                    throw new IllegalArgumentException("cannot be used: " + file + " is larger than 64 MiB");
                }
                return Files.readAllBytes(file);
            });
        }

        @Override
        public String data(String name) {
            return data.computeIfAbsent(name, file -> {
                try {
                    return SourceText.decoded(file, bytes(file));
                } catch (Failure failure) {
                    throw new IllegalArgumentException("cannot be used: " + failure.what(), failure);
                }
            });
        }

        @Override
        public RowsOfFile rows(String name, char separator) {
            return rows.computeIfAbsent(
                    new RowsKey(name, separator),
                    key -> read(
                            name,
                            found -> RowsOfFile.of(name, separator, Files.newInputStream(found), Sha256.of(found))));
        }

        @Override
        public RequestLog log(String name) {
            return logs.computeIfAbsent(
                    name,
                    file -> read(
                            file, found -> ScenarioDirectory.log(file, Files.newInputStream(found), Sha256.of(found))));
        }

        @Override
        public String sha256(String name) {
            return read(name, Sha256::of);
        }

        @Override
        public Optional<Path> directory() {
            return Optional.of(path);
        }

        private interface Reader<T> {
            T read(Path file) throws IOException;
        }

        private <T> T read(String name, Reader<T> reader) {
            var file = path.resolve(name);
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new IllegalArgumentException(
                        "cannot be used: " + file + " is not a regular file"); // may be endless
            }
            try {
                return reader.read(file);
            } catch (IOException e) {
                throw new IllegalArgumentException("cannot be used: there is no file " + file + " that can be read", e);
            }
        }

        static Directory of(Path scenario) {
            return new Directory(Optional.ofNullable(scenario.getParent()).orElse(Path.of("")));
        }
    }
}
