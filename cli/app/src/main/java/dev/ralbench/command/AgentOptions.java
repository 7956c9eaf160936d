package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.fleet.Build;
import dev.ralbench.fleet.Endpoint;
import dev.ralbench.fleet.FleetGenerators;
import dev.ralbench.fleet.FleetKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The generators on other machines that send the load. */
final class AgentOptions {
    private static final String AGENTS = "--agents";
    private static final String FLEET_KEY = "--fleet-key";

    @Option(
            names = AGENTS,
            paramLabel = "HOST:PORT",
            split = ",",
            description = "Have these agents send the load, each its part: ralbench agent on other machines, by the"
                    + " addresses that they listen on.")
    private List<String> agents = List.of();

    @Option(
            names = FLEET_KEY,
            paramLabel = "FILE",
            description = "This machine's key to the agents: main.key of ralbench agent --new-fleet.")
    private Optional<Path> key = Optional.empty();

    /**
     * Refuses options that do not fit each other.
     *
     * @throws Failure of usage
     */
    void check() {
        if (agents.isEmpty()) {
            if (key.isPresent()) {
                throw Failure.usage(FLEET_KEY + " belongs to " + AGENTS, "", "add " + AGENTS + " HOST:PORT");
            }
            return;
        }
        var endpoints = endpoints();
        if (endpoints.stream().distinct().count() < endpoints.size()) {
            throw Failure.usage(AGENTS + ": an agent is named twice", "", "name each once");
        }
    }

    private List<Endpoint> endpoints() {
        return agents.stream().map(text -> Endpoint.parse(AGENTS, text)).toList();
    }

    /**
     * Joins the agents.
     *
     * @return empty if this process sends the load
     * @throws Failure if one cannot be joined
     */
    Optional<FleetGenerators> join(Clock clock) {
        if (agents.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new FleetGenerators(
                    endpoints(),
                    key.map(file -> FleetKey.read(file, clock)),
                    new Build(Version.tool(), BuildHash.ofThisProgram()),
                    clock));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.environment("stopped while agents were joined", "", "start the run again");
        }
    }
}
