package dev.ralbench.command;

import dev.ralbench.session.RunRequest;
import dev.ralbench.session.SenderName;
import dev.ralbench.session.TransportName;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for what sends the load. */
final class SenderOptions {
    @Option(
            names = "--transport",
            paramLabel = "NAME",
            description = "How event loops talk to the kernel: ${COMPLETION-CANDIDATES} (default: epoll for requests"
                    + " at a rate and for few users, else the first of them that works here).")
    private Optional<TransportName> transport = Optional.empty();

    @Option(
            names = "--event-loops",
            paramLabel = "NUMBER",
            description =
                    "How many threads send (default: one per CPU of the generator if it has CPUs of its own or the"
                            + " target is on another machine, else one for every second CPU).")
    private Optional<Integer> eventLoops = Optional.empty();

    @Option(
            names = "--sender",
            paramLabel = "NAME",
            description =
                    "What sends the load: ${COMPLETION-CANDIDATES} (default: netty, the cheaper one, unless the scenario"
                            + " asks for redirects or a proxy).")
    private Optional<SenderName> sender = Optional.empty();

    @Option(
            names = "--calibrate",
            description = "Measure what the load generator can send at most, which takes seconds. Without it, ralbench"
                    + " measures it once for each load and machine, and keeps it in its cache.")
    private boolean calibrates;

    RunRequest addTo(RunRequest request) {
        var chosen = transport.map(request::transport).orElse(request);
        var counted = eventLoops.map(chosen::eventLoops).orElse(chosen);
        var sent = sender.map(counted::sender).orElse(counted);
        return calibrates ? sent.calibrate() : sent;
    }
}
