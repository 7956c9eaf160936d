package dev.ralbench.service;

import dev.ralbench.Boxed;
import dev.ralbench.Clock;
import dev.ralbench.HttpUrl;
import dev.ralbench.Printable;
import dev.ralbench.process.AcceptQueue;
import dev.ralbench.process.PortOwner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import dev.ralbench.process.ProcessStat;
import dev.ralbench.process.RunDirectories;
import java.util.List;
import java.util.Optional;

/** Opens the view into a running target: the kernel's figures, and those of the JVM or of Node.js if one of them runs it. */
public final class TargetProbes implements AutoCloseable {
    private static final String JMX_FLAG = "-Dcom.sun.management.jmxremote";

    private final Clock clock;
    private final ProcFs proc;

    private final ManagementAgents agents;

    /** @param directories for files that a JVM reads when it is attached to */
    public TargetProbes(Clock clock, RunDirectories directories) {
        this.clock = clock;
        this.proc = ProcFs.ofThisMachine();
        this.agents = new ManagementAgents(proc, directories);
    }

    /**
     * Attaches, which takes a JVM some tenths of a second, and begins the first window.
     *
     * @return empty without a process to look into or a {@code /proc} to look with
     */
    public Optional<TargetProbe> open(RunningTarget target) {
        return Boxed.of(target.pid()).flatMap(pid -> {
            var stranger = stranger(target, pid);
            return open(stranger.orElse(pid), stranger.map(this::inWords), target);
        });
    }

    /**
     * A command may leave its server to a process manager that ran before. Of a service that ran already, the process was
     * given by the user, and checked.
     */
    private Optional<Long> stranger(RunningTarget target, long pid) {
        var own = new ProcessFamily(proc, pid)
                .members().stream().map(ProcessStat::pid).toList();
        return target.commandLine().isEmpty() || own.isEmpty()
                ? Optional.empty()
                : new PortOwner(proc).otherOwner(own, HttpUrl.port(target.baseUrl()));
    }

    private String inWords(long pid) {
        return "process " + pid
                + proc.status(pid)
                        .map(status -> " (" + Printable.line(status.name()) + ")")
                        .orElse("");
    }

    private Optional<TargetProbe> open(long pid, Optional<String> stranger, RunningTarget target) {
        var family = new ProcessFamily(proc, pid);
        var members = family.members();
        if (members.isEmpty()) {
            return Optional.empty();
        }
        // A shell that stays in front of its program has the JVM as a child. The first JVM is the service itself.
        var jvm =
                members.stream().mapToLong(ProcessStat::pid).filter(proc::isJvm).findFirst();
        int viewThreadsBefore = viewThreads(members);
        int port = HttpUrl.port(target.baseUrl());
        var jmx = Boxed.of(jvm).flatMap(id -> JmxProbe.attach(id, agents, port));
        var counters = Boxed.of(jvm).flatMap(id -> CounterFileProbe.open(proc, id));
        var node = jvm.isPresent()
                ? Optional.<NodeProbe>empty()
                : target.counters().flatMap(NodeProbe::open);
        var poolPage = target.counters().map(page -> new PoolPage(page::ask, port));
        var probe = new ProcessProbe(
                new ProcProbe(proc, family, stranger, clock),
                jmx,
                counters,
                node,
                poolPage,
                new AcceptQueue(proc, pid, port),
                viewThreadsBefore);
        probe.rehearse();
        return Optional.of(probe);
    }

    /**
     * Of JVMs that were opened to JMX by their own flags. The threads of all others are of this view, or were left by
     * another of ralbench's: some outlive it.
     */
    private int viewThreads(List<ProcessStat> members) {
        var groups = new ThreadGroups();
        members.stream()
                .filter(member -> proc.isStartedWith(member.pid(), JMX_FLAG))
                .forEach(member -> proc.eachThread(member.pid(), (id, thread) -> groups.add(thread.name())));
        return groups.counts().getOrDefault(ThreadGroups.VIEW, 0);
    }

    /** Leaves nothing in JVMs that go on running. */
    @Override
    public void close() {
        try {
            agents.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // whoever is waited for next ends at once
        }
    }
}
