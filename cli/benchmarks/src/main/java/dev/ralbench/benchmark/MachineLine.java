package dev.ralbench.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Where and when a table is measured, in one line. */
record MachineLine(BenchmarkSettings settings) {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int MOST_SECONDS = 600;
    private static final String MODEL = "model name";

    /** Medians are of so many rounds, least and most in brackets. */
    String text() throws IOException, InterruptedException {
        var load = Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[0];
        return String.format(
                Locale.ROOT,
                "%s, %s, %d CPUs, Linux %s, JDK %s, %s%s, load average %s at the beginning. Medians of %d rounds (least to"
                        + " most); client on CPU %d, server on CPU %d; \"others' CPU\": share of the machine that other"
                        + " programs took in the worst round.",
                DATE.format(settings.clock().now()),
                model(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.version"),
                System.getProperty("java.version"),
                version(settings.home()),
                settings.before().isPresent()
                        ? ", before: " + version(settings.before().get())
                        : "",
                load,
                settings.rounds(),
                settings.clientCpu(),
                settings.serverCpu());
    }

    private static String model() throws IOException {
        return Files.readString(Path.of("/proc/cpuinfo"))
                .lines()
                .filter(line -> line.startsWith(MODEL))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
    }

    private String version(Path home) throws IOException, InterruptedException {
        var usage = settings.child()
                .run(List.of(home.resolve("ralbench").toString(), "--version"), settings.directory(), MOST_SECONDS);
        return usage.output().lines().findFirst().orElse("");
    }
}
