package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.fleet.AgentAddress;
import dev.ralbench.fleet.Build;
import dev.ralbench.fleet.Endpoint;
import dev.ralbench.fleet.FleetGenerators;
import dev.ralbench.fleet.FleetKey;
import dev.ralbench.fleet.FleetTargets;
import dev.ralbench.fleet.SshHost;
import dev.ralbench.session.RunRequest;
import dev.ralbench.yaml.DurationSyntax;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The agents on other machines that send the load, or have the targets. */
final class AgentOptions {
    private static final String AGENTS = "--agents";
    private static final String TARGET_AGENT = "--target-agent";
    private static final String FLEET_KEY = "--fleet-key";
    private static final String AGENT_COMMAND = "--agent-command";
    private static final String WAIT_FOR_AGENTS = "--wait-for-agents";
    private static final String DEFAULT_COMMAND = "ralbench";

    @Option(
            names = AGENTS,
            paramLabel = "HOST:PORT|ssh:HOST",
            split = ",",
            description = "Have these agents send the load, each its part: ralbench agent on other machines, by the"
                    + " addresses that they listen on, or ssh:[USER@]HOST[:PORT] to start one there by ssh.")
    private List<String> agents = List.of();

    @Option(
            names = TARGET_AGENT,
            paramLabel = "HOST:PORT",
            description = "Have this agent start the targets with their dependencies on its machine, and look into them"
                    + " there; with --pid, into a process of that machine.")
    private Optional<String> targetAgent = Optional.empty();

    @Option(
            names = FLEET_KEY,
            paramLabel = "FILE",
            description = "This machine's key to the agents: main.key of ralbench agent --new-fleet.")
    private Optional<Path> key = Optional.empty();

    @Option(
            names = AGENT_COMMAND,
            paramLabel = "COMMAND",
            description = "How ralbench is called where ssh starts agents, for the shell there (default: "
                    + DEFAULT_COMMAND + ").")
    private Optional<String> agentCommand = Optional.empty();

    @Option(
            names = WAIT_FOR_AGENTS,
            paramLabel = "DURATION",
            description = "How long to wait for agents that do not listen yet, such as 5m (default: 0s).")
    private Optional<String> patience = Optional.empty();

    /** The request, for targets on the machine of an agent if there is one for them. */
    RunRequest addTo(RunRequest request) {
        return targetAgent.isPresent() ? request.targetsElsewhere() : request;
    }

    /**
     * Refuses options that do not fit each other.
     *
     * @throws Failure of usage
     */
    void check() {
        var addresses = addresses();
        targetEndpoint().filter(addresses::contains).ifPresent(endpoint -> {
            throw Failure.usage(
                    AGENTS + " and " + TARGET_AGENT + " name the same agent, " + endpoint,
                    "an agent does one of both: the load is to come from other CPUs than the target's",
                    "start a second agent there, or leave it out of " + AGENTS);
        });
        if (agents.isEmpty()) {
            if (key.isPresent() && targetAgent.isEmpty()) {
                throw Failure.usage(
                        FLEET_KEY + " belongs to " + AGENTS + " or " + TARGET_AGENT,
                        "",
                        "add " + AGENTS + " HOST:PORT");
            }
            if (patience.isPresent()) {
                throw Failure.usage(WAIT_FOR_AGENTS + " belongs to " + AGENTS, "", "add " + AGENTS + " HOST:PORT");
            }
            if (agentCommand.isPresent()) {
                throw Failure.usage(AGENT_COMMAND + " belongs to " + AGENTS, "", "add " + AGENTS + " ssh:HOST");
            }
            return;
        }
        patience();
        if (addresses.stream().distinct().count() < addresses.size()) {
            throw Failure.usage(AGENTS + ": an agent is named twice", "", "name each once");
        }
        checkSsh(addresses);
    }

    private void checkSsh(List<AgentAddress> addresses) {
        if (key.isPresent() && targetAgent.isEmpty() && addresses.stream().allMatch(SshHost.class::isInstance)) {
            throw Failure.usage(
                    FLEET_KEY + " is for agents that listen",
                    "ssh protects the connections to those that it starts",
                    "leave it out");
        }
        if (agentCommand.isPresent() && addresses.stream().noneMatch(SshHost.class::isInstance)) {
            throw Failure.usage(
                    AGENT_COMMAND + " is for agents that ssh starts", "no agent is one", "name one by ssh:HOST");
        }
        if (agentCommand.filter(String::isBlank).isPresent()) {
            throw Failure.usage(AGENT_COMMAND + " is empty", "", "say how ralbench is called there");
        }
    }

    private Duration patience() {
        return patience.map(text -> DurationSyntax.ofOption(WAIT_FOR_AGENTS, text))
                .orElse(Duration.ZERO);
    }

    private List<AgentAddress> addresses() {
        var command = agentCommand.orElse(DEFAULT_COMMAND);
        return agents.stream()
                .map(text -> AgentAddress.parse(AGENTS, text, command))
                .toList();
    }

    private Optional<Endpoint> targetEndpoint() {
        return targetAgent.map(text -> Endpoint.parse(TARGET_AGENT, text));
    }

    /**
     * Joins the agent that has the targets.
     *
     * @return empty if this process starts them, and looks into them
     * @throws Failure if it cannot be joined
     */
    Optional<FleetTargets> joinTargets(Clock clock) {
        try {
            return targetEndpoint().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new FleetTargets(targetEndpoint().get(), key(clock), build(), clock));
        } catch (InterruptedException e) {
            throw stopped();
        }
    }

    private Optional<FleetKey> key(Clock clock) {
        return key.map(file -> FleetKey.read(file, clock).requireMain(FLEET_KEY + " " + file));
    }

    private static Build build() {
        return new Build(Version.tool(), BuildHash.ofThisProgram());
    }

    private static Failure stopped() {
        Thread.currentThread().interrupt();
        return Failure.environment("stopped while agents were joined", "", "start the run again");
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
            return Optional.of(new FleetGenerators(addresses(), key(clock), build(), patience(), clock));
        } catch (InterruptedException e) {
            throw stopped();
        }
    }
}
