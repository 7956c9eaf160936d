package dev.ralbench.service;

import dev.ralbench.Failure;
import dev.ralbench.process.SearchPath;
import dev.ralbench.process.ShellCommand;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** The program that a target's command names, as far as it can be known without the shell. */
final class CommandProgram {
    /** In the place of a value that is not known yet: a word with it is not looked for. */
    private static final String UNKNOWN = "$";

    private CommandProgram() {}

    /**
     * Refuses a command whose program is not there, or cannot be executed, before anything is started.
     *
     * @param names of placeholders in addition to those of every target
     * @param isAlone whether nothing is started before it that could make the program; then absolute paths count, too
     */
    static void require(TargetDefinition.Launched target, Set<String> names, boolean isAlone) {
        var command = target.commandWithout(names, UNKNOWN);
        program(target, command)
                .filter(program -> isAlone || !program.startsWith("/"))
                .flatMap(program -> obstacle(target, program))
                .ifPresent(obstacle -> {
                    throw Failure.usage(
                            "command: cannot be started",
                            obstacle,
                            "install or build the program, or correct its path; relative ones count from "
                                    + directory(target));
                });
    }

    /** Why a command could not become its program. */
    static Optional<String> obstacleOf(TargetDefinition.Launched target, String command) {
        return program(target, command).flatMap(program -> obstacle(target, program));
    }

    /** Where the command is run. */
    static Path directory(TargetDefinition.Launched target) {
        return target.conditions().directory().orElse(Path.of("")).toAbsolutePath();
    }

    /** Empty if the program is in an image, or looked for on a PATH of its own. */
    private static Optional<String> program(TargetDefinition.Launched target, String command) {
        return target.program().image().isPresent()
                ? Optional.empty()
                : new ShellCommand(command)
                        .program()
                        .filter(program ->
                                program.contains("/") || !target.environment().containsKey("PATH"));
    }

    private static Optional<String> obstacle(TargetDefinition.Launched target, String program) {
        var place = program.contains("/")
                ? directory(target)
                        .resolve(program.replaceFirst("^(\\./+)+", ""))
                        .toString()
                : program;
        return SearchPath.ofThisProcess().obstacle(place);
    }
}
