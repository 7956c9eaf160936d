package dev.ralbench.trial;

import dev.ralbench.load.AnswerCheck;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.result.Work;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.tls.TlsClient;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A request of a scenario sent once, its whole answer read: not for measuring, but for looking at what is answered. */
final class SingleRequest implements AutoCloseable {
    /** Without it the client refuses to send a header of that name, which a scenario may have. */
    private static final String ALLOWED = "jdk.httpclient.allowRestrictedHeaders";

    /** The client follows four by itself, a load ten. */
    private static final String MOST_REDIRECTS = "jdk.httpclient.redirects.retrylimit";

    private static final int MOST_BYTES = 16 << 20;

    private final HttpClient client;
    private final HttpRequest request;
    private final Duration patience;
    private final RequestTemplate.Expectation expect;
    private final AnswerCheck check;

    /** @throws IllegalArgumentException when the client cannot send it */
    SingleRequest(RunningTarget target, RequestTemplate template, Duration patience, AnswerCheck check) {
        System.setProperty(ALLOWED, "host,expect,upgrade");
        System.setProperty(MOST_REDIRECTS, "11"); // the first that is not followed counts, too
        this.patience = patience;
        this.expect = template.expect();
        this.check = check;
        this.request = request(target.baseUrl(), template);
        this.client = client(target, template.transfer(), patience);
    }

    private static HttpClient client(RunningTarget target, RequestTemplate.Transfer transfer, Duration patience) {
        var client = HttpClient.newBuilder()
                .version(transfer.http2() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .followRedirects(transfer.followRedirects() ? HttpClient.Redirect.ALWAYS : HttpClient.Redirect.NEVER)
                .connectTimeout(patience);
        transfer.proxy()
                .ifPresent(proxy ->
                        client.proxy(ProxySelector.of(new InetSocketAddress(proxy.getHost(), proxy.getPort()))));
        target.tls()
                .ifPresent(settings -> client.sslContext(TlsClient.of(settings).context()));
        return client.build();
    }

    private static HttpRequest request(URI baseUrl, RequestTemplate template) {
        var body = template.body()
                .map(bytes -> BodyPublishers.ofByteArray(bytes.bytes()))
                .orElse(BodyPublishers.noBody());
        var builder =
                HttpRequest.newBuilder(URI.create(baseUrl + template.path())).method(template.method(), body);
        template.headers().forEach(builder::setHeader);
        return builder.build();
    }

    /**
     * A whole answer.
     *
     * @param flaw what is wrong with it, in the words of a load's failures; empty when nothing is
     */
    record Answer(Work work, String flaw) {}

    /** Empty where no whole answer came in time, or one that is too large to be looked at. */
    Optional<Answer> send() throws InterruptedException {
        var body =
                new ByteArrayOutputStream(); // the client's threads write it, one at a time, before the answer is done
        var answer = client.sendAsync(
                request, BodyHandlers.ofByteArrayConsumer(part -> part.ifPresent(bytes -> add(bytes, body))));
        try {
            var response = answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            var contentType = response.headers().firstValue("content-type");
            var work = Work.of(response.statusCode(), contentType, body.toByteArray());
            var encoding = response.headers().firstValue("content-encoding").orElse("");
            return Optional.of(
                    new Answer(work, check.flaw(expect, response.statusCode(), encoding, body.toByteArray())));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } finally {
            answer.cancel(true);
        }
    }

    private static void add(byte[] bytes, ByteArrayOutputStream body) {
        if (body.size() + bytes.length > MOST_BYTES) {
            throw new IllegalStateException("the body is larger than " + MOST_BYTES + " bytes");
        }
        body.writeBytes(bytes);
    }

    /** At once: an answer that is still to come is of no use any more. */
    @Override
    public void close() {
        client.shutdownNow();
    }
}
