package dev.ralbench.cache;

import dev.ralbench.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * How each file of a part of the cache was when it was made. It lies in the part itself and is published with it. Files
 * that are not in it do not count.
 *
 * @param title what the part is, for messages
 * @param files by their path within the part
 */
record Stamp(String title, SortedMap<String, FileFacts> files) {
    private static final String NAME = "stamp";
    private static final String SEPARATOR = "\t";

    Stamp {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    /** One file. */
    record FileFacts(String sha256, long bytes, long modifiedMillis) {
        static FileFacts of(Path file) throws IOException {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileFacts(
                    Sha256.of(file),
                    attributes.size(),
                    attributes.lastModifiedTime().toMillis());
        }
    }

    /** Reads every file of a finished part. */
    static Stamp of(String title, Path part) throws IOException {
        var files = new TreeMap<String, FileFacts>();
        try (var found = Files.walk(part)) {
            for (var file : found.filter(Files::isRegularFile).toList()) {
                files.put(part.relativize(file).toString(), FileFacts.of(file));
            }
        }
        files.remove(NAME);
        return new Stamp(title.replaceAll("\\s+", " "), files);
    }

    /** Whether there is one, readable or not. */
    static boolean isIn(Path part) {
        return Files.exists(part.resolve(NAME));
    }

    /** Empty if the part has none, or one that is damaged itself. */
    static Optional<Stamp> read(Path part) {
        try {
            return parse(Files.readAllLines(part.resolve(NAME)));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Stamp> parse(List<String> lines) {
        if (lines.size() < 2 || !lines.getLast().equals(Sha256.of(joined(lines.subList(0, lines.size() - 1))))) {
            return Optional.empty();
        }
        var files = new TreeMap<String, FileFacts>();
        for (var line : lines.subList(1, lines.size() - 1)) {
            var fields = line.split(SEPARATOR, 4);
            files.put(fields[3], new FileFacts(fields[0], Long.parseLong(fields[1]), Long.parseLong(fields[2])));
        }
        return Optional.of(new Stamp(lines.getFirst(), files));
    }

    /** Puts it into the part, at once. */
    void write(Path part) throws IOException {
        var text = title + "\n" + files.entrySet().stream().map(Stamp::line).collect(Collectors.joining());
        var whole = part.resolve(NAME + "." + UUID.randomUUID());
        Files.writeString(whole, text + Sha256.of(text) + "\n");
        Files.move(whole, part.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String line(Map.Entry<String, FileFacts> file) {
        var facts = file.getValue();
        return String.join(
                        SEPARATOR,
                        facts.sha256(),
                        String.valueOf(facts.bytes()),
                        String.valueOf(facts.modifiedMillis()),
                        file.getKey())
                + "\n";
    }

    private static String joined(List<String> lines) {
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    /** Whether sizes and times are the same: quick enough for each start. A file that decays on the disk keeps both. */
    boolean looksLike(Path part) {
        return all((file, facts) -> {
            var attributes = Files.readAttributes(part.resolve(file), BasicFileAttributes.class);
            return attributes.size() == facts.bytes()
                    && attributes.lastModifiedTime().toMillis() == facts.modifiedMillis();
        });
    }

    /** Whether the content is the same, whatever the times say: a copied cache has others. Reads every byte. */
    boolean isTrueOf(Path part) {
        return all((file, facts) -> Files.size(part.resolve(file)) == facts.bytes())
                && all((file, facts) -> Sha256.of(part.resolve(file)).equals(facts.sha256()));
    }

    /** This stamp with the present times of the same files. */
    Stamp withTimesOf(Path part) throws IOException {
        var now = new TreeMap<String, FileFacts>();
        for (var file : files.entrySet()) {
            var facts = file.getValue();
            long modified =
                    Files.getLastModifiedTime(part.resolve(file.getKey())).toMillis();
            now.put(file.getKey(), new FileFacts(facts.sha256(), facts.bytes(), modified));
        }
        return new Stamp(title, now);
    }

    @FunctionalInterface
    private interface FileCheck {
        boolean holds(String file, FileFacts facts) throws IOException;
    }

    private boolean all(FileCheck check) {
        try {
            for (var file : files.entrySet()) {
                if (!check.holds(file.getKey(), file.getValue())) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false; // a file that is gone or cannot be read is as good as damaged
        }
    }
}
