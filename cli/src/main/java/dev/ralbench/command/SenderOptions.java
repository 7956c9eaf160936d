package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.net.NettySenderFactory;
import dev.ralbench.load.net.Transport;
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

    /** @throws Failure where what is asked for does not work here */
    SenderFactory factory(Clock clock) {
        return NettySenderFactory.forThisMachine(
                transport.map(SenderOptions::checked).orElseGet(Transport::best),
                Runtime.getRuntime().availableProcessors(),
                clock);
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
