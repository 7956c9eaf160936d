package dev.ralbench.dependency.kind;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.process.Completion;
import dev.ralbench.process.FreePort;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Program;
import dev.ralbench.process.Readiness;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.ReadyOutcome;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.StartedService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Starts servers on ports of their own, for the targets of a trial or for work before the first one, and the programs
 * that prepare them.
 */
public record ServerLauncher(ServiceStarter starter, Clock clock, RunDirectories runDirectories) {
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final Duration VERSION_LIMIT = Duration.ofSeconds(30);

    /** A program reports an end by signal N as 128 + N where a shell or the JVM looks. */
    private static final int BY_SIGINT = 128 + 2;

    private static final int BY_SIGKILL = 128 + 9;
    private static final int BY_SIGTERM = 128 + 15;

    /** Starts a server on a port, and checks there that it is the right one, and ready. */
    public interface Recipe {
        ServiceSpec spec(int port);

        ReadyCheck check(int port);

        /** It ended of its own accord while it started. */
        default void died() {}
    }

    /** A server that answers. */
    public record Launched(StartedService service, int port, double startupSeconds) {}

    /** Work with a server that answers. */
    @FunctionalInterface
    public interface Work<T> {
        T with(Launched launched) throws InterruptedException;
    }

    /**
     * A new log of work before the first trial, which does not exist yet. It is in the cache, so that a failure can point
     * to it; those of work that succeeded, and of a ralbench that was killed, are removed.
     */
    public LogFile prepareLog(String name) {
        return new LogFile(runDirectories.log(name));
    }

    /**
     * Asks a program for its version, which also makes sure that it runs on this machine at all.
     *
     * @throws Failure when it does not run, or is another program
     */
    public Product product(ServerKind kind, ServerOrigin.Startable origin) throws InterruptedException {
        var spec = new ServiceSpec(
                "asking " + origin.title() + " for its version",
                kind.program(),
                List.of(origin.command(), "--version"),
                Map.of(),
                List.of(),
                prepareLog(kind.name() + "-version"));
        var output = run(spec, VERSION_LIMIT);
        return kind.product()
                .apply(output)
                .orElseThrow(() -> Failure.environment(
                        origin.words() + " is not a " + kind.title() + " server",
                        "asked for its version it wrote: " + output.strip(),
                        "name the program of a server, such as "
                                + kind.programs().getFirst()));
    }

    /**
     * Runs a program that ends by itself, in the same way as those that stay. Its log is kept only if it failed.
     *
     * @return its output
     * @throws Failure if it fails or does not end in time
     */
    public String run(ServiceSpec spec, Duration limit) throws InterruptedException {
        var exitCode = new Completion(clock, limit).exitCode(starter.start(spec));
        try {
            if (starter.isClosed()) {
                throw interrupted(spec.title());
            }
            if (exitCode.isEmpty()) {
                throw didNotWork(
                        spec.title(), spec.program(), spec.log(), "it did not end within " + limit.toSeconds() + " s");
            }
            if (exitCode.getAsInt() != 0) {
                throw didNotWork(spec.title(), spec.program(), spec.log(), "exit code " + exitCode.getAsInt());
            }
            var output = Files.readString(spec.log().path(), StandardCharsets.UTF_8);
            Files.deleteIfExists(spec.log().path());
            return output;
        } catch (IOException e) {
            throw Failure.environment(
                            "the output of " + spec.title() + " cannot be read",
                            String.valueOf(e),
                            "give rights in " + spec.log().path().getParent())
                    .causedBy(e);
        }
    }

    /**
     * Starts a server. Its log is replaced.
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
            var outcome = new Readiness(clock, recipe.check(port), READY_LIMIT).await(service);
            ready = outcome instanceof ReadyOutcome.Ready;
            return switch (outcome) {
                case ReadyOutcome.Ready now -> new Launched(service, port, now.afterSeconds());
                case ReadyOutcome.Died died -> {
                    // Between choosing a port and its use another process may take it; the next one will be free.
                    if (mayRetry && !starter.isClosed() && spec.log().saysAddressInUse()) {
                        yield launch(recipe, false);
                    }
                    if (!starter.isClosed() && isOfItself(died.exitCode())) {
                        recipe.died();
                    }
                    throw died(spec.title(), spec.log(), died.exitCode(), starter.isClosed());
                }
                case ReadyOutcome.NotInTime late -> throw notInTime(spec.title(), spec.log(), late.last());
            };
        } finally {
            if (!ready) {
                service.close();
            }
        }
    }

    /**
     * Starts a server for work that is done once, before the first trial. Its files are whole only if it shuts down well.
     *
     * @param limit of the shutdown that the work asks the server for; empty if it gets the signal
     * @throws Failure when it cannot be used, or does not shut down well
     */
    public <T> T once(Recipe recipe, Optional<Duration> limit, Work<T> work) throws IOException, InterruptedException {
        var launched = launch(recipe);
        var service = launched.service();
        T outcome;
        var exitCode = OptionalInt.empty();
        try (service) {
            outcome = work.with(launched);
            if (limit.isPresent()) {
                exitCode = new Completion(clock, limit.get()).exitCodeFromNow(service);
            }
        }
        if (limit.isEmpty()) {
            exitCode = service.exitCode();
        }
        if (exitCode.orElse(-1) != 0) {
            var program = recipe.spec(launched.port()).program();
            throw didNotWork(service.title(), program, service.log(), "it was not shut down well");
        }
        Files.deleteIfExists(service.log().path());
        return outcome;
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

    /** A server that has ended by itself, or because ralbench itself was ending it. */
    private static Failure died(String title, LogFile log, int exitCode, boolean stopping) {
        if (stopping || exitCode == BY_SIGINT || exitCode == BY_SIGTERM) {
            return interrupted(title);
        }
        return Failure.environment(
                title + " ended while it started",
                "exit code " + exitCode + ", " + log.endingForMessage(),
                "the whole output is in " + log.path());
    }

    /** Whether a server ended of its own accord, and not because it was killed or its container removed. */
    private static boolean isOfItself(int exitCode) {
        return exitCode >= 0 && exitCode != BY_SIGINT && exitCode != BY_SIGKILL && exitCode != BY_SIGTERM;
    }

    private static Failure interrupted(String title) {
        return Failure.environment(
                title + " was interrupted while it started",
                "it got the signal to end, as by Ctrl-C",
                "start the run again");
    }

    private static Failure notInTime(String title, LogFile log, String last) {
        return Failure.environment(
                title + " could not be used after " + READY_LIMIT.toSeconds() + " s",
                "last answer: " + last + "; " + log.endingForMessage(),
                "see whether the machine is overloaded; the whole output is in " + log.path());
    }

    /** A program that should have ended by itself, and well. */
    private static Failure didNotWork(String title, Program program, LogFile log, String why) {
        return Failure.environment(
                title + " did not work",
                why + ", " + log.endingForMessage(),
                "the whole output is in " + log.path() + "; another server can be named by --" + program.name());
    }
}
