package dev.ralbench.service;

import com.sun.tools.attach.VirtualMachine;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStat;
import dev.ralbench.process.RunDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The management agents that ralbench has started in JVMs. A JVM has one at most, and takes no new password, so that each
 * view replaces that of the one before. None listens anywhere but on loopback: a JVM whose agent was started by another program, or that has a network of
 * its own, has no view from inside.
 */
final class ManagementAgents {
    private static final String LOCAL_ADDRESS = "com.sun.management.jmxremote.localConnectorAddress";
    private static final long STOP_SECONDS = 5;

    private final ProcFs proc;
    private final RunDirectories directories;
    private final Set<Jvm> started = ConcurrentHashMap.newKeySet();

    /** @param directories for files that a JVM reads when it is attached to */
    ManagementAgents(ProcFs proc, RunDirectories directories) {
        this.proc = proc;
        this.directories = directories;
    }

    /** Ids come back, so the moment of the start is a part of it. */
    private record Jvm(long pid, long startTicks) {}

    /** @throws Exception if the JVM belongs to another user, forbids it, or is of a kind that cannot */
    JMXConnector connect(long pid) throws Exception {
        var jvm = new Jvm(
                pid,
                proc.stat(pid)
                        .map(ProcessStat::startTicks)
                        .orElseThrow(() -> new IOException("process " + pid + " has ended")));
        if (started.remove(jvm)) {
            stop(pid);
        }
        return connect(jvm);
    }

    @SuppressWarnings("BanJNDI") // the address comes from the target itself, not from user input
    private JMXConnector connect(Jvm jvm) throws Exception {
        var machine = VirtualMachine.attach(String.valueOf(jvm.pid()));
        try {
            var open = machine.getAgentProperties().getProperty(LOCAL_ADDRESS);
            if (open != null) {
                return JMXConnectorFactory.connect(new JMXServiceURL(open)); // opened by its own flags
            }
            if (!proc.isInOwnNamespace(jvm.pid(), "net")) {
                throw new IOException("process " + jvm.pid() + " has a loopback interface of its own");
            }
            try (var files = PasswordFiles.of(jvm.pid(), proc, directories)) {
                var agent = LoopbackAgent.start(machine, files);
                started.add(jvm);
                return agent.connect();
            }
        } finally {
            machine.detach();
        }
    }

    /** Stops those of JVMs that still run, which ran before ralbench and go on without it. */
    void stop() throws InterruptedException {
        for (var jvm : started) {
            if (proc.stat(jvm.pid())
                    .filter(stat -> stat.startTicks() == jvm.startTicks() && !stat.isZombie())
                    .isPresent()) {
                stop(jvm.pid());
            }
        }
        started.clear();
    }

    /** The attach protocol has this command for the JDK's own tools alone. */
    private static void stop(long pid) throws InterruptedException {
        var jcmd = Path.of(System.getProperty("java.home", ""), "bin", "jcmd").toString();
        try {
            var stopping = new ProcessBuilder(jcmd, String.valueOf(pid), "ManagementAgent.stop")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stopping.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                stopping.destroyForcibly(); // the JVM hangs
            }
        } catch (IOException e) {
            // No JDK: the agent stays, on loopback and behind a password that nobody knows any more.
        }
    }
}
