package dev.ralbench.trial.calibration;

import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.process.UserCache;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.RunResult.Ceiling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Ceilings in the user's cache, a small file each. Its last line is the hash of the others, so that a damaged file counts
 * for nothing. The file's name leaves out the build and the JDK: a ceiling of the
 * next build takes the place of the old one.
 */
final class CeilingStore {
    /** Changes when a file says something else than before. */
    private static final String FORMAT = "ceiling 1";

    private static final String KEY = "of ";
    private static final List<String> REPLACED = List.of(OwnProgram.BUILD, Fingerprint.JDK, "jdkVendor", "jvm");
    private static final int NAME_DIGITS = 16;

    private final UserCache cache;

    CeilingStore(UserCache cache) {
        this.cache = cache;
    }

    /** The ceiling of the load, with the time when it was measured; empty if there is none, or it is damaged. */
    Optional<Ceiling> find(SortedMap<String, String> load) {
        try {
            return parse(Files.readAllLines(file(load)), load);
        } catch (IOException | NumberFormatException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Keeps it, at once and whole; where nothing can be written, the next run measures again. */
    void keep(SortedMap<String, String> load, Ceiling ceiling, Instant measured) {
        var values = new TreeMap<String, String>();
        values.put("measured", measured.toString());
        values.put("users", String.valueOf(ceiling.users()));
        values.put("requestsPerSecond", String.valueOf(ceiling.requestsPerSecond()));
        ceiling.p50Millis().ifPresent(millis -> values.put("p50Millis", millis.toString()));
        ceiling.p99Millis().ifPresent(millis -> values.put("p99Millis", millis.toString()));
        load.forEach((name, value) -> values.put(KEY + name, value.replaceAll("\\R", " ")));
        var text = new StringBuilder(FORMAT + "\n");
        values.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append('\n'));
        try {
            var whole = cache.directory("ceilings").resolve(".new-" + UUID.randomUUID());
            Files.writeString(whole, text + Sha256.of(text.toString()) + "\n");
            Files.move(whole, file(load), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | Failure e) {
            // A cache that this user may only read, or a full disk: the run has its ceiling all the same.
        }
    }

    void forget(SortedMap<String, String> load) {
        try {
            Files.deleteIfExists(file(load));
        } catch (IOException e) {
            // A cache that this user may only read: each run finds the contradiction again, and is not judged by it.
        }
    }

    private static Optional<Ceiling> parse(List<String> lines, SortedMap<String, String> load) {
        if (lines.size() < 2 || !lines.getFirst().equals(FORMAT)) {
            return Optional.empty();
        }
        var body = lines.subList(0, lines.size() - 1);
        if (!lines.getLast().equals(Sha256.of(String.join("\n", body) + "\n"))) {
            return Optional.empty();
        }
        var values = new TreeMap<String, String>();
        var of = new TreeMap<String, String>();
        for (var line : body.subList(1, body.size())) {
            var words = line.split(": ", 2);
            if (words[0].startsWith(KEY)) {
                of.put(words[0].substring(KEY.length()), words[1]);
            } else {
                values.put(words[0], words[1]);
            }
        }
        if (!of.equals(load)) {
            return Optional.empty();
        }
        return Optional.of(new Ceiling(
                Integer.parseInt(values.getOrDefault("users", "")),
                Double.parseDouble(values.getOrDefault("requestsPerSecond", "")),
                Optional.ofNullable(values.get("p50Millis")).map(Double::valueOf),
                Optional.ofNullable(values.get("p99Millis")).map(Double::valueOf),
                Optional.of(Instant.parse(values.getOrDefault("measured", "")))));
    }

    private Path file(SortedMap<String, String> load) {
        var lasting = new TreeMap<>(load);
        REPLACED.forEach(lasting::remove);
        return cache.root()
                .resolve("ceilings")
                .resolve(Sha256.of(lasting.toString()).substring(0, NAME_DIGITS));
    }
}
