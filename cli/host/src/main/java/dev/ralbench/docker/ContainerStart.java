package dev.ralbench.docker;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.process.Pause;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ServiceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.testcontainers.DockerClientFactory;

/** Gets a container from nothing to its first process, and says why if that fails. */
record ContainerStart(
        ServiceSpec spec,
        String commandLine,
        DockerEngine engine,
        HostContainer container,
        ContainerLog log,
        ProcFs proc,
        Clock clock) {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    /** Longest time that the engine may take to notice that a container has ended. */
    private static final Duration LONGEST_END = Duration.ofSeconds(2);
    /** Read by Testcontainers from the environment, and from nowhere else. */
    private static final String NO_REAPER = "TESTCONTAINERS_RYUK_DISABLED";

    StartedContainer start(Consumer<StartedContainer> onClose) {
        try {
            TimeLimit.call(LIMIT, "start of " + spec.title(), () -> {
                // Testcontainers gets itself ready once, and would do so when the first service is just starting up.
                DockerClientFactory.instance().client();
                container.startUnlessAbandoned();
                return true;
            });
            return started(onClose);
        } catch (ExecutionException e) {
            log.stop();
            throw abandoned(failure(Objects.requireNonNullElse(e.getCause(), e)));
        } catch (TimeoutException e) {
            log.stop();
            throw abandoned(late().causedBy(e));
        } catch (Failure e) {
            log.stop();
            throw abandoned(e);
        } catch (RuntimeException e) { // of the engine's client
            log.stop();
            throw abandoned(failure(e));
        }
    }

    /** The reason stays the reason, also if the container cannot be removed for now. */
    private <E extends RuntimeException> E abandoned(E reason) {
        try {
            container.abandon();
        } catch (RuntimeException e) {
            reason.addSuppressed(e);
        }
        return reason;
    }

    private StartedContainer started(Consumer<StartedContainer> onClose) {
        var id = container.getContainerId();
        var pid = container.getContainerInfo().getState().getPidLong();
        var process = HostProcess.of(proc, pid == null ? 0 : pid);
        requireOfThisMachine(id, process);
        return new StartedContainer(
                spec, commandLine, engine, id, process, log, container.startNanos(), clock, onClose);
    }

    /**
     * ralbench watches the process; an engine in a virtual machine or next to ralbench's own container has other
     * processes.
     */
    private void requireOfThisMachine(String id, HostProcess process) {
        boolean isOurs = process.isAlive() && isOf(id, process);
        // A process that ends leaves its group first, and the engine hears of it last.
        if (isOurs || new Pause(clock).until(() -> !isRunning(id), LONGEST_END)) {
            return;
        }
        throw Failure.environment(
                "ralbench cannot see the processes of this engine's containers",
                "on this machine, process " + process.pid()
                        + " is not the container's, as the engine reports: the engine or"
                        + " ralbench itself runs in a virtual machine or container",
                "run ralbench next to the engine (in a container: --pid host), or use --runtime process");
    }

    private boolean isOf(String id, HostProcess process) {
        try {
            // However the engine names groups, the id is part of the name.
            return Files.readString(proc.root().resolve(process.pid() + "/cgroup"))
                    .contains(id);
        } catch (IOException e) {
            return !process.isAlive(); // ended this moment
        }
    }

    private boolean isRunning(String id) {
        try {
            return engine.isRunning(id);
        } catch (NotFoundException e) {
            return false; // it was removed
        }
    }

    /** Testcontainers tries for minutes to get the image of its clean-up container, and says nothing meanwhile. */
    private Failure late() {
        var what = spec.title() + " could not be started";
        var why = "the Docker engine had not started its container after " + LIMIT.toSeconds() + " s";
        return isReaperWanted()
                ? reaperFailure(what, why)
                : Failure.environment(
                        what, why, "see what docker ps --all and the engine's log say, or use --runtime process");
    }

    private static boolean isReaperWanted() {
        return !Boolean.parseBoolean(System.getenv(NO_REAPER));
    }

    private static Failure reaperFailure(String what, String why) {
        return Failure.environment(
                what,
                why + "; Testcontainers wants to start its own clean-up container (Ryuk) first",
                "set " + NO_REAPER + "=true in the environment: ralbench cleans up by itself");
    }

    private Failure failure(Throwable cause) {
        var what = spec.title() + " could not be started in a container";
        var why = EngineFailure.reason(cause);
        for (var thrown = cause; thrown != null; thrown = thrown.getCause()) {
            if (thrown instanceof ConflictException) {
                return Failure.environment(what, why, "remove the other container (docker rm --force NAME)")
                        .causedBy(cause);
            }
        }
        if (isReaperWanted()) {
            return reaperFailure(what, why).causedBy(cause);
        }
        return EngineFailure.of(what, cause);
    }
}
