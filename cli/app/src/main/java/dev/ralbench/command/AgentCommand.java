package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.fleet.Agent;
import dev.ralbench.fleet.AgentFacts;
import dev.ralbench.fleet.AgentLoad;
import dev.ralbench.fleet.AgentTargets;
import dev.ralbench.fleet.AllowedTargets;
import dev.ralbench.fleet.Build;
import dev.ralbench.fleet.Endpoint;
import dev.ralbench.fleet.FleetKey;
import dev.ralbench.fleet.TargetRules;
import dev.ralbench.process.KernelFiles;
import dev.ralbench.process.ProcFs;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.session.Session;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Generates load, or has the targets, for a ralbench on another machine; makes the keys by which the two know each other. */
@Command(
        name = AgentCommand.NAME,
        description =
                "Waits for the ralbench on another machine that leads a run, and ends with the run. Generates its part of"
                        + " the load (run --agents), or starts targets and looks into them (run --target-agent). With"
                        + " --new-fleet, makes the keys for that and ends.",
        footer = {
            "",
            "Example: ralbench agent --new-fleet keys --agents 2",
            "         ralbench agent --listen load-1.test:7800 --fleet-key agent-1.key --allow shop.test:443"
        })
final class AgentCommand implements Callable<Integer> {
    static final String NAME = "agent";

    private static final String LISTEN = "--listen";
    private static final String FLEET_KEY = "--fleet-key";
    private static final String STDIO = "--stdio";
    private static final String NEW_FLEET = "--new-fleet";
    private static final String AGENTS = "--agents";
    private static final String DAYS = "--days";
    private static final String ALLOW = "--allow";
    /** What sshd puts into the environment: the address and port of the client, then its own. */
    private static final String SSH_CONNECTION = "SSH_CONNECTION";

    private static final int DEFAULT_DAYS = 7;
    private static final int MOST_DAYS = 365;
    private static final int MOST_AGENTS = 1000;

    private final Console console;
    private final Session session;
    private final ScenarioCatalog scenarios;
    private final Clock clock;

    @Option(
            names = LISTEN,
            paramLabel = "HOST:PORT",
            description = "The address that main connects to. Without --fleet-key it has to be a loopback address.")
    private Optional<String> listen = Optional.empty();

    @Option(
            names = FLEET_KEY,
            paramLabel = "FILE",
            description =
                    "This machine's key, one of those that --new-fleet made. Main needs main.key of the same fleet.")
    private Optional<Path> key = Optional.empty();

    @Option(
            names = STDIO,
            description = "Serves the main at standard input and output, and ends with it: what run --agents ssh:HOST"
                    + " starts on the other machine.")
    private boolean isOverPipes;

    @Option(
            names = ALLOW,
            paramLabel = "HOST:PORT",
            description = "A target that may be loaded, by the host in its URL; any if none is named. Can be repeated;"
                    + " *.shop.test:443 and 10.0.0.7:* are possible.")
    private List<String> allowed = new ArrayList<>();

    @Option(
            names = TargetRules.COMMANDS,
            description =
                    "For run --target-agent: start the targets and dependencies that a scenario defines, by command,"
                            + " image, jar, flags or data, not only those that come with ralbench. Main then runs programs here"
                            + " as you. Needs --fleet-key.")
    private boolean allowsCommands;

    @Option(
            names = NEW_FLEET,
            paramLabel = "DIRECTORY",
            description = "Makes the keys of a new fleet there: main.key, agent-1.key and so on, one for each machine.")
    private Optional<Path> newFleet = Optional.empty();

    @Option(
            names = AGENTS,
            paramLabel = "NUMBER",
            description = "With --new-fleet: how many agents get a key, 1 to " + MOST_AGENTS + ".")
    private Optional<Integer> agents = Optional.empty();

    @Option(
            names = DAYS,
            paramLabel = "NUMBER",
            description = "With --new-fleet: how long the keys are valid, 1 to " + MOST_DAYS + " days; " + DEFAULT_DAYS
                    + " unless given.")
    private Optional<Integer> days = Optional.empty();

    AgentCommand(Console console, Session session, ScenarioCatalog scenarios, Clock clock) {
        this.console = console;
        this.session = session;
        this.scenarios = scenarios;
        this.clock = clock;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (newFleet.isPresent()) {
            if (listen.isPresent() || isOverPipes || key.isPresent() || !allowed.isEmpty() || allowsCommands) {
                throw Failure.usage(
                        NEW_FLEET + " makes keys and does not listen",
                        "",
                        "give it with " + AGENTS + " and " + DAYS + " alone, then start agents with " + LISTEN);
            }
            makeKeys(newFleet.get());
            return ExitCode.OK.code();
        }
        if (agents.isPresent() || days.isPresent()) {
            throw Failure.usage(
                    (agents.isPresent() ? AGENTS : DAYS) + " belongs to " + NEW_FLEET,
                    "",
                    "add " + NEW_FLEET + " DIRECTORY");
        }
        if (isOverPipes) {
            checkOverPipes();
            return serveOverPipes(AllowedTargets.parse(ALLOW, allowed));
        }
        var address = listen.orElseThrow(() -> Failure.usage(
                "agent: " + LISTEN + " is missing",
                "",
                "give an address, such as " + LISTEN + " 127.0.0.1:7800, or make keys by " + NEW_FLEET + " DIRECTORY"));
        if (allowsCommands && key.isEmpty()) {
            throw Failure.usage(
                    TargetRules.COMMANDS + " needs --fleet-key",
                    "without a key, each user of this machine could run programs as you",
                    "make keys by " + NEW_FLEET + " DIRECTORY, or leave it out");
        }
        return serve(Endpoint.parse(LISTEN, address), AllowedTargets.parse(ALLOW, allowed));
    }

    private void checkOverPipes() {
        if (listen.isPresent() || key.isPresent()) {
            throw Failure.usage(
                    STDIO + " does not go with " + (listen.isPresent() ? LISTEN : FLEET_KEY),
                    "the main is at standard input, and ssh protects the connection",
                    "leave one of them out");
        }
    }

    private void makeKeys(Path directory) {
        int count = agents.orElseThrow(() -> Failure.usage(
                NEW_FLEET + ": " + AGENTS + " is missing",
                "",
                "say how many agents get a key, such as " + AGENTS + " 2"));
        int valid = days.orElse(DEFAULT_DAYS);
        checkRange(AGENTS, count, MOST_AGENTS);
        checkRange(DAYS, valid, MOST_DAYS);
        var files = FleetKey.create(directory, count, Duration.ofDays(valid), clock);
        files.forEach(file -> console.say(file.toString()));
        console.tell("valid until " + FleetKey.read(files.getFirst(), clock).validUntil()
                + "; copy each to its own machine, and to no other");
    }

    private static void checkRange(String option, int number, int most) {
        if (number < 1 || number > most) {
            throw Failure.usage(option + ": must be between 1 and " + most + ", got " + number, "", "correct it");
        }
    }

    private int serve(Endpoint endpoint, AllowedTargets targets) throws InterruptedException {
        var fleetKey = key.map(file -> FleetKey.read(file, clock).requireAgent(FLEET_KEY + " " + file));
        var facts = facts();
        try (var agent = Agent.listen(
                        endpoint,
                        fleetKey,
                        facts,
                        main -> new AgentLoad(session, main, targets),
                        () -> targets(targets),
                        console::tell,
                        clock);
                var signals = new Signals()) {
            signals.onSignal(agent::close);
            console.tell("agent listens on " + new Endpoint(endpoint.host(), agent.port()) + ", "
                    + fleetKey.map(own -> "as " + own.name() + " until " + own.validUntil())
                            .orElse("without a key")
                    + ", for " + targets);
            agent.await();
            return signals.received().orElse(ExitCode.OK).code();
        }
    }

    private AgentTargets targets(AllowedTargets reached) {
        return new AgentTargets(session, new TargetRules(reached, allowsCommands, scenarios), console::tell);
    }

    private int serveOverPipes(AllowedTargets targets) throws InterruptedException {
        // Only frames go to standard output.
        var out = new FileOutputStream(FileDescriptor.out);
        System.setOut(console.err());
        var main = console.environment().getOrDefault(SSH_CONNECTION, "").split(" ", 2)[0];
        try (var agent = Agent.overPipes(
                        new FileInputStream(FileDescriptor.in),
                        out,
                        main,
                        facts(),
                        link -> new AgentLoad(session, link, targets),
                        () -> targets(targets),
                        console::tell,
                        clock);
                var signals = new Signals()) {
            signals.onSignal(agent::close);
            agent.await();
            return signals.received().orElse(ExitCode.OK).code();
        }
    }

    private static AgentFacts facts() {
        return new AgentFacts(
                new Build(Version.tool(), BuildHash.ofThisProgram()),
                new KernelFiles(Path.of("/")).text("proc/sys/kernel/hostname").orElse(""),
                Runtime.version().toString(),
                Runtime.getRuntime().availableProcessors(),
                ProcFs.ofThisMachine().localPorts().map(ProcFs.Ports::count).orElse(0));
    }
}
