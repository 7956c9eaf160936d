package dev.ralbench.result;

import dev.ralbench.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How much pairs differ on a machine, run after run: one file per machine and scenario, one line of JSON per run, metric
 * and level, only ever appended to.
 */
public final class NoiseBank {
    private final Path directory;
    private final JsonMapper mapper;

    private NoiseBank(Path directory) {
        this.directory = directory;
        this.mapper = ResultJson.mapper()
                .rebuild()
                .disable(SerializationFeature.INDENT_OUTPUT)
                .build();
    }

    /** The bank in the user's cache directory. */
    public static NoiseBank in(Path cache) {
        return new NoiseBank(cache.resolve("noise"));
    }

    /**
     * One run's noise of one metric at one level.
     *
     * @param at when it was judged
     * @param metric its key
     * @param level as tables name it; empty, as the metric is, if only the telemetry says something
     * @param shape how long each pair was measured, in words: noise of long windows says nothing about short ones
     * @param perBlock the difference of each block in the order of the blocks, logarithms of ratios; above 0 is worse
     * @param telemetry figures of the run that tell how trustworthy it is, by their names with units
     */
    public record NoiseEntry(
            Instant at,
            String runId,
            String baseline,
            String variant,
            String metric,
            String level,
            String shape,
            List<Double> perBlock,
            Map<String, Double> telemetry) {
        public NoiseEntry {
            perBlock = List.copyOf(perBlock);
            telemetry = Collections.unmodifiableMap(new TreeMap<>(telemetry));
        }
    }

    /** A short name for machines with comparable results: 12 digits of the hash of facts that must match. */
    public static String hostKey(Fingerprint fingerprint) {
        return ScenarioHash.of(new TreeMap<>(fingerprint.machine())).substring(0, 12);
    }

    /**
     * Adds a run's entries.
     *
     * @throws Failure when it cannot be written
     */
    public void append(String hostKey, String scenario, List<NoiseEntry> entries) {
        var file = file(hostKey, scenario);
        var lines = entries.stream()
                .map(entry -> mapper.writeValueAsString(entry) + "\n")
                .collect(Collectors.joining());
        try {
            Files.createDirectories(directory.resolve(hostKey));
            Files.writeString(
                    file, lines, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw Failure.environment(
                            "cannot write to the noise bank " + file,
                            String.valueOf(e.getMessage()),
                            "make room or give rights there, or name another cache directory by RALBENCH_CACHE")
                    .causedBy(e);
        }
    }

    /** All entries in the order in which they were added. If a run was judged twice, its last judgement counts. */
    public List<NoiseEntry> read(String hostKey, String scenario) {
        return entries(lines(file(hostKey, scenario)));
    }

    /**
     * The entries of one file of a bank.
     *
     * @throws Failure if it cannot be read, or holds none
     */
    public static List<NoiseEntry> readFile(Path file) {
        var entries = new NoiseBank(file).entries(lines(file));
        if (entries.isEmpty()) {
            throw Failure.usage(
                    file + " holds no noise",
                    Files.exists(file) ? "no line of it is an entry of a noise bank" : "there is no such file",
                    "name a file such as ~/.cache/ralbench/noise/HOST/SCENARIO.jsonl");
        }
        return entries;
    }

    private List<NoiseEntry> entries(List<String> lines) {
        var entries = new LinkedHashMap<String, NoiseEntry>();
        for (var line : lines) {
            parsed(line)
                    .ifPresent(entry -> entries.put(
                            String.join("\n", entry.runId(), entry.variant(), entry.metric(), entry.level()), entry));
        }
        return List.copyOf(entries.values());
    }

    /** All entries of every machine that shares this cache directory, in the order of their host keys. */
    public List<NoiseEntry> read(String scenario) {
        try (var hosts = Files.list(directory)) {
            return hosts.map(host -> String.valueOf(host.getFileName()))
                    .sorted()
                    .flatMap(host -> read(host, scenario).stream())
                    .toList();
        } catch (IOException e) {
            return List.of(); // there is none yet
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw Failure.environment(
                            "cannot read the noise bank " + file,
                            String.valueOf(e.getMessage()),
                            "Fix or remove the file; it only serves to predict what a gate can see.")
                    .causedBy(e);
        }
    }

    /** A line that was cut off when ralbench was killed costs that line and nothing else. */
    private Optional<NoiseEntry> parsed(String line) {
        try {
            return Optional.ofNullable(mapper.readValue(line, NoiseEntry.class)); // of the line null it is null
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private Path file(String hostKey, String scenario) {
        return directory.resolve(hostKey).resolve(scenario + ".jsonl");
    }
}
