package dev.ralbench.benchmark;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The least that four steps cost with Vert.x's core client: USERS SECONDS URL. Sends them in turn over a connection for each
 * user, reads the bodies and looks at nothing but the status.
 */
final class VertxSteps {
    private final HttpClientConnection connection;
    private final long endNanos;
    private long requests;

    private VertxSteps(HttpClientConnection connection, long endNanos) {
        this.connection = connection;
        this.endNanos = endNanos;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int users = Integer.parseInt(arguments[0]);
        long seconds = Long.parseLong(arguments[1]);
        var url = URI.create(arguments[2]);
        var vertx =
                Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
        var client = vertx.createHttpClient(new HttpClientOptions().setPipelining(false));
        var ended = new CountDownLatch(users);
        var all = new long[1];
        vertx.runOnContext(on -> {
            long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            for (int i = 0; i < users; i++) {
                client.connect(new HttpConnectOptions().setHost(url.getHost()).setPort(url.getPort()))
                        .compose(connection -> {
                            var user = new VertxSteps(connection, endNanos);
                            return user.journeys().onSuccess(done -> all[0] += user.requests);
                        })
                        .onFailure(Throwable::printStackTrace)
                        .onComplete(done -> ended.countDown());
            }
        });
        ended.await();
        System.out.println(all[0] + " requests in " + seconds + " s");
        vertx.close().await();
    }

    private Future<Void> journeys() {
        return step(0).compose(done -> System.nanoTime() < endNanos ? journeys() : Future.succeededFuture());
    }

    private Future<Void> step(int position) {
        var steps = FourSteps.STEPS;
        if (position == steps.size()) {
            return Future.succeededFuture();
        }
        var step = steps.get(position);
        var options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(step.method()))
                .setURI(step.path());
        if (step.isAuthorized()) {
            options.putHeader(HttpHeaders.AUTHORIZATION, "Bearer " + FourSteps.TOKEN);
        }
        return connection
                .request(options)
                .compose(request -> step.body().isEmpty() ? request.send() : request.send(Buffer.buffer(step.body())))
                .compose(VertxSteps::read)
                .compose(read -> {
                    requests++;
                    return step(position + 1);
                });
    }

    private static Future<Buffer> read(HttpClientResponse response) {
        return response.statusCode() == 200 ? response.body() : Future.failedFuture("status " + response.statusCode());
    }
}
