package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.net.NettySenderFactory;
import dev.ralbench.load.net.Transport;
import dev.ralbench.placement.Placement;
import dev.ralbench.placement.Role;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What sends the load. */
final class SenderOptions {
    @Option(
            names = "--transport",
            paramLabel = "NAME",
            description = "How event loops talk to the kernel: ${COMPLETION-CANDIDATES} (default: the first of them"
                    + " that works here).")
    private Optional<Transport> transport = Optional.empty();

    /**
     * The senders on the processors that they are to have.
     *
     * @throws Failure where what is asked for does not work here
     */
    SenderFactory factory(Placement placement, Clock clock) {
        var chosen = transport.map(SenderOptions::checked).orElseGet(Transport::best);
        return placement
                .of(Role.GENERATOR)
                .map(own -> NettySenderFactory.onOwn(chosen, own.count(), clock))
                .orElseGet(() -> NettySenderFactory.forThisMachine(chosen, placement.cores(), clock));
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
