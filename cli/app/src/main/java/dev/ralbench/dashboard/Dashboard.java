package dev.ralbench.dashboard;

import dev.ralbench.Failure;
import dev.ralbench.http.ControlClient;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ThreadPriority;
import dev.ralbench.report.HtmlPage;
import dev.ralbench.trial.RunListener;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.transport.Transport;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Serves the report page on loopback while runs go on, and tells the browsers that show it what is measured. Has a thread
 * of its own, of low priority, on which everything is kept and written: the threads of a run hand over what they have, and
 * wait for nothing. Only who knows the address, which holds a random token, gets anything.
 */
public final class Dashboard implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int TOKEN_BYTES = 16;
    private static final int SEND_BUFFER_BYTES = 256 * 1024;
    private static final int IDLE_SECONDS = 60;
    /** On a busy machine a thread of low priority may wait for seconds. */
    private static final long LAST_WORDS_SECONDS = 10;

    private static final long START_SECONDS = 30;
    private static final String THREAD = "dashboard";

    private final Vertx vertx;
    private final Context loop;
    private final LiveServer server;
    private final String url;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private Dashboard(Vertx vertx, Context loop, LiveServer server, String url) {
        this.vertx = vertx;
        this.loop = loop;
        this.server = server;
        this.url = url;
    }

    /**
     * Starts to serve.
     *
     * @param port 0 for any that is free
     * @param scenarios names of those that are run, in this order
     * @param told a text as it may be shown, without passwords
     * @throws Failure if the port cannot be had
     */
    public static Dashboard open(int port, List<String> scenarios, UnaryOperator<String> told) {
        return open(port, scenarios, told, SEND_BUFFER_BYTES);
    }

    /** @param sendBufferBytes what the kernel keeps for a browser that does not read; small in tests */
    static Dashboard open(int port, List<String> scenarios, UnaryOperator<String> told, int sendBufferBytes) {
        var token = token();
        var vertx = ControlClient.startVertx(Transport.NIO, 1);
        var loop = vertx.getOrCreateContext();
        var server = new LiveServer(token, HtmlPage.live(title(scenarios)), new LiveState(scenarios, told));
        var options = new HttpServerOptions()
                .setHost(LOOPBACK)
                .setPort(port)
                .setSendBufferSize(sendBufferBytes)
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS);
        try {
            int bound = listening(vertx, loop, server, options);
            return new Dashboard(vertx, loop, server, "http://" + LOOPBACK + ":" + bound + "/" + token + "/");
        } catch (CompletionException e) {
            vertx.close();
            throw Failure.environment(
                            "--dashboard: cannot listen on port " + port + " of " + LOOPBACK,
                            Optional.ofNullable(e.getCause())
                                    .map(Throwable::getMessage)
                                    .orElse(""),
                            "give it another port (--dashboard=PORT), or none for any that is free")
                    .causedBy(e);
        }
    }

    private static String title(List<String> scenarios) {
        return scenarios.size() == 1 ? scenarios.getFirst() : scenarios.size() + " scenarios";
    }

    private static int listening(Vertx vertx, Context loop, LiveServer server, HttpServerOptions options) {
        var listening = new CompletableFuture<HttpServer>();
        loop.runOnContext(begin -> {
            Thread.currentThread().setName(THREAD);
            vertx.createHttpServer(options)
                    .requestHandler(server::answer)
                    .listen()
                    .onSuccess(listening::complete)
                    .onFailure(listening::completeExceptionally);
            vertx.setPeriodic(TimeUnit.SECONDS.toMillis(LiveServer.KEEP_ALIVE_SECONDS), timer -> server.keepAlive());
        });
        int bound = listening.orTimeout(START_SECONDS, TimeUnit.SECONDS).join().actualPort();
        stepBack();
        return bound;
    }

    private static void stepBack() {
        try {
            new ThreadPriority(ProcFs.ofThisMachine()).lower(ThreadPriority.BEHIND, THREAD::equals);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the next wait ends at once, as was asked for
        }
    }

    private static String token() {
        var bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The address of the page. A user who knows it can see the run, so it is stored nowhere. */
    public String url() {
        return url;
    }

    /** Shows a run that is about to begin, until its {@link #finished result} is shown in its place. */
    public RunListener following(RunListener listener) {
        return new FollowedRun(listener, server, this::tell);
    }

    /** Shows that the next of the scenarios begins. */
    public void scenarioBegins() {
        tell(LiveState::scenarioBegins);
    }

    /** Shows that there will be no report on the scenario that has begun. */
    public void scenarioFails(String why) {
        tell(state -> {
            state.note(why);
            state.scenarioFails();
        });
    }

    /**
     * Shows the gate that decides whether the run goes on.
     *
     * @param hasBase whether it counts pairs of trials; else blocks
     * @param looks after how many of them it may decide
     */
    public void gate(String name, boolean hasBase, List<Integer> looks) {
        tell(state -> state.gate(new LiveGate(name, hasBase, looks, 0, Optional.empty())));
    }

    /** Shows how many pairs, or blocks, the gate has. */
    public void gateCounts(int counted) {
        tell(state -> state.gateCounts(counted));
    }

    /**
     * Shows what the gate has seen, and not decided.
     *
     * @param comparison document of the schema {@code ralbench.compare/2}
     */
    public void gateLooks(int counted, Map<String, Object> comparison) {
        tell(state -> state.gateLooks(new LiveGate.Look(counted, comparison)));
    }

    /** Shows a line next to the run. */
    void note(String text) {
        tell(state -> state.note(text));
    }

    /** Shows the report on a run that has ended, as its file has it. Made here: {@link #close} waits for its sending only. */
    public void finished(HtmlPage page) {
        var data = page.data();
        tell(state -> state.finished(data));
    }

    private void tell(Consumer<LiveState> change) {
        loop.runOnContext(now -> server.tell(change));
    }

    /**
     * Tells all browsers that nothing follows, and ends the server. Those that have not read for some changes are not
     * waited for, the others for some seconds at most.
     */
    @Override
    public void close() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        var told = new CompletableFuture<Void>();
        loop.runOnContext(now -> server.end().onComplete(ended -> told.complete(null)));
        await(told);
        await(vertx.close().toCompletionStage().toCompletableFuture());
    }

    private static void await(CompletableFuture<Void> end) {
        try {
            end.get(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // A browser that has just stopped to read; the run has its result, and its file.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
