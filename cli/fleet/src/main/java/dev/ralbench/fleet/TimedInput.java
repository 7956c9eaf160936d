package dev.ralbench.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Reads a pipe with a time limit, which the JDK has for sockets only. A thread of its own waits for the bytes. */
final class TimedInput extends InputStream {
    private static final int CHUNK = 1 << 16;
    /** Then the peer has to wait, as it would for a socket. */
    private static final int MOST_CHUNKS = 64;

    private static final byte[] END = {};

    private final BlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>(MOST_CHUNKS);
    private volatile int limitMillis;
    private byte[] chunk = {};
    private int at;
    private boolean hasEnded;

    /**
     * @param name of the thread
     * @param limitMillis how long a read waits for the next byte, at least 1
     */
    TimedInput(String name, InputStream pipe, int limitMillis) {
        this.limitMillis = limitMillis;
        Thread.ofPlatform().daemon().name(name).start(() -> pump(pipe));
    }

    private void pump(InputStream pipe) {
        try {
            var buffer = new byte[CHUNK];
            for (int length = read(pipe, buffer); length > 0; length = read(pipe, buffer)) {
                chunks.put(Arrays.copyOf(buffer, length));
            }
            chunks.put(END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nothing interrupts it
        }
    }

    /** A pipe that cannot be read any more has ended: its process is gone. */
    private static int read(InputStream pipe, byte[] buffer) {
        try {
            return pipe.read(buffer);
        } catch (IOException e) {
            return -1;
        }
    }

    void limitReads(int millis) {
        limitMillis = millis;
    }

    @Override
    public int read() throws IOException {
        return fill() ? chunk[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, chunk.length - at);
        System.arraycopy(chunk, at, target, offset, count);
        at += count;
        return count;
    }

    /** @return false at the end */
    private boolean fill() throws IOException {
        if (at < chunk.length) {
            return true;
        }
        if (hasEnded) {
            return false;
        }
        try {
            var next = chunks.poll(limitMillis, TimeUnit.MILLISECONDS);
            if (next == null) {
                throw new SocketTimeoutException("nothing came within " + limitMillis + " ms");
            }
            chunk = next;
            at = 0;
            hasEnded = next.length == 0;
            return !hasEnded;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
