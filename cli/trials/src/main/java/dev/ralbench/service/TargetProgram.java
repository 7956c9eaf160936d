package dev.ralbench.service;

import dev.ralbench.process.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A target, as it is started.
 *
 * @param command a shell command with placeholders, among them {@code ${port}}, which stands for a free port; of an
 *     image the arguments after its name
 * @param training how its JVM's cache is made, if it can have one
 * @param sources their directory, if Node.js runs them; else it is the JVM that {@code ${java}} stands for
 * @param image of the container, if it is one
 */
public record TargetProgram(
        CommandTemplate command, Optional<Training> training, Optional<Path> sources, Optional<String> image) {

    /** How a JVM gets the cache that it starts from. */
    sealed interface Training {
        /**
         * A run of its own makes it, and ends.
         *
         * @param command with the placeholders {@code ${java}} and {@code ${aotCache}}
         * @param jvmFlags that the cache is for
         * @param jar that the cache is for
         */
        record ByCommand(CommandTemplate command, String jvmFlags, Path jar) implements Training {}

        /**
         * The service makes it when it ends: of what it needed to start, and under load. Its command begins with
         * {@code ${java}}.
         *
         * @param jvmFlags that the cache is for
         * @param jar that the cache is for
         */
        record UnderLoad(String jvmFlags, Path jar) implements Training {}

        /** Whether a flag sets what a JVM starts from: none accepts that next to a training run. */
        static boolean isPreventedBy(List<String> flags) {
            return flags.stream().anyMatch(ARCHIVE_FLAG);
        }
    }

    private static final Predicate<String> ARCHIVE_FLAG = Pattern.compile(
                    "-Xshare:.*|-XX:(AOT(Mode|Cache|CacheOutput|Configuration)|SharedArchiveFile|ArchiveClassesAtExit)=.*"
                            + "|-XX:[+]AutoCreateSharedArchive")
            .asMatchPredicate();

    /** A command that a JVM is started by, or any other. */
    static TargetProgram onJvm(CommandTemplate command, Optional<Training> training) {
        return new TargetProgram(command, training, Optional.empty(), Optional.empty());
    }

    /** Sources that Node.js runs, without their libraries yet. */
    static TargetProgram onNode(CommandTemplate command, Path sources) {
        return new TargetProgram(command, Optional.empty(), Optional.of(sources), Optional.empty());
    }

    static TargetProgram inContainer(String image, CommandTemplate command) {
        return new TargetProgram(command, Optional.empty(), Optional.empty(), Optional.of(image));
    }

    /** Whether a run of its own makes its JVM's start-up cache. */
    public boolean learnsByCommand() {
        return training.filter(Training.ByCommand.class::isInstance).isPresent();
    }

    /** Whether its JVM can make a start-up cache when it ends. */
    public boolean learnsUnderLoad() {
        return training.filter(Training.UnderLoad.class::isInstance).isPresent();
    }

    Program kind() {
        return sources.isPresent() ? Program.NODE : Program.JAVA;
    }

    /** This program, with flags for its JVM where the start-up cache belongs. */
    TargetProgram withJvmFlags(List<String> flags) {
        var place = training.orElseThrow() instanceof Training.UnderLoad ? command.makingRoomForAotCache() : command;
        return new TargetProgram(
                place.with(CommandTemplate.AOT_CACHE, CommandTemplate.PlaceholderValue.words(flags)),
                training,
                sources,
                image);
    }
}
