package dev.ralbench.target;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts targets, every one in the same way, and knows what it has started: {@link #close} stops all of it, also what
 * is not ready yet, and may be called by a shutdown hook while another thread is in {@link #start}.
 */
public final class TargetLauncher implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private final Clock clock;
    private final Duration startTimeout;
    private final String idPrefix;
    private final AtomicInteger starts = new AtomicInteger();
    private final Set<LaunchedProcess> processes = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    public TargetLauncher(Clock clock) {
        this(clock, START_TIMEOUT);
    }

    /** @param startTimeout how long a target may take until it answers 2xx */
    public TargetLauncher(Clock clock, Duration startTimeout) {
        this.clock = clock;
        this.startTimeout = startTimeout;
        this.idPrefix = ProcessHandle.current().pid() + "-" + clock.now().toEpochMilli() + "-";
    }

    /**
     * Starts the target, or makes sure that it runs, and waits until it can be measured.
     *
     * @param logFile for the output of a process that is started; replaced where it exists
     * @throws Failure when it cannot be used; then nothing of it is left running
     * @throws InterruptedException when interrupted; then nothing of it is left running either
     */
    public RunningTarget start(TargetDefinition definition, Path logFile) throws InterruptedException {
        return switch (definition) {
            case TargetDefinition.Running running -> ExistingTarget.reach(running, clock);
            case TargetDefinition.Launched launched -> {
                deleteOld(logFile);
                yield launch(launched, new LogFile(logFile), true);
            }
        };
    }

    private RunningTarget launch(TargetDefinition.Launched target, LogFile log, boolean mayRetry)
            throws InterruptedException {
        int port = freePort();
        var launched = register(LaunchedProcess.start(target, port, log, idPrefix + starts.incrementAndGet(), clock));
        var request =
                new StatusRequest(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), target.readyPath());
        boolean ready = false;
        try {
            var outcome = new Readiness(clock, request, startTimeout).await(launched.process(), launched.startNanos());
            ready = outcome instanceof Readiness.Outcome.Ready;
            return switch (outcome) {
                case Readiness.Outcome.Ready readyNow -> {
                    var url = URI.create("http://127.0.0.1:" + port);
                    yield new LaunchedTarget(url, launched, readyNow.afterSeconds(), () -> processes.remove(launched));
                }
                case Readiness.Outcome.Died died -> {
                    stop(launched);
                    // Between choosing a port and its use somebody else may take it; the next one will be free.
                    if (mayRetry && !closed && log.saysAddressInUse()) {
                        yield launch(target, log, false);
                    }
                    throw StartFailures.died(target, log, died.exitCode(), closed);
                }
                case Readiness.Outcome.NotInTime late ->
                    throw StartFailures.notInTime(target, log, startTimeout, late.last());
            };
        } finally {
            if (!ready) {
                stop(launched);
            }
        }
    }

    /** Stops everything that was started and not yet closed. Nothing can be started afterwards. */
    @Override
    public void close() {
        closed = true;
        List.copyOf(processes).forEach(this::stop);
    }

    /** {@link #close} may have begun between the start and here, and must not miss the process. */
    private LaunchedProcess register(LaunchedProcess launched) {
        processes.add(launched);
        if (closed) {
            stop(launched);
        }
        return launched;
    }

    private void stop(LaunchedProcess launched) {
        launched.stop();
        processes.remove(launched);
    }

    private static void deleteOld(Path logFile) {
        try {
            Files.deleteIfExists(logFile);
        } catch (IOException e) {
            throw Failure.environment(
                            "log file " + logFile + " cannot be replaced", String.valueOf(e.getMessage()), "remove it")
                    .causedBy(e);
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on the loopback interface", e);
        }
    }
}
