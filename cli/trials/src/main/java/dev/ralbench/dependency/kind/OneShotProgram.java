package dev.ralbench.dependency.kind;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.process.Completion;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.ServiceStarter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;

/** Runs programs that end by themselves, in the same way as those that stay. */
public record OneShotProgram(ServiceStarter starter, Clock clock) {
    /**
     * Runs a program to its end. Its log is kept only if it failed.
     *
     * @return its output
     * @throws Failure if it fails or does not end in time
     */
    public String run(ServiceSpec spec, Duration limit) throws InterruptedException {
        var exitCode = new Completion(clock, limit).exitCode(starter.start(spec));
        try {
            if (starter.isClosed()) {
                throw ServerFailures.interrupted(spec.title());
            }
            if (exitCode.isEmpty()) {
                throw ServerFailures.didNotWork(
                        spec.title(), spec.program(), spec.log(), "it did not end within " + limit.toSeconds() + " s");
            }
            if (exitCode.getAsInt() != 0) {
                throw ServerFailures.didNotWork(
                        spec.title(), spec.program(), spec.log(), "exit code " + exitCode.getAsInt());
            }
            var output = Files.readString(spec.log().path(), StandardCharsets.UTF_8);
            PrepareLogs.drop(spec.log());
            return output;
        } catch (IOException e) {
            throw Failure.environment(
                            "the output of " + spec.title() + " cannot be read",
                            String.valueOf(e),
                            "give rights in " + spec.log().path().getParent())
                    .causedBy(e);
        }
    }
}
