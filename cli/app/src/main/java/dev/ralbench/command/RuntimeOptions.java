package dev.ralbench.command;

import dev.ralbench.session.RunRequest;
import dev.ralbench.session.RuntimeMode;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options for the runtime, and for the source of servers. */
final class RuntimeOptions {
    @Option(
            names = "--runtime",
            paramLabel = "MODE",
            description = "Start targets and servers in containers or as processes: ${COMPLETION-CANDIDATES} (default:"
                    + " auto, which is containers if the scenario needs servers and a Docker engine has their images).")
    private Optional<RuntimeMode> mode = Optional.empty();

    private final ServerOptions servers = new ServerOptions();

    /** The options of the kinds of dependencies. */
    @Spec
    void addServerOptions(CommandSpec spec) {
        servers.addTo(spec);
    }

    RunRequest addTo(RunRequest request) {
        return servers.addTo(mode.map(request::runtime).orElse(request));
    }
}
