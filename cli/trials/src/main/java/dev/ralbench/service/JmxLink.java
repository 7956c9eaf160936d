package dev.ralbench.service;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * A connection to the beans of a JVM on this machine. Every question has a time limit, because a JVM that hangs (or was
 * stopped with SIGSTOP) would never answer; after the first that fails the link is lost for good.
 */
final class JmxLink implements AutoCloseable {
    private static final String LOCAL_ADDRESS = "com.sun.management.jmxremote.localConnectorAddress";
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

    /**
     * Attaches to a JVM, which needs no flag for that; to be used on JVMs alone, as attaching sends SIGQUIT.
     *
     * @param directory for short-lived files that the JVM reads
     * @return empty when it belongs to another user, forbids it, or is of a kind that cannot
     */
    static Optional<JmxLink> attach(long pid, Path directory) {
        SILENCED.forEach(logger -> logger.setLevel(Level.OFF));
        var thread = Executors.newSingleThreadExecutor(task -> {
            var daemon = new Thread(task, "ralbench-jmx-" + pid);
            daemon.setDaemon(true);
            return daemon;
        });
        var link = within(ATTACH_LIMIT, thread, () -> new JmxLink(thread, connect(pid, directory)));
        if (link.isEmpty()) {
            thread.shutdownNow();
        }
        return link;
    }

    @SuppressWarnings("BanJNDI") // the address comes from the target that we started, not from user input
    private static JMXConnector connect(long pid, Path directory) throws Exception {
        var machine = VirtualMachine.attach(String.valueOf(pid));
        try {
            var open = machine.getAgentProperties().getProperty(LOCAL_ADDRESS);
            return open == null
                    ? connectToNew(machine, directory)
                    : JMXConnectorFactory.connect(new JMXServiceURL(open)); // opened by its own flags
        } finally {
            machine.detach();
        }
    }

    @SuppressWarnings("BanJNDI")
    private static JMXConnector connectToNew(VirtualMachine machine, Path directory) throws IOException {
        try {
            return LoopbackAgent.start(machine, directory);
        } catch (IOException e) {
            // A JVM in a container sees no file from here; and one that ralbench did not start may have an agent from
            // an earlier view, which only the attach protocol of the JDK's own tools could end.
            return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
        }
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
