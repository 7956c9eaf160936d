package dev.ralbench.service;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.http.ControlClient;
import dev.ralbench.http.Route;
import dev.ralbench.process.PortOwner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import dev.ralbench.process.ProcessStat;
import dev.ralbench.process.StatusRequest;
import dev.ralbench.process.StatusResult;
import dev.ralbench.secret.Secrets;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsSettings;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A service that ran already: it is used, and left running. */
record ExistingTarget(URI baseUrl, String shownUrl, OptionalLong pid, Optional<TlsSettings> tls)
        implements RunningTarget {
    /** How a reason begins if something did answer. */
    private static final String NOT_HTTP = "not HTTP";

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration CONNECT_LIMIT = PATIENCE.dividedBy(2);

    /** Checks that something answers there, with any status, and that the process exists. */
    static ExistingTarget reach(TargetDefinition.Running target, Secrets secrets, ControlClient client, Clock clock) {
        var url = target.url().filled(secrets);
        var proxy = target.proxy().map(way -> way.filled(secrets));
        var route = new Route(url, proxy, target.tls().map(TlsClient::of));
        if (response(client, route, clock) instanceof StatusResult.None none) {
            if (none.reason().startsWith(NOT_HTTP)) {
                throw Failure.environment(
                        "what answers at " + target.url() + " does not answer as HTTP says",
                        secrets.masked(none.reason()),
                        none.remedy().orElse("correct the service, or the URL if another one is meant"));
            }
            throw Failure.environment(
                    "no service answers at " + target.url()
                            + target.proxy()
                                    .map(way -> " through the proxy " + way)
                                    .orElse(""),
                    secrets.masked(none.reason()),
                    none.remedy()
                            .orElse(
                                    target.proxy().isEmpty()
                                            ? "start the service first, or correct the URL"
                                            : "start the service and the proxy first, or correct the URL or request.proxy"));
        }
        target.pid().ifPresent(pid -> {
            requireProcess(target, pid);
            requireListener(url, pid);
        });
        return new ExistingTarget(url, target.url().text(), target.pid(), target.tls());
    }

    /**
     * A name can stand for several addresses, and the service need not listen on the first of them. A proxy's own
     * response is an answer, too: the load then shows its effect.
     */
    private static StatusResult response(ControlClient client, Route route, Clock clock) {
        long deadline = clock.nanoTime() + PATIENCE.toNanos();
        var host = route.connectsTo().getHost();
        StatusResult response = new StatusResult.None("no address");
        try {
            for (var each : InetAddress.getAllByName(host)) {
                try (var request = new StatusRequest(client, route.at(each), "/", CONNECT_LIMIT)) {
                    response = request.ask(() -> clock.nanoTime() < deadline
                            && !Thread.currentThread().isInterrupted());
                }
                if (!(response instanceof StatusResult.None)) {
                    return response;
                }
            }
            return response;
        } catch (UnknownHostException e) {
            return new StatusResult.None("unknown host " + host);
        }
    }

    private static void requireProcess(TargetDefinition.Running target, long pid) {
        if (ProcessHandle.of(pid).isEmpty()) {
            throw Failure.environment(
                    "pid: no process " + pid + " for target '" + target.title() + "'",
                    "it has ended, or belongs to another machine or container",
                    "correct the pid, or leave it out to do without the view from inside");
        }
    }

    /** A wrong process id would give figures that look right and mean nothing. */
    private static void requireListener(URI url, long pid) {
        var proc = ProcFs.ofThisMachine();
        var family = new ProcessFamily(proc, pid)
                .members().stream().map(ProcessStat::pid).toList();
        if (family.contains(ProcessHandle.current().pid())) {
            throw Failure.usage(
                    "pid: process " + pid + " is ralbench itself or a parent of it",
                    "its figures would be those of ralbench and whatever else runs under it",
                    "give the process id of the service");
        }
        if (new PortOwner(proc).listens(family, Route.port(url)) == PortOwner.ListenState.NO) {
            throw Failure.usage(
                    "pid: process " + pid + " does not listen on port " + Route.port(url),
                    "neither it nor any process under it has that socket",
                    "correct the pid (ss -ltnp shows who listens), or leave it out");
        }
    }

    @Override
    public OptionalDouble startupSeconds() {
        return OptionalDouble.empty();
    }

    @Override
    public Optional<String> commandLine() {
        return Optional.empty();
    }

    @Override
    public Optional<Path> log() {
        return Optional.empty();
    }

    @Override
    public Optional<CountersPage> counters() {
        return Optional.empty();
    }

    @Override
    public boolean isAlive() {
        return pid.isEmpty() || ProcessHandle.of(pid.getAsLong()).isPresent();
    }

    @Override
    public String logTail() {
        return "";
    }

    @Override
    public void close() {
        // Not ours to stop.
    }
}
