package dev.ralbench.benchmark;

import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.SyntheticRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How long commands take that only read files. */
final class CommandBenchmark {
    /** Two trials each. */
    private static final int BLOCKS = 24;

    private static final int LONGEST_SECONDS = 60;

    private final Child child;
    private final Path launcher;
    private final int rounds;

    CommandBenchmark(Child child, Path launcher, int rounds) {
        this.child = child;
        this.launcher = launcher;
        this.rounds = rounds;
    }

    List<Budget> budgets(Path directory) throws IOException, InterruptedException {
        var file = directory.resolve("compare.json");
        var run = SyntheticRun.of("base", "head")
                .blocks(BLOCKS)
                .levels(256, 512, 768, 1024, 1280, 1536, 1792, 2048)
                .run();
        ResultFile.begin(file, run).write(run);
        return List.of(
                seconds("ralbench --version", 0.3, directory, List.of("--version")),
                seconds(
                        "ralbench compare of 48 trials x 8 levels",
                        1.0,
                        directory,
                        List.of("compare", file.toString())));
    }

    private Budget seconds(String what, double goal, Path directory, List<String> arguments)
            throws IOException, InterruptedException {
        var command = Commands.join(List.of(launcher.toString()), arguments);
        child.run(command, directory, LONGEST_SECONDS); // files in the cache, as on any day
        var seconds = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            seconds[i] = child.run(command, directory, LONGEST_SECONDS).wallSeconds();
        }
        return Budget.atMost(what, goal, RoundSpread.of(seconds), " s", 2);
    }
}
