package dev.ralbench.session;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
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
import java.util.List;
import java.util.Optional;

/** The user's choice of what sends the load; empty for the best that works here. */
record SenderChoice(Optional<SenderName> sender, Optional<Transport> transport) {

    static SenderChoice none() {
        return new SenderChoice(Optional.empty(), Optional.empty());
    }

    /** The lean sender, if no scenario needs more. */
    SenderFactory factory(Placement placement, Clock clock) {
        return netty(chosenTransport(), eventLoops(placement), clock);
    }

    /** @throws Failure if the sender for the scenario does not work here, or does not support the scenario */
    void check(Scenario scenario) {
        transport.ifPresent(SenderChoice::checked);
        var unused = sender(request(scenario).transferKeys());
    }

    /**
     * The sender for a scenario, on the CPUs that it is to have.
     *
     * @throws Failure if the requested sender does not work here, or does not support the scenario
     */
    SenderFactory factory(Scenario scenario, Placement placement, Clock clock) {
        var request = request(scenario);
        var chosen = chosenTransport();
        int loops = eventLoops(placement);
        return switch (sender(request.transferKeys())) {
            case NETTY -> netty(chosen, loops, clock);
            case VERTX ->
                new VertxSenderFactory(chosen, loops, request.transfer().http2(), clock);
        };
    }

    private static SenderFactory netty(Transport transport, int loops, Clock clock) {
        return new NettySenderFactory(
                transport,
                loops,
                clock,
                ProcFs.ofThisMachine().localPorts().map(ports -> new PortRange(ports.first(), ports.last())));
    }

    private Transport chosenTransport() {
        return transport.map(SenderChoice::checked).orElseGet(Transport::best);
    }

    /** The variants' requests differ in the path only. */
    private static ScenarioRequest request(Scenario scenario) {
        return scenario.variants().getFirst().request();
    }

    /**
     * The number of event loops: one for each CPU that the generator is pinned to. Without CPU pinning, half of all
     * CPUs; the other half is left to the target, which usually shares the machine.
     */
    private static int eventLoops(Placement placement) {
        return placement.of(Role.GENERATOR).map(CpuSet::count).orElseGet(() -> Math.max(1, placement.cores() / 2));
    }

    /** @param more keys of the scenario that ask for more than the lean sender has */
    private SenderName sender(List<String> more) {
        if (more.isEmpty()) {
            return sender.orElse(SenderName.NETTY);
        }
        if (sender.isPresent() && sender.get() == SenderName.NETTY) {
            throw Failure.usage(
                    "--sender netty cannot do what the scenario asks for: " + String.join(", ", more),
                    "it sends HTTP/1.1 straight to the target",
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
