package dev.ralbench.service;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.http.ControlClient;
import dev.ralbench.http.Route;
import dev.ralbench.process.FreePort;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.PortOwner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import dev.ralbench.process.ProcessStat;
import dev.ralbench.process.Readiness;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.ReadyOutcome;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.ShellCommand;
import dev.ralbench.process.ShellWords;
import dev.ralbench.process.StartedService;
import dev.ralbench.process.StatusRequest;
import dev.ralbench.secret.Secrets;
import dev.ralbench.tls.TlsClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Starts targets, every one in the same way, and waits until they can be measured. */
public final class TargetLauncher {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(1);

    private final ServiceStarter starter;
    private final ControlClient client;
    private final Clock clock;
    private final Secrets secrets;
    private final Duration startTimeout;
    /** Variables of the environment of every target, unless its definition sets them. */
    private final Map<String, String> surroundings;

    private final String noun;
    private final Consumer<String> note;

    /**
     * Launches targets as the starter starts them.
     *
     * @param client asks whether they are ready
     * @param secrets that are filled in in variables and URLs of targets
     */
    public TargetLauncher(ServiceStarter starter, ControlClient client, Clock clock, Secrets secrets) {
        this(starter, client, clock, secrets, ReadyCondition.USUAL_LIMIT);
    }

    /** Launches dependencies in the same way. */
    public static TargetLauncher ofDependencies(
            ServiceStarter starter, ControlClient client, Clock clock, Secrets secrets) {
        return new TargetLauncher(
                starter, client, clock, secrets, ReadyCondition.USUAL_LIMIT, "dependency", text -> {}, Map.of());
    }

    /** @param startTimeout how long a target may take until it answers 2xx, unless its definition says so */
    public TargetLauncher(
            ServiceStarter starter, ControlClient client, Clock clock, Secrets secrets, Duration startTimeout) {
        this(starter, client, clock, secrets, startTimeout, "target", text -> {}, Map.of());
    }

    private TargetLauncher(
            ServiceStarter starter,
            ControlClient client,
            Clock clock,
            Secrets secrets,
            Duration startTimeout,
            String noun,
            Consumer<String> note,
            Map<String, String> surroundings) {
        this.surroundings = surroundings;
        this.noun = noun;
        this.note = note;
        this.starter = starter;
        this.client = client;
        this.clock = clock;
        this.secrets = secrets;
        this.startTimeout = startTimeout;
    }

    /**
     * This launcher, saying what a wait may be in vain for.
     *
     * @param told receives each line once
     */
    public TargetLauncher telling(Consumer<String> told) {
        var lines = ConcurrentHashMap.<String>newKeySet(); // of all variants and trials
        return new TargetLauncher(
                starter,
                client,
                clock,
                secrets,
                startTimeout,
                noun,
                line -> {
                    if (lines.add(line)) {
                        told.accept(line);
                    }
                },
                surroundings);
    }

    /**
     * This launcher, for targets that other machines load: those that come with ralbench listen on all addresses, and services
     * of Spring Boot, which read the same variable.
     */
    public TargetLauncher reachedFromElsewhere() {
        return new TargetLauncher(
                starter, client, clock, secrets, startTimeout, noun, note, Map.of("SERVER_ADDRESS", "0.0.0.0"));
    }

    /**
     * Starts the target, or makes sure that it runs, and waits until it can be measured.
     *
     * @param placeholders the values of the target's placeholders, next to {@code port} and {@code java}
     * @param logFile for the output of a service that is started; replaced if it exists
     * @throws Failure when it cannot be used; then nothing of it is left running
     * @throws InterruptedException when interrupted; then nothing of it is left running either
     */
    public RunningTarget start(TargetDefinition definition, Map<String, String> placeholders, Path logFile)
            throws InterruptedException {
        return switch (definition) {
            case TargetDefinition.Running running -> ExistingTarget.reach(running, secrets, client, clock);
            case TargetDefinition.Launched launched -> {
                deleteOld(logFile);
                yield launch(launched, placeholders, new LogFile(logFile, secrets::masked), true);
            }
        };
    }

    /**
     * Makes sure that a target that is to run already does, so that a wrong URL shows before minutes of preparation.
     *
     * @return what the user should know of its addresses; empty if that is nothing
     * @throws Failure if it does not answer, or is another process than the scenario says
     */
    public Optional<String> requireRunning(TargetDefinition.Running target) {
        return ExistingTarget.reach(target, secrets, client, clock).note();
    }

    private RunningTarget launch(
            TargetDefinition.Launched target, Map<String, String> placeholders, LogFile log, boolean mayRetry)
            throws InterruptedException {
        requireFreePort(target);
        int port = target.conditions().port().orElseGet(FreePort::next);
        var command = commandLine(target, port, placeholders);
        client.warmUp(); // else it would be a part of the first target's start-up time
        var service = starter.start(spec(target, command, port, placeholders, log));
        boolean ready = false;
        try {
            var limit = target.conditions().readyWithin().orElse(startTimeout);
            var outcome = awaitReady(target, port, service, limit);
            ready = outcome instanceof ReadyOutcome.Ready;
            return switch (outcome) {
                case ReadyOutcome.Ready readyNow -> {
                    if (mayRetry && target.conditions().port().isEmpty() && isOfAnOlderProcess(port, service)) {
                        service.close();
                        yield launch(target, placeholders, log, false);
                    }
                    var url = url(target, port);
                    var shown = target.program().image().isPresent()
                            ? service.commandLine()
                            : commandLine(target, port, ShownPlaceholders.of(placeholders));
                    yield new LaunchedTarget(
                            url,
                            target.conditions().tls(),
                            service,
                            shown,
                            readyNow.afterSeconds(),
                            target.countersPath().map(path -> new CountersPage(client, route(target, port), path)));
                }
                case ReadyOutcome.Died died -> {
                    service.close();
                    // Between choosing a port and its use another process may take it; the next one will be free.
                    if (mayRetry && !starter.isClosed() && log.saysAddressInUse()) {
                        yield launch(target, placeholders, log, false);
                    }
                    throw StartFailures.died(named(target), target, command, log, died.exitCode(), starter.isClosed());
                }
                case ReadyOutcome.NotInTime late ->
                    throw StartFailures.notInTime(named(target), target, log, limit, late.last());
            };
        } finally {
            if (!ready) {
                service.close();
            }
        }
    }

    /**
     * Whether a process that ran before the service has taken the port meanwhile, and answered in its place. A younger
     * one may be the service itself, started by a process manager.
     */
    private static boolean isOfAnOlderProcess(int port, StartedService service) {
        var proc = ProcFs.ofThisMachine();
        var own = new ProcessFamily(proc, service.pid())
                .members().stream().map(ProcessStat::pid).toList();
        var started = proc.stat(service.pid()).map(ProcessStat::startTicks);
        return !own.isEmpty()
                && new PortOwner(proc)
                        .otherOwner(own, port)
                        .flatMap(proc::stat)
                        .filter(other -> started.filter(ticks -> other.startTicks() < ticks)
                                .isPresent())
                        .isPresent();
    }

    private ReadyOutcome awaitReady(TargetDefinition.Launched target, int port, StartedService service, Duration limit)
            throws InterruptedException {
        return switch (target.ready()) {
            case ReadyCondition.Http http -> {
                try (var request = new StatusRequest(client, route(target, port), http.path(), CONNECT_LIMIT)) {
                    var check = telling(request, target, service, port, http.path(), limit);
                    yield new Readiness(clock, check, limit).await(service);
                }
            }
            case ReadyCondition.Tcp tcp -> {
                yield new Readiness(clock, telling(goOn -> notAccepting(port), target, service, port, "", limit), limit)
                        .await(service);
            }
            case ReadyCondition.LogLine line ->
                new Readiness(clock, goOn -> notPrinted(line.text(), service.log()), limit).await(service);
        };
    }

    /** Empty if the port accepts connections. */
    private static Optional<String> notAccepting(int port) {
        try (var socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                    Math.toIntExact(CONNECT_LIMIT.toMillis()));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("port " + port + ": " + e.getMessage());
        }
    }

    /** Empty if a line of the output holds the text. Reads all output again, while the service starts. */
    private static Optional<String> notPrinted(String text, LogFile log) {
        try (var reader = Files.newBufferedReader(log.path(), StandardCharsets.ISO_8859_1)) {
            var bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            return reader.lines().anyMatch(line -> line.contains(bytes))
                    ? Optional.empty()
                    : Optional.of("no line of its output has the text");
        } catch (IOException e) {
            return Optional.of("its output cannot be read: " + e.getMessage());
        }
    }

    private ReadyCheck telling(
            ReadyCheck check,
            TargetDefinition.Launched target,
            StartedService service,
            int port,
            String path,
            Duration limit) {
        return new WrongAnswers(
                check,
                clock,
                answer -> note.accept(WrongAnswers.inWords(named(target), path, answer, limit)),
                () -> otherPorts(service, port),
                ports -> note.accept(WrongAnswers.elsewhere(
                        named(target), ports, target.conditions().port())));
    }

    /** Where the service listens; empty if that is where it should, on whatever address. */
    private static SortedSet<Integer> otherPorts(StartedService service, int port) {
        var proc = ProcFs.ofThisMachine();
        var ports = new PortOwner(proc)
                .ports(new ProcessFamily(proc, service.pid())
                        .members().stream().map(ProcessStat::pid).toList());
        return ports.contains(port) ? Collections.emptySortedSet() : ports;
    }

    private static Route route(TargetDefinition.Launched target, int port) {
        return new Route(
                        url(target, port),
                        Optional.empty(),
                        target.conditions().tls().map(TlsClient::of))
                .at(InetAddress.getLoopbackAddress());
    }

    private String commandLine(TargetDefinition.Launched target, int port, Map<String, String> placeholders) {
        return target.commandLine(
                String.valueOf(port), starter.executable(target.program().kind()), placeholders, starter.temporary());
    }

    /** Certificates are for names: one for the address alone is rare. */
    private static URI url(TargetDefinition.Launched target, int port) {
        return URI.create((target.conditions().tls().isPresent() ? "https://localhost:" : "http://127.0.0.1:") + port);
    }

    /**
     * Makes sure that a target which has to listen on a certain port can.
     *
     * @throws Failure where another process has the port
     */
    public static void requireFreePort(TargetDefinition.Launched target) {
        if (target.conditions().port().isPresent()
                && !FreePort.isFree(target.conditions().port().getAsInt())) {
            var image = target.program().image().isPresent()
                    ? ", or leave port out if the image heeds PORT or SERVER_PORT"
                    : "";
            throw Failure.environment(
                    "target '" + target.title() + "' is to listen on port "
                            + target.conditions().port().getAsInt() + ", which is taken",
                    "another process of this machine listens there, or this user may not",
                    "end what has the port (ss -ltnp shows it), or choose another one" + image);
        }
    }

    private ServiceSpec spec(
            TargetDefinition.Launched target, String command, int port, Map<String, String> placeholders, LogFile log) {
        var shown = target.variables(
                String.valueOf(port), joined(ShownPlaceholders.of(placeholders), secrets.shownPlaceholders()));
        return spec(
                        target,
                        command,
                        joined(
                                surroundings,
                                target.variables(String.valueOf(port), joined(placeholders, secrets.placeholders()))),
                        log)
                .limitedTo(target.conditions().limits())
                .showing(joined(surroundings, shown));
    }

    private static Map<String, String> joined(Map<String, String> placeholders, Map<String, String> more) {
        var all = new HashMap<>(placeholders);
        all.putAll(more);
        return all;
    }

    private ServiceSpec spec(
            TargetDefinition.Launched target, String command, Map<String, String> variables, LogFile log) {
        if (target.program().image().isPresent()) {
            return ServiceSpec.ofImage(
                    named(target),
                    target.program().image().get(),
                    ShellWords.split(command),
                    variables,
                    target.directories(),
                    log);
        }
        return new ServiceSpec(
                named(target),
                target.program().kind(),
                new ShellCommand(command).arguments(target.conditions().directory()),
                variables,
                target.directories(),
                log);
    }

    private String named(TargetDefinition.Launched target) {
        return noun + " '" + target.title() + "'";
    }

    private static void deleteOld(Path logFile) {
        try {
            Files.deleteIfExists(logFile);
        } catch (IOException e) {
            throw Failure.environment(
                            "log file " + logFile + " cannot be replaced", String.valueOf(e.getMessage()), "remove it")
                    .causedBy(e);
        }
    }
}
