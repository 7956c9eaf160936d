package dev.ralbench.service;

import dev.ralbench.process.Program;
import java.nio.file.Path;
import java.util.Optional;

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

    /**
     * The run of a JVM that makes its cache.
     *
     * @param command with the placeholders {@code ${java}} and {@code ${aotCache}}
     * @param jvmFlags that the cache is for
     * @param jar that the cache is for
     */
    record Training(CommandTemplate command, String jvmFlags, Path jar) {}

    /** Any command. */
    static TargetProgram of(CommandTemplate command) {
        return onJvm(command, Optional.empty());
    }

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

    Program kind() {
        return sources.isPresent() ? Program.NODE : Program.JAVA;
    }

    TargetProgram with(CommandTemplate other) {
        return new TargetProgram(other, training, sources, image);
    }
}
