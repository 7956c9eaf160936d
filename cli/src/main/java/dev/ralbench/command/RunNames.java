package dev.ralbench.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** How a run and its files are called: by the time (UTC) and the scenario, and never like one that is there already. */
final class RunNames {
    private static final Path FOLDER = Path.of("results");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final String runId;
    private final Path resultPath;

    RunNames(Instant now, String scenario, Optional<Path> output) {
        var base = TIME.format(now) + "-" + scenario;
        var free = base;
        for (int i = 2; Files.exists(FOLDER.resolve(free + ".json")); i++) {
            free = base + "-" + i;
        }
        runId = free;
        resultPath = output.orElse(FOLDER.resolve(free + ".json"));
    }

    String runId() {
        return runId;
    }

    Path resultPath() {
        return resultPath;
    }

    /** Output of the targets, beside the result. */
    Path logFolder() {
        return Optional.ofNullable(resultPath.getParent())
                .orElse(Path.of(""))
                .resolve("logs")
                .resolve(runId);
    }
}
