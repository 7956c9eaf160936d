package dev.ralbench.service;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;

/**
 * A connection to the beans of a JVM on this machine. Every question has a time limit, because a JVM that hangs (or was
 * stopped with SIGSTOP) would never answer; after the first that fails the link is lost for good.
 */
final class JmxLink implements AutoCloseable {
    private static final Duration ATTACH_LIMIT = Duration.ofSeconds(10);
    /** Long, since a target under full load answers late, and is not to lose its figures for that. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

    /** The console is not the place to hear of connections that break. Kept here, or the levels would be lost. */
    private static final List<Logger> SILENCED = Stream.of("javax.management", "java.rmi", "sun.rmi")
            .map(Logger::getLogger)
            .toList();

    private final ExecutorService thread;
    private final JMXConnector connector;
    private final MBeanServerConnection beans;
    private boolean isLost;

    private JmxLink(ExecutorService thread, JMXConnector connector) throws IOException {
        this.thread = thread;
        this.connector = connector;
        this.beans = connector.getMBeanServerConnection();
    }

    /** A link that is there already. */
    static JmxLink over(JMXConnector connector, String name) throws IOException {
        return new JmxLink(thread(name), connector);
    }

    private static ExecutorService thread(String name) {
        return Executors.newSingleThreadExecutor(task -> {
            var daemon = new Thread(task, "ralbench-jmx-" + name);
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /**
     * Attaches to a JVM, which needs no flag for that; to be used on JVMs alone, as attaching sends SIGQUIT.
     *
     * @param agents that are started for it
     * @return empty when it belongs to another user, forbids it, or is of a kind that cannot
     */
    static Optional<JmxLink> attach(long pid, ManagementAgents agents) {
        SILENCED.forEach(logger -> logger.setLevel(Level.OFF));
        var thread = thread(String.valueOf(pid));
        var link = within(ATTACH_LIMIT, thread, () -> new JmxLink(thread, agents.connect(pid)));
        if (link.isEmpty()) {
            thread.shutdownNow();
        }
        return link;
    }

    /** Asks the JVM; empty when it does not answer, now or since an earlier question. */
    <T> Optional<T> ask(Question<T> question) {
        if (isLost) {
            return Optional.empty();
        }
        var answer = within(ANSWER_LIMIT, thread, () -> question.to(beans));
        isLost = answer.isEmpty();
        return answer;
    }

    /** Asks the JVM without waiting; empty when it does not answer. Whether the link is lost is for others to find. */
    <T> CompletableFuture<Optional<T>> askLater(Question<T> question) {
        if (isLost) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return CompletableFuture.supplyAsync(() -> Optional.of(answer(question)), thread)
                .exceptionally(failure -> Optional.empty());
    }

    /** Waits for an answer, as long as for that to any question. One that is late loses nothing: it is owed still. */
    static void await(CompletableFuture<?> asked) {
        try {
            asked.get(ANSWER_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Not known, or not yet.
        }
    }

    private <T> T answer(Question<T> question) {
        try {
            return question.to(beans);
        } catch (Exception e) { // whatever a bean throws: the figure is not known then
            throw new CompletionException(e);
        }
    }

    /** Something that is read from beans. */
    @FunctionalInterface
    interface Question<T> {
        T to(MBeanServerConnection beans) throws Exception;
    }

    /** Does not wait: where the JVM hangs, the closing hangs too, on a thread that does not keep the process alive. */
    @Override
    public void close() {
        isLost = true;
        thread.execute(() -> {
            try {
                connector.close();
            } catch (IOException e) {
                // The target has ended, and the connection with it.
            }
        });
        thread.shutdown();
    }

    private static <T> Optional<T> within(Duration limit, ExecutorService thread, Callable<T> work) {
        var result = thread.submit(work);
        try {
            return Optional.of(result.get(limit.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException | TimeoutException e) {
            // The view from inside is an addition: the caller falls back to sources outside the JVM.
            return Optional.empty();
        } finally {
            result.cancel(true);
        }
    }
}
