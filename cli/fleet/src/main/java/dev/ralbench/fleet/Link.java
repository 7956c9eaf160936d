package dev.ralbench.fleet;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A connection between main and agent, once both are known to each other. Sends frames in their order without making the
 * sender wait, and a heartbeat when there is nothing to send, so a peer that is silent has stopped, or its network has.
 */
final class Link {
    /** How often a peer is heard of at least. */
    private static final long HEARTBEAT_MILLIS = 1000;

    /**
     * How long a peer may be silent. A machine that is busy with load may not run a thread for seconds; an agent that has
     * stopped should be known before its windows are missed.
     */
    static final int SILENCE_MILLIS = 10_000;

    /** Why a link has ended. */
    enum End {
        /** The peer has said that this is the end. */
        ORDERLY,
        /** The peer's process has ended, or the network between has closed it. */
        CLOSED,
        /** Nothing has come for {@link #SILENCE_MILLIS}. */
        SILENT,
        /** This side has closed it. */
        OURS,
    }

    /** Gets what comes in, on the link's own thread. */
    interface Receiver {
        void received(Frame frame);

        /** The last call. */
        void ended(End end);
    }

    private final Wire wire;
    private final Optional<X509Certificate> peer;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final BlockingQueue<Frame> toSend = new LinkedBlockingQueue<>();
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final CountDownLatch written = new CountDownLatch(1);

    Link(Wire wire) throws IOException {
        this(wire, Optional.empty());
    }

    /** @param peer the certificate that the peer showed; empty without TLS */
    Link(Wire wire, Optional<X509Certificate> peer) throws IOException {
        this.wire = wire;
        this.peer = peer;
        this.in = new DataInputStream(new BufferedInputStream(wire.in()));
        this.out = new DataOutputStream(new BufferedOutputStream(wire.out()));
    }

    Optional<X509Certificate> peer() {
        return peer;
    }

    /** {@link Wire#lastWords}. */
    String lastWords() {
        return wire.lastWords();
    }

    /** Reads the first frame, before {@link #start}. The wire's own time limit holds. */
    Frame first(int mostBytes) throws IOException {
        return Frame.readFrom(in, mostBytes);
    }

    /** Writes at once, before {@link #start}. */
    void write(Frame frame) throws IOException {
        frame.writeTo(out);
        out.flush();
    }

    /** @param threads makes the two that send and receive */
    void start(String name, Thread.Builder threads, Receiver receiver) throws IOException {
        wire.limitReads(SILENCE_MILLIS);
        threads.name(name + " sends").start(this::send);
        threads.name(name + " receives").start(() -> receive(receiver));
    }

    void send(Frame frame) {
        toSend.add(frame);
    }

    private void send() {
        try {
            for (var next = nextToSend(); next.kind() != Frame.Kind.END; next = nextToSend()) {
                next.writeTo(out);
                if (toSend.isEmpty()) {
                    out.flush();
                }
            }
            Frame.of(Frame.Kind.END).writeTo(out);
            out.flush();
        } catch (IOException e) {
            closeTransport(); // the reader finds out, and knows more about it; this side has not wanted it
        } catch (InterruptedException e) {
            closeNow();
        } finally {
            written.countDown();
        }
    }

    private Frame nextToSend() throws InterruptedException {
        var next = toSend.poll(HEARTBEAT_MILLIS, TimeUnit.MILLISECONDS);
        return next == null ? Frame.of(Frame.Kind.HEARTBEAT) : next;
    }

    private void receive(Receiver receiver) {
        var end = End.CLOSED;
        try {
            end = received(receiver);
        } finally {
            closeNow();
            receiver.ended(end);
        }
    }

    private End received(Receiver receiver) {
        try {
            while (true) {
                var frame = Frame.readFrom(in);
                switch (frame.kind()) {
                    case HEARTBEAT -> {
                        // that it came is all it says
                    }
                    case END -> {
                        return End.ORDERLY;
                    }
                    default -> receiver.received(frame);
                }
            }
        } catch (SocketTimeoutException e) {
            return End.SILENT;
        } catch (IOException e) {
            return isClosed.get() ? End.OURS : End.CLOSED;
        }
    }

    /** Sends what is waiting to be sent, tells the peer that this is the end, and closes. Waits for a stopped peer, but not for long. */
    void end() {
        send(Frame.of(Frame.Kind.END));
        try {
            written.await(HEARTBEAT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeNow();
        wire.awaitEnd();
    }

    /** Closes without waiting for anything. */
    void closeNow() {
        isClosed.set(true);
        closeTransport();
    }

    private void closeTransport() {
        try {
            wire.close();
        } catch (IOException e) {
            // closed all the same
        }
    }
}
