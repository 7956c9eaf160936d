package dev.ralbench.service;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import dev.ralbench.http.ControlClient;
import dev.ralbench.http.Route;
import dev.ralbench.http.TlsLook;
import dev.ralbench.process.PortOwner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import dev.ralbench.process.ProcessStat;
import dev.ralbench.process.StatusRequest;
import dev.ralbench.process.StatusResult;
import dev.ralbench.secret.Secrets;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsSettings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * A service that ran already: it is used, and left running.
 *
 * @param answered the address that answered, the proxy's if there is one, and how those before it did
 */
record ExistingTarget(URI baseUrl, String shownUrl, Answered answered, OptionalLong pid, Optional<TlsSettings> tls)
        implements RunningTarget {
    /** How a reason begins if something did answer. */
    private static final String NOT_HTTP = "not HTTP";

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration CONNECT_LIMIT = PATIENCE.dividedBy(2);

    /** A refusal comes at once; a service that hangs may not hold up who asks. */
    private static final int REFUSAL_MILLIS = 200;

    /**
     * One of the addresses that a name stands for.
     *
     * @param port of the service, or of its proxy
     * @param silent those that were tried before it, and why they were of no use
     */
    record Answered(InetAddress address, int port, List<Silent> silent) {
        Answered {
            silent = List.copyOf(silent);
        }
    }

    /** An address without an answer. */
    record Silent(InetAddress address, StatusResult.None result) {
        @Override
        public String toString() {
            return Route.text(address) + " (" + result.reason() + ")";
        }
    }

    /** Finds the addresses of a URL's host. */
    interface Lookup {
        List<InetAddress> of(URI url) throws UnknownHostException;
    }

    /** Checks that something answers there, with any status, and that the process exists. */
    static ExistingTarget reach(TargetDefinition.Running target, Secrets secrets, ControlClient client, Clock clock) {
        return reach(target, secrets, client, clock, HttpUrl::addresses);
    }

    static ExistingTarget reach(
            TargetDefinition.Running target, Secrets secrets, ControlClient client, Clock clock, Lookup lookup) {
        var url = target.url().filled(secrets);
        var proxy = target.proxy().map(way -> way.filled(secrets));
        var route = new Route(url, proxy, target.tls().map(TlsClient::of));
        var silent = new ArrayList<Silent>();
        try {
            var address = answering(client, route, clock, lookup.of(route.connectsTo()), silent);
            if (address.isEmpty()) {
                requirePlain(target, client, route, silent);
                requireHttp(target, secrets, silent);
                var telling = telling(route, silent);
                throw noAnswer(
                        target,
                        secrets,
                        silent,
                        reasons(route, telling),
                        telling.getLast().result().remedy());
            }
            target.pid().ifPresent(pid -> {
                requireProcess(target, pid);
                requireListener(url, pid);
            });
            var answered = new Answered(address.get(), HttpUrl.port(route.connectsTo()), silent);
            return new ExistingTarget(url, target.url().text(), answered, target.pid(), target.tls());
        } catch (UnknownHostException e) {
            throw noAnswer(target, secrets, silent, String.valueOf(e.getMessage()), Optional.empty())
                    .causedBy(e);
        }
    }

    /** Servers that expect https say nothing of it to those who speak http: they close, or send what is no HTTP. */
    private static void requirePlain(
            TargetDefinition.Running target, ControlClient client, Route route, List<Silent> silent) {
        boolean mayBeTls = target.tls().isEmpty()
                && route.proxy().isEmpty()
                && silent.stream().anyMatch(each -> each.result().wasConnected());
        if (mayBeTls && speaksTls(client, route)) {
            throw Failure.environment(
                    "what answers at " + target.url() + " speaks https, not http",
                    "it took a TLS handshake there",
                    "write https:// in the URL; for a certificate of your own add --ca FILE (in a scenario tls.ca)");
        }
    }

    private static boolean speaksTls(ControlClient client, Route route) {
        var url = URI.create("https://" + HttpUrl.host(route.service()) + ":" + HttpUrl.port(route.service()));
        try {
            var tls = Optional.of(TlsClient.of(TlsSettings.insecureOnly()));
            return TlsLook.at(client, new Route(url, Optional.empty(), tls)).isPresent();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Something that answers has been started already. */
    private static void requireHttp(TargetDefinition.Running target, Secrets secrets, List<Silent> silent) {
        silent.stream()
                .map(Silent::result)
                .filter(result -> result.reason().startsWith(NOT_HTTP))
                .findFirst()
                .ifPresent(result -> {
                    throw Failure.environment(
                            "what answers at " + target.url() + " does not answer as HTTP says",
                            secrets.masked(result.reason()),
                            result.remedy().orElse("correct the service, or the URL if another one is meant"));
                });
    }

    private static Failure noAnswer(
            TargetDefinition.Running target,
            Secrets secrets,
            List<Silent> silent,
            String why,
            Optional<String> remedy) {
        boolean isThere = silent.stream().anyMatch(each -> each.result().wasConnected());
        return Failure.environment(
                "no service answers at " + target.url()
                        + target.proxy().map(way -> " through the proxy " + way).orElse(""),
                secrets.masked(why),
                remedy.orElse(
                        isThere
                                ? "something listens there: see its log, give it time to start, or correct the URL if another"
                                        + " service is meant"
                                : target.proxy().isEmpty()
                                        ? "start the service first, or correct the URL"
                                        : "start the service and the proxy first, or correct the URL or request.proxy"));
    }

    /**
     * Of localhost the one address that tells most: users do not think of two, and where one of them takes connections
     * the other need not.
     */
    private static List<Silent> telling(Route route, List<Silent> silent) {
        return HttpUrl.host(route.connectsTo()).equalsIgnoreCase("localhost")
                ? List.of(silent.stream()
                        .filter(each -> !each.result().wasRefused())
                        .findFirst()
                        .orElse(silent.getFirst()))
                : silent;
    }

    private static String reasons(Route route, List<Silent> silent) {
        return silent.size() == 1
                ? silent.getFirst().result().reason()
                : HttpUrl.host(route.connectsTo()) + " is "
                        + silent.stream().map(Silent::toString).collect(Collectors.joining(" and "));
    }

    /**
     * The first address that answers: a name can stand for several, and the service need not listen on the first of them. A
     * proxy's own response is an answer, too: the load then shows its effect.
     *
     * @param silent gets the others
     */
    private static Optional<InetAddress> answering(
            ControlClient client, Route route, Clock clock, List<InetAddress> addresses, List<Silent> silent) {
        long deadline = clock.nanoTime() + PATIENCE.toNanos();
        for (var each : addresses) {
            try (var request = new StatusRequest(client, route.at(each), "/", CONNECT_LIMIT)) {
                var response = request.ask(() ->
                        clock.nanoTime() < deadline && !Thread.currentThread().isInterrupted());
                if (!(response instanceof StatusResult.None none)) {
                    return Optional.of(each);
                }
                silent.add(new Silent(each, none));
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<InetAddress> address(boolean isByProxy) {
        return Optional.of(answered.address());
    }

    /** What the user should know of its addresses: the load goes to another one than other programs may take. */
    Optional<String> note() {
        return answered.silent().isEmpty()
                ? Optional.empty()
                : Optional.of(shownUrl + " is loaded at " + Route.text(answered.address()) + "; no answer at "
                        + answered.silent().stream().map(Silent::toString).collect(Collectors.joining(" and ")));
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
        if (new PortOwner(proc).listens(family, HttpUrl.port(url)) == PortOwner.ListenState.NO) {
            throw Failure.usage(
                    "pid: process " + pid + " does not listen on port " + HttpUrl.port(url),
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

    /** A proxy that takes connections does not mean that the service does; one that does not is as bad. */
    @Override
    public boolean refusesConnections() {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(answered.address(), answered.port()), REFUSAL_MILLIS);
            return false;
        } catch (ConnectException e) {
            return true;
        } catch (IOException e) {
            return false; // slow, or out of reach: nothing is known of the service
        }
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
