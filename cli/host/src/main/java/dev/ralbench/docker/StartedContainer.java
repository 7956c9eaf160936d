package dev.ralbench.docker;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Pause;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.StartedService;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A service in a container. This machine, not the engine, tells whether it lives: that is quick, and right even if the
 * engine hangs.
 */
final class StartedContainer implements StartedService {
    /** The engine learns of a process's end a little later than the kernel. */
    private static final Duration ENGINE_LAG = Duration.ofSeconds(3);

    /** Longest time that an engine may go on answering after it has ended its containers. */
    private static final Duration ENGINE_END = Duration.ofSeconds(3);

    private static final int UNKNOWN = -1;

    private final ServiceSpec spec;
    private final String commandLine;
    private final DockerEngine engine;
    private final String id;
    private final HostProcess process;
    private final ContainerLog log;
    private final long startNanos;
    private final Pause pause;
    private final Consumer<StartedContainer> onClose;
    private @Nullable Integer exitCode; // guarded by this
    private boolean isClosed; // guarded by this

    /** @param onClose called once it is gone */
    StartedContainer(
            ServiceSpec spec,
            String commandLine,
            DockerEngine engine,
            String id,
            HostProcess process,
            ContainerLog log,
            long startNanos,
            Clock clock,
            Consumer<StartedContainer> onClose) {
        this.spec = spec;
        this.commandLine = commandLine;
        this.engine = engine;
        this.id = id;
        this.process = process;
        this.log = log;
        this.startNanos = startNanos;
        this.pause = new Pause(clock);
        this.onClose = onClose;
    }

    @Override
    public String title() {
        return spec.title();
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public String commandLine() {
        return commandLine;
    }

    @Override
    public LogFile log() {
        return spec.log();
    }

    @Override
    public long startNanos() {
        return startNanos;
    }

    @Override
    public OptionalInt exitCode() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(codeOfTheEnd());
    }

    /** Comes with the whole output in its file, because the next question is why. */
    private synchronized int codeOfTheEnd() {
        if (exitCode == null) {
            log.finish();
            exitCode = askForCode();
        }
        return exitCode;
    }

    /** An engine that goes down ends its containers first. */
    @Override
    public Optional<String> endedWith() {
        boolean isEngineGone = !process.isAlive() && pause.until(() -> !engine.isResponding(), ENGINE_END);
        return isEngineGone ? Optional.of("the Docker engine") : Optional.empty();
    }

    private int askForCode() {
        try {
            boolean isKnown = pause.until(() -> !engine.isRunning(id), ENGINE_LAG);
            var code = isKnown ? engine.state(id).getExitCodeLong() : null;
            return code == null ? UNKNOWN : code.intValue();
        } catch (RuntimeException e) {
            return UNKNOWN; // removed from outside, or the engine is gone: the service has ended all the same
        }
    }

    @Override
    public void askToEnd() {
        process.askToEnd();
    }

    /** Signals go past the engine: a service has to end also where the engine hangs. */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        boolean hasEnded = process.stop(pause);
        if (hasEnded) {
            codeOfTheEnd();
        }
        remove(hasEnded);
        isClosed = true;
        log.stop();
        onClose.accept(this);
    }

    private void remove(boolean hasEnded) {
        try {
            engine.removeContainer(id);
        } catch (RuntimeException e) {
            throw Failure.environment(
                            "the container of " + spec.title() + " could not be removed",
                            EngineFailure.reason(e)
                                    + (hasEnded
                                            ? "; its process has been ended"
                                            : "; its process " + process.pid() + " could not be ended either"),
                            "docker rm --force --volumes " + id.substring(0, 12) + " once the engine answers")
                    .causedBy(e);
        }
    }
}
