package dev.ralbench.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * How a run and its files are called: by the time (UTC) and the scenario, and never like one that is there already.
 *
 * @param logFolder output of the targets, beside the result
 */
record RunNames(String runId, Path resultPath, Path logFolder) {
    private static final Path FOLDER = Path.of("results");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    static RunNames free(Instant now, String scenario, Optional<Path> output) {
        var base = TIME.format(now) + "-" + scenario;
        var names = of(base, output);
        for (int i = 2; names.areTaken(); i++) {
            names = of(base + "-" + i, output);
        }
        return names;
    }

    private static RunNames of(String runId, Optional<Path> output) {
        var resultPath = output.orElse(FOLDER.resolve(runId + ".json"));
        var folder = Optional.ofNullable(resultPath.getParent()).orElse(Path.of(""));
        return new RunNames(runId, resultPath, folder.resolve("logs").resolve(runId));
    }

    private boolean areTaken() {
        return Files.exists(FOLDER.resolve(runId + ".json")) || Files.exists(logFolder);
    }
}
