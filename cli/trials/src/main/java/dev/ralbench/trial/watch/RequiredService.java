package dev.ralbench.trial.watch;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.service.RunningTarget;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A service that a load requires.
 *
 * @param name for messages
 * @param isAlive whether it can still answer
 * @param logTail the error that its output ends with, or else its last lines; empty if there are none
 * @param log where all of it is
 * @param endedWith the program whose end ended it, such as the engine of its container
 * @param lost why it is not known any more whether it can answer; empty while that is known
 */
public record RequiredService(
        String name,
        BooleanSupplier isAlive,
        Supplier<String> logTail,
        Optional<Path> log,
        Supplier<Optional<String>> endedWith,
        Supplier<Optional<Failure>> lost) {
    public static RequiredService of(String name, RunningTarget target) {
        return new RequiredService(
                name, target::isAlive, target::logTail, target.log(), target::endedWith, target::lost);
    }

    public static RequiredService of(RunningServer server) {
        return new RequiredService(
                server.title(), server::isAlive, server::logTail, server.log(), server::endedWith, Optional::empty);
    }
}
