package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.load.RequestSender.UserConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One user whose steps a test decides, and what its connection tells it, in words. */
final class SingleUser implements ConnectionListener {
    private final SenderLoop loop;
    private final UserConnection connection;
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final List<String> strays = new ArrayList<>(); // written on the loop, read when it is idle
    private final Thread thread;
    private boolean isWithinCall;

    SingleUser(RequestSender sender) throws Exception {
        loop = sender.loops().getFirst();
        var its = new CompletableFuture<Thread>();
        loop.execute(() -> its.complete(Thread.currentThread()));
        thread = its.get(10, TimeUnit.SECONDS);
        connection = loop.newConnection(0, this);
    }

    String open() throws Exception {
        call(connection::open);
        return next();
    }

    String send() throws Exception {
        sendOnly();
        return next();
    }

    /** Does not wait for what comes of it. */
    void sendOnly() throws Exception {
        call(() -> {
            assertThat(connection.requests().next()).isZero();
            connection.send();
        });
    }

    /** Whether a request can be sent now. */
    boolean isOpen() throws Exception {
        var seen = new CompletableFuture<Boolean>();
        call(() -> seen.complete(connection.isOpen()));
        return seen.join();
    }

    /** The bytes of the last request. */
    Bytes bytes() throws Exception {
        var seen = new CompletableFuture<Bytes>();
        call(() -> {
            var traffic = connection.traffic();
            seen.complete(
                    new Bytes(traffic.isAnswered(), traffic.bodyBytes(), traffic.receivedBytes(), traffic.sentBytes()));
        });
        return seen.join();
    }

    record Bytes(boolean isAnswered, long body, long received, long sent) {}

    /** What was said and not asked for. */
    List<String> events() {
        return List.copyOf(events);
    }

    /** What came on another thread, or from within a call. */
    List<String> strays() {
        return List.copyOf(strays);
    }

    /** What comes next. */
    String next() throws InterruptedException {
        var event = events.poll(10, TimeUnit.SECONDS);
        return event == null ? "nothing" : event;
    }

    /** On the loop, and done when this returns. */
    private void call(Runnable step) throws Exception {
        var done = new CompletableFuture<Boolean>();
        loop.execute(() -> {
            isWithinCall = true;
            try {
                step.run();
                isWithinCall = false;
                done.complete(true);
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        done.get(10, TimeUnit.SECONDS);
    }

    private void told(String event) {
        if (!Thread.currentThread().equals(thread) || isWithinCall) {
            strays.add(event + " on " + Thread.currentThread().getName());
        }
        events.add(event);
    }

    @Override
    public void connected() {
        told("connected");
    }

    @Override
    public void connectFailed(String reason) {
        told("connect failed: " + reason);
    }

    @Override
    public void ended(Outcome outcome, long endNanos, String detail) {
        told("ended " + outcome + " " + detail);
    }

    @Override
    public void resent() {
        told("resent");
    }

    @Override
    public void surplus() {
        told("surplus");
    }

    @Override
    public void broke(Error cause) {
        told("broke " + cause);
    }

    void giveUp() throws Exception {
        call(connection::close);
    }
}
