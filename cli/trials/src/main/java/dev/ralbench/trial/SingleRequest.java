package dev.ralbench.trial;

import dev.ralbench.Printable;
import dev.ralbench.http.ControlSession;
import dev.ralbench.http.NoReply;
import dev.ralbench.http.Redirects;
import dev.ralbench.http.Redirects.ChainedRequest;
import dev.ralbench.http.Reply;
import dev.ralbench.http.Route;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.load.Workload;
import dev.ralbench.result.Work;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsSettings;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * A request of a scenario sent once, its whole response read: not for measuring, but to look at the response. It follows
 * redirects exactly as the load does.
 */
final class SingleRequest implements AutoCloseable {
    private static final int SHOWN = 200;

    private final SingleRequests requests;
    private final RunningTarget target;
    private final RequestTemplate template;
    private final Workload workload;
    private final Duration patience;
    private final Map<String, ControlSession> byOrigin = new ConcurrentHashMap<>();

    /**
     * The first request of a workload, which gets the values that users would carry on.
     *
     * @param template with the values of a user
     */
    SingleRequest(
            SingleRequests requests,
            RunningTarget target,
            RequestTemplate template,
            Workload workload,
            Duration patience) {
        this.requests = requests;
        this.target = target;
        this.template = template;
        this.workload = workload;
        this.patience = patience;
    }

    /**
     * A whole response.
     *
     * @param flaw its flaw, in the words of a load's failures; empty without one
     * @param text its body; empty if that is compressed
     * @param location where it leads to, if it is a redirect that is not followed
     */
    record WholeResponse(Work work, String flaw, String text, Optional<String> location) {
        /**
         * The beginning of the body, in one line.
         *
         * @param masks puts placeholders in place of secrets, before the cut could leave a part of one
         */
        String beginning(UnaryOperator<String> masks) {
            var masked = masks.apply(text);
            var shown = masked.substring(0, Math.min(masked.length(), SHOWN));
            return Printable.line(shown.replaceAll("\\s+", " ").strip()) + (masked.length() > SHOWN ? " ..." : "");
        }
    }

    /**
     * Empty if the response was late, or too large to check.
     *
     * @throws IllegalArgumentException when the client cannot send it
     * @throws NoReply if the server refused the connection, or closed it before the response was whole
     */
    Optional<WholeResponse> send() throws InterruptedException, NoReply {
        var response = ask(Redirects.first(target.baseUrl(), template));
        try {
            return Optional.of(read(response.get(patience.toNanos(), TimeUnit.NANOSECONDS)));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NoReply none && none.isOfServer()) {
                throw none;
            }
            return Optional.empty();
        } catch (TimeoutException e) {
            return Optional.empty();
        }
    }

    /** The last response of a chain of redirects, and the request that it answers. */
    private record LastReply(ChainedRequest step, Reply reply) {}

    private CompletableFuture<LastReply> ask(ChainedRequest step) {
        var route = route(step.url());
        var headers = Redirects.headers(step, template, target.baseUrl(), route.isForwarded());
        var body = template.body().filter(text -> step.withBody()).map(TextTemplate::bytes);
        return byOrigin.computeIfAbsent(
                        route.service().toString(), origin -> requests.client().open(route, patience))
                .send(step.method(), step.path(), headers, body)
                .thenCompose(reply -> next(step, reply)
                        .map(this::ask)
                        .orElseGet(() -> CompletableFuture.completedFuture(new LastReply(step, reply))));
    }

    private Optional<ChainedRequest> next(ChainedRequest step, Reply reply) {
        return template.transfer().followRedirects()
                ? Redirects.next(step, reply.status(), reply.header("location").orElse(null))
                : Optional.empty();
    }

    private Route route(URI url) {
        boolean atHome = Redirects.sameOrigin(url, target.baseUrl());
        var settings = atHome ? target.tls() : target.tls().map(TlsSettings::ofOtherHosts);
        var origin = URI.create(url.getScheme() + "://" + url.getRawAuthority());
        var proxy = template.transfer().proxy();
        // A proxy's address is the same wherever a redirect leads.
        var address = atHome || proxy.isPresent() ? target.address(proxy.isPresent()) : Optional.<InetAddress>empty();
        return new Route(
                origin,
                address,
                proxy,
                settings.map(TlsClient::of),
                template.transfer().http2());
    }

    private WholeResponse read(LastReply last) {
        var reply = last.reply();
        var body = reply.body();
        var encoding = reply.header("content-encoding").orElse("");
        var flaw = requests.check().flaw(template.expect(), reply.status(), reply::headers, body);
        requests.check()
                .values(workload.firstStep(), reply.status(), reply::headers, body)
                .forEach(workload.carried());
        return new WholeResponse(
                Work.of(reply.status(), reply.header("content-type"), body),
                flaw.isEmpty() ? flaw : flaw + Redirects.limitNote(last.step(), reply.status()),
                encoding.isEmpty() ? new String(body, StandardCharsets.UTF_8) : "",
                reply.header("location")
                        .filter(place -> reply.status() / 100 == 3)
                        .map(Printable::line));
    }

    /** Closes at once: a response that is still to come is of no use any more. */
    @Override
    public void close() {
        byOrigin.values().forEach(ControlSession::close);
    }
}
