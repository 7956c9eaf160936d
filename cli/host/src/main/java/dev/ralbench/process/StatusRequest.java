package dev.ralbench.process;

import dev.ralbench.http.ControlClient;
import dev.ralbench.http.ControlSession;
import dev.ralbench.http.NoReply;
import dev.ralbench.http.Route;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Asks a service for its status, each time over a connection of its own: cheap enough to repeat every few milliseconds. */
public final class StatusRequest implements ReadyCheck, AutoCloseable {
    /** How often a wait for the response checks whether it should go on. */
    private static final Duration LOOK = Duration.ofMillis(50);

    private final ControlClient client;
    private final Route route;
    private final String path;
    private final Duration connectLimit;
    private final ControlSession session;

    /** @param connectLimit short if the request is repeated, and long if one has to do, on a busy machine too */
    public StatusRequest(ControlClient client, Route route, String path, Duration connectLimit) {
        this.client = client;
        this.route = route;
        this.path = path;
        this.connectLimit = connectLimit;
        this.session = client.open(route, connectLimit);
    }

    @Override
    public Optional<String> missing(BooleanSupplier goOn) {
        var response = ask(goOn);
        return response instanceof StatusResult.Status status && status.isSuccess()
                ? Optional.empty()
                : Optional.of(response.toString());
    }

    /** One request; waits for the response for as long as {@code goOn} holds. */
    public StatusResult ask(BooleanSupplier goOn) {
        try {
            return new StatusResult.Status(result(session.status(path), goOn));
        } catch (NoReply none) {
            return none.wasConnected() && speaksHttp2(goOn)
                    ? new StatusResult.OtherVersion()
                    : new StatusResult.None(none.reason(), none.remedy(), none.wasConnected(), none.isRefused());
        }
    }

    private boolean speaksHttp2(BooleanSupplier goOn) {
        try (var other = client.open(route.byHttp2(), connectLimit)) {
            return result(other.isHttp2().orTimeout(connectLimit.toNanos(), TimeUnit.NANOSECONDS), goOn);
        } catch (NoReply none) {
            return false;
        }
    }

    private static <T> T result(CompletableFuture<T> response, BooleanSupplier goOn) throws NoReply {
        while (goOn.getAsBoolean()) {
            try {
                return response.get(LOOK.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                // Nothing within this look; the loop decides whether to go on waiting.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new NoReply();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof NoReply none ? none : new NoReply();
            }
        }
        throw new NoReply();
    }

    /** Ends connections whose answer is still to come. */
    @Override
    public void close() {
        session.close();
    }
}
