package dev.ralbench.benchmark;

import dev.ralbench.Clock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How tables are measured, and on what.
 *
 * @param home of the build that is measured
 * @param before of another build to measure next to it
 * @param directory for files of the runs
 * @param rounds in each of which all clients run once, in an order drawn anew
 * @param isQuick stretches are shorter, and there are fewer loads
 * @param progress for a line after each run
 */
record BenchmarkSettings(
        Child child,
        Clock clock,
        Path home,
        Optional<Path> before,
        Path directory,
        int clientCpu,
        int serverCpu,
        int rounds,
        boolean isQuick,
        PrintStream progress) {
    static final String BEFORE = "ralbench before";

    Path peers() {
        return home.resolve("cli/benchmarks/peers");
    }

    Path launcher() {
        return home.resolve("ralbench");
    }

    /** ralbench as users get it, and the other build if there is one. */
    List<RalbenchClient> builds() {
        var now = RalbenchClient.byDefault(launcher());
        return before.map(other -> List.of(
                        now, RalbenchClient.byDefault(other.resolve("ralbench")).named(BEFORE)))
                .orElse(List.of(now));
    }

    Sampler sampler() {
        return new Sampler(child, clock);
    }

    /** An empty directory. */
    Path newDirectory() throws IOException {
        return Files.createTempDirectory(directory, "run");
    }
}
