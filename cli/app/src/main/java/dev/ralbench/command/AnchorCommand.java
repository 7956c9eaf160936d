package dev.ralbench.command;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Builds a revision once, and keeps it as the base of later comparisons. */
@Command(
        name = AnchorCommand.NAME,
        description =
                "Builds a revision of this git repository in a tree of its own, keeps it, and prints the directory."
                        + " If it was built before, only prints it. For gates that hold every build against the same release.",
        footer = {"", "Example: ralbench gate anchor v1.4 --build 'mvn -q -DskipTests package'"})
final class AnchorCommand implements Callable<Integer> {
    static final String NAME = "anchor";

    private final Console console;
    private final GitBuilds builds;

    @Parameters(paramLabel = "REVISION", description = "A tag, a branch or a commit.")
    private String revision = "";

    @Option(
            names = "--build",
            paramLabel = "COMMAND",
            required = true,
            description = "Builds the service; run by sh in the revision's tree.")
    private String build = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "The tree, which is made (default: one in the cache directory of ralbench).")
    private Optional<Path> output = Optional.empty();

    AnchorCommand(Console console, GitBuilds builds) {
        this.console = console;
        this.builds = builds;
    }

    @Override
    public Integer call() {
        console.out().println(builds.kept(revision, build, output).directory());
        return ExitCode.OK.code();
    }
}
