package dev.ralbench.session;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.net.NettySenderFactory;
import dev.ralbench.load.net.PortRange;
import dev.ralbench.load.net.Transport;
import dev.ralbench.load.net.VertxSenderFactory;
import dev.ralbench.placement.Placement;
import dev.ralbench.placement.Role;
import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioRequest;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The user's choice of what sends the load; empty for what suits the load and this machine.
 *
 * @param eventLoops how many threads send, 1 to {@value #MOST_EVENT_LOOPS}
 */
record SenderChoice(Optional<SenderName> sender, Optional<Transport> transport, Optional<Integer> eventLoops) {
    private static final String OPTION = "--event-loops";
    private static final String VARIABLE = "RALBENCH_EVENT_LOOPS";
    private static final int MOST_EVENT_LOOPS = 1024;

    /** Up to so many users leave the event loop idle between responses. */
    private static final int FEW_USERS = 4;

    /**
     * What sends a load.
     *
     * @param why it is this transport and so many event loops, as far as the user did not choose them; may be empty
     */
    record Chosen(SenderFactory factory, String why) {}

    /** A value that the user did not choose; the reason is empty if there was nothing to decide. */
    record Decided<T>(T value, String why) {}

    static SenderChoice none() {
        return new SenderChoice(Optional.empty(), Optional.empty(), Optional.empty());
    }

    SenderChoice with(SenderName name) {
        return new SenderChoice(Optional.of(name), transport, eventLoops);
    }

    SenderChoice with(Transport other) {
        return new SenderChoice(sender, Optional.of(other), eventLoops);
    }

    SenderChoice with(int loops) {
        return new SenderChoice(sender, transport, Optional.of(loops));
    }

    /**
     * This choice, completed by the environment's.
     *
     * @param variable {@code RALBENCH_EVENT_LOOPS}, if it is set
     * @throws Failure of usage if that is no number of event loops
     */
    SenderChoice completedBy(Optional<String> variable) {
        return new SenderChoice(sender, transport, eventLoops.or(() -> variable.map(SenderChoice::ofEnvironment)));
    }

    /** @throws Failure of usage if that many event loops are not possible */
    void check() {
        eventLoops.filter(loops -> loops < 1 || loops > MOST_EVENT_LOOPS).ifPresent(loops -> {
            throw wrongNumber(OPTION, loops.toString());
        });
    }

    private static int ofEnvironment(String text) {
        if (text.strip().matches("[0-9]{1,4}")) {
            int loops = Integer.parseInt(text.strip());
            if (loops >= 1 && loops <= MOST_EVENT_LOOPS) {
                return loops;
            }
        }
        throw wrongNumber(VARIABLE, text);
    }

    private static Failure wrongNumber(String origin, String given) {
        return Failure.usage(
                origin + ": must be a whole number from 1 to " + MOST_EVENT_LOOPS + ", got " + given,
                "each event loop is a thread that sends",
                "give one per CPU at most, or leave it out");
    }

    /** The lean sender, if no scenario needs more. */
    SenderFactory factory(Placement placement, Clock clock) {
        return netty(
                transport.map(SenderChoice::checked).orElseGet(Transport::best), half(placement.cores()), clock, false);
    }

    /** @throws Failure if the sender for the scenario does not work here, or does not support the scenario */
    void check(Scenario scenario) {
        transport.ifPresent(SenderChoice::checked);
        var unused = sender(scenario);
    }

    /**
     * The sender of a load, on the CPUs that it is to have.
     *
     * @param isAlone whether all targets are on other machines, and ralbench starts no dependency here
     * @throws Failure if the requested sender does not work here, or does not support the scenario
     */
    Chosen choose(Scenario scenario, LoadPlan load, Placement placement, BooleanSupplier isAlone, Clock clock) {
        var request = request(scenario);
        var kernel = transport
                .map(asked -> new Decided<>(checked(asked), ""))
                .orElseGet(() -> transportOf(load, Transport.best(), Transport.EPOLL.isAvailable()));
        var loops = eventLoops
                .map(asked -> new Decided<>(asked, ""))
                .orElseGet(() -> eventLoops(placement, isAlone, load.timeline().maxConnections()));
        var factory = switch (sender(scenario)) {
            case NETTY ->
                netty(kernel.value(), loops.value(), clock, request.transfer().http2());
            case VERTX ->
                new VertxSenderFactory(
                        kernel.value(), loops.value(), request.transfer().http2(), clock);
        };
        return new Chosen(
                factory,
                Stream.of(kernel.why(), loops.why())
                        .filter(why -> !why.isEmpty())
                        .collect(Collectors.joining("; ")));
    }

    private static SenderFactory netty(Transport transport, int loops, Clock clock, boolean http2) {
        return new NettySenderFactory(
                transport,
                loops,
                clock,
                ProcFs.ofThisMachine().localPorts().map(ports -> new PortRange(ports.first(), ports.last())),
                Optional.empty(),
                http2);
    }

    /**
     * By the kind of the load, so that a scenario has the same transport in each run of it: docs/decisions/senders.md has the
     * CPU time of a request by each.
     */
    static Decided<Transport> transportOf(LoadPlan load, Transport best, boolean hasEpoll) {
        if (best != Transport.IO_URING || !hasEpoll) {
            return new Decided<>(best, "");
        }
        var timeline = load.timeline();
        if (timeline.open().findAny().isPresent()) {
            return new Decided<>(Transport.EPOLL, "epoll, because requests arrive at a rate");
        }
        return timeline.maxUsers() <= FEW_USERS
                ? new Decided<>(
                        Transport.EPOLL, "epoll, because " + FEW_USERS + " users or fewer keep no event loop busy")
                : new Decided<>(Transport.IO_URING, "io_uring, because users keep the event loop busy");
    }

    /** The variants' requests differ in the path only. */
    private static ScenarioRequest request(Scenario scenario) {
        return scenario.variants().getFirst().request();
    }

    /**
     * The number of event loops: one for each CPU that the generator is pinned to, or that it has for itself. Where targets or
     * dependencies share the machine, half of its CPUs are left to them. More event loops than connections have nothing to do.
     */
    static Decided<Integer> eventLoops(Placement placement, BooleanSupplier isAlone, int connections) {
        var pinned = placement.of(Role.GENERATOR).map(CpuSet::count);
        if (pinned.isPresent()) {
            return loops(pinned.get(), "all CPUs of the generator", connections);
        }
        return isAlone.getAsBoolean()
                ? loops(placement.cores(), "all CPUs, because the target is on another machine", connections)
                : loops(half(placement.cores()), "half of the CPUs, because the target shares them", connections);
    }

    private static Decided<Integer> loops(int cpus, String why, int connections) {
        int loops = Math.clamp(connections, 1, cpus);
        return new Decided<>(loops, loopsInWords(loops) + " for " + (loops < cpus ? "as many connections" : why));
    }

    private static String loopsInWords(int loops) {
        return loops == 1 ? "1 event loop" : loops + " event loops";
    }

    private static int half(int cores) {
        return Math.max(1, cores / 2);
    }

    /** What to note of so many event loops on these CPUs; empty if each can have one of its own. */
    Optional<String> note(Placement placement) {
        int cpus = placement.count(Role.GENERATOR);
        return eventLoops
                .filter(loops -> loops > cpus)
                .map(loops -> loopsInWords(loops) + " on " + cpus + (cpus == 1 ? " CPU" : " CPUs")
                        + " take turns, so responses may be read late; " + OPTION + " " + cpus
                        + " has one for each CPU");
    }

    private SenderName sender(Scenario scenario) {
        var more = request(scenario).transferKeys();
        if (more.isEmpty()) {
            return sender.orElse(SenderName.NETTY);
        }
        if (sender.isPresent() && sender.get() == SenderName.NETTY) {
            throw Failure.usage(
                    "--sender netty cannot do what the scenario asks for: " + String.join(", ", more),
                    "it sends requests straight to the target",
                    "leave --sender out, or use --sender vertx");
        }
        return SenderName.VERTX;
    }

    private static Transport checked(Transport asked) {
        if (asked.isAvailable()) {
            return asked;
        }
        throw Failure.environment(
                "--transport " + asked + " does not work here",
                asked.whyNot(),
                "leave --transport out, or use --transport " + Transport.best());
    }
}
