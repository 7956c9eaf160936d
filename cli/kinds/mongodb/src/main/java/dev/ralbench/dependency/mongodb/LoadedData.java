package dev.ralbench.dependency.mongodb;

import dev.ralbench.Failure;
import dev.ralbench.cache.CachePart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The data of a server that was loaded once: each start begins with it.
 *
 * @param directory its files
 * @param calibrated what was measured when it was loaded, in words; empty if nothing
 */
record LoadedData(Path directory, Optional<String> calibrated) {
    private static final String DATA = "data";
    private static final String CALIBRATED = "calibrated";

    /** Loads data into a fresh server. */
    @FunctionalInterface
    interface Loader {
        /**
         * Leaves the data in the directory, and no server that runs.
         *
         * @return what was measured, in words, if anything
         */
        Optional<String> load(Path directory) throws IOException, InterruptedException;
    }

    /**
     * The data of a scenario, loaded now unless an earlier run did and it is kept.
     *
     * @param product that loads it, for messages
     * @param key another one for other data
     */
    static LoadedData get(MongoDbData data, String product, String key, Loader loader) throws InterruptedException {
        var context = data.context();
        if (data.isKept()) {
            return read(context.cacheParts()
                    .get(new CachePart(
                            "snapshots/mongodb-" + key,
                            data.title() + " for " + product,
                            "loading " + data.title() + " into " + product,
                            found -> Files.isRegularFile(found.resolve(CALIBRATED)),
                            made -> {
                                context.notes().accept("loading " + data.title() + " into " + product + " (once) ...");
                                load(loader, made);
                            })));
        }
        context.notes()
                .accept("loading " + data.title() + " into " + product
                        + " (in each run; needs.mongodb.load.files has it kept) ...");
        var made = context.runDirectories().make("mongodb-data");
        try {
            load(loader, made);
        } catch (IOException e) {
            throw Failure.environment(
                            data.title() + " cannot be loaded",
                            String.valueOf(e),
                            "make room or give rights in " + made)
                    .causedBy(e);
        }
        return read(made);
    }

    private static void load(Loader loader, Path directory) throws IOException, InterruptedException {
        var calibrated = loader.load(Files.createDirectory(directory.resolve(DATA)));
        Files.writeString(directory.resolve(CALIBRATED), calibrated.orElse(""));
    }

    private static LoadedData read(Path directory) {
        try {
            var calibrated = Files.readString(directory.resolve(CALIBRATED));
            return new LoadedData(
                    directory.resolve(DATA), Optional.of(calibrated).filter(text -> !text.isEmpty()));
        } catch (IOException e) {
            throw Failure.environment("the loaded data cannot be read", String.valueOf(e), "remove " + directory)
                    .causedBy(e);
        }
    }

    long bytes() {
        try (var files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw Failure.environment("the loaded data cannot be read", String.valueOf(e), "remove " + directory)
                    .causedBy(e);
        }
    }
}
