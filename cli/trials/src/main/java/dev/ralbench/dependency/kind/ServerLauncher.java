package dev.ralbench.dependency.kind;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.process.FreePort;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Readiness;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.ReadyOutcome;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.StartedService;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;

/** Starts a server on a port of its own and waits until it answers. */
public record ServerLauncher(ServiceStarter starter, Clock clock) {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Starts a server on a port, and checks there that it is the right one, and ready. */
    public interface Recipe {
        ServiceSpec spec(int port);

        ReadyCheck check(int port);

        /** It ended of its own accord while it started. */
        default void died() {}
    }

    /** A server that answers. */
    public record Launched(StartedService service, int port, double startupSeconds) {}

    /**
     * Starts it. Its log is replaced.
     *
     * @throws Failure when it cannot be used; then nothing of it is left running
     * @throws InterruptedException when interrupted; then nothing of it is left running either
     */
    public Launched launch(Recipe recipe) throws InterruptedException {
        return launch(recipe, true);
    }

    private Launched launch(Recipe recipe, boolean mayRetry) throws InterruptedException {
        int port = FreePort.next();
        var spec = recipe.spec(port);
        delete(spec.log());
        var service = starter.start(spec);
        boolean ready = false;
        try {
            var outcome = new Readiness(clock, recipe.check(port), LIMIT).await(service);
            ready = outcome instanceof ReadyOutcome.Ready;
            return switch (outcome) {
                case ReadyOutcome.Ready now -> new Launched(service, port, now.afterSeconds());
                case ReadyOutcome.Died died -> {
                    // Between choosing a port and its use another process may take it; the next one will be free.
                    if (mayRetry && !starter.isClosed() && spec.log().saysAddressInUse()) {
                        yield launch(recipe, false);
                    }
                    if (!starter.isClosed() && ServerFailures.isOfItself(died.exitCode())) {
                        recipe.died();
                    }
                    throw ServerFailures.died(spec.title(), spec.log(), died.exitCode(), starter.isClosed());
                }
                case ReadyOutcome.NotInTime late ->
                    throw ServerFailures.notInTime(spec.title(), spec.log(), LIMIT, late.last());
            };
        } finally {
            if (!ready) {
                service.close();
            }
        }
    }

    private static void delete(LogFile log) {
        try {
            Files.deleteIfExists(log.path());
        } catch (IOException e) {
            throw Failure.environment(
                            "the log " + log.path() + " cannot be replaced",
                            String.valueOf(e),
                            "remove it, or give rights in its directory")
                    .causedBy(e);
        }
    }
}
