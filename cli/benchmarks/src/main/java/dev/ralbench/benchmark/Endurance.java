package dev.ralbench.benchmark;

import dev.ralbench.process.ProcFs;
import dev.ralbench.process.StatusFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Whether memory stays as it is under a long load at full rate: resident set, and heap after collections. */
final class Endurance {
    private static final int USERS = 64;
    private static final int LOOKS_PER_MINUTE = 6;
    private static final long LOOK_SECONDS = 10;
    /** Until the JVM has finished compiling, and the young generation has been filled once. */
    private static final int LOOKS_TO_SETTLE = 3;

    private static final double MIB = 1024 * 1024;
    private static final double GOAL_MIB = 0.5;
    /** The heap after a collection ({@code -Xlog:gc}). */
    private static final Pattern LEFT = Pattern.compile("->(\\d+)M\\(");

    private final RalbenchClient client;
    private final int clientCpu;
    private final int serverCpu;
    private final PrintStream out;
    private final ProcFs proc = ProcFs.ofThisMachine();

    Endurance(Path launcher, int clientCpu, int serverCpu, PrintStream out) {
        this.client = RalbenchClient.atItsBest(launcher);
        this.clientCpu = clientCpu;
        this.serverCpu = serverCpu;
        this.out = out;
    }

    private record EnduranceSample(double minute, double residentMib, double heapMib) {}

    List<Budget> budgets(Path directory, int minutes) throws IOException, InterruptedException {
        try (var server = Server.nginx(serverCpu, Files.createTempDirectory(directory, "nginx"))) {
            var shot = new Shot(
                    server.url(),
                    USERS,
                    Math.toIntExact(TimeUnit.MINUTES.toSeconds(minutes) + 2 * LOOK_SECONDS),
                    directory);
            var looks = watch(shot, minutes);
            long requests = client.requests(shot, "");
            out.printf(Locale.ROOT, "%d requests in %d minutes%n", requests, minutes);
            return List.of(
                    budget(
                            "resident set",
                            looks.stream()
                                    .map(look -> new double[] {look.minute(), look.residentMib()})
                                    .toList()),
                    budget(
                            "heap after collections",
                            looks.stream()
                                    .map(look -> new double[] {look.minute(), look.heapMib()})
                                    .toList()));
        }
    }

    private static Budget budget(String what, List<double[]> points) {
        return Budget.atMost(
                what + ", growth per minute at full rate", GOAL_MIB, RoundSpread.of(slope(points)), " MiB", 2);
    }

    private List<EnduranceSample> watch(Shot shot, int minutes) throws IOException, InterruptedException {
        var collections = shot.file("gc.log");
        var builder = new ProcessBuilder(Commands.pinned(clientCpu, client.command(shot)))
                .directory(shot.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(shot.file("output.txt").toFile());
        builder.environment().put("RALBENCH_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("RALBENCH_JAVA_OPTS", "-Xlog:gc:file=" + collections);
        var process = builder.start();
        try {
            var looks = look(process, collections, minutes);
            process.waitFor();
            return looks;
        } finally {
            process.destroyForcibly();
        }
    }

    private List<EnduranceSample> look(Process process, Path collections, int minutes)
            throws IOException, InterruptedException {
        var looks = new ArrayList<EnduranceSample>();
        for (int i = 1; i <= minutes * LOOKS_PER_MINUTE; i++) {
            if (process.waitFor(LOOK_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("ralbench ended with " + process.exitValue() + " before its time");
            }
            var look = new EnduranceSample(
                    i / (double) LOOKS_PER_MINUTE,
                    proc.status(process.pid()).map(StatusFile::residentBytes).orElse(0L) / MIB,
                    heapMib(collections));
            if (i > LOOKS_TO_SETTLE) {
                looks.add(look);
            }
            if (i % LOOKS_PER_MINUTE == 0) {
                out.printf(
                        Locale.ROOT,
                        "minute %.0f: resident set %.1f MiB, heap after a collection %.0f MiB%n",
                        look.minute(),
                        look.residentMib(),
                        look.heapMib());
            }
        }
        return looks;
    }

    private static double heapMib(Path collections) throws IOException {
        double left = 0;
        for (var line : Files.readAllLines(collections)) {
            var match = LEFT.matcher(line);
            left = match.find() ? Double.parseDouble(match.group(1)) : left;
        }
        return left;
    }

    /** Of the straight line with the least squares. */
    private static double slope(List<double[]> points) {
        double x = points.stream().mapToDouble(point -> point[0]).average().orElseThrow();
        double y = points.stream().mapToDouble(point -> point[1]).average().orElseThrow();
        double both = points.stream()
                .mapToDouble(point -> (point[0] - x) * (point[1] - y))
                .sum();
        double square = points.stream()
                .mapToDouble(point -> (point[0] - x) * (point[0] - x))
                .sum();
        return both / square;
    }
}
