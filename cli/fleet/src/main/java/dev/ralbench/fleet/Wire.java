package dev.ralbench.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** Carries the bytes of a {@link Link}: a socket, with TLS or without, or the pipes of a process. */
interface Wire {
    /**
     * Reads fail with a {@link java.net.SocketTimeoutException} if nothing comes for as long as {@link #limitReads} says.
     */
    InputStream in() throws IOException;

    OutputStream out() throws IOException;

    /**
     * Limits how long a read may take.
     *
     * @param millis 1 or more; holds for reads that begin from now on
     */
    void limitReads(int millis) throws IOException;

    /** Never waits for the peer. Reads and writes that are going on fail. */
    void close() throws IOException;

    /** Waits until the process behind it has ended, if this side started one, but not for long. */
    default void awaitEnd() {}

    /** The last lines that the process behind it has printed; empty if there are none, or no such process. */
    default String lastWords() {
        return "";
    }

    /**
     * A wire to the process that has started this one.
     *
     * @param millis the limit of reads, to begin with
     */
    static Wire ofThisProcess(InputStream in, OutputStream out, int millis) {
        var limited = new TimedInput("main is read", in, millis);
        return new Wire() {
            @Override
            public InputStream in() {
                return limited;
            }

            @Override
            public OutputStream out() {
                return out;
            }

            @Override
            public void limitReads(int millis) {
                limited.limitReads(millis);
            }

            @Override
            public void close() throws IOException {
                out.close();
            }
        };
    }

    /**
     * A wire over a connection.
     *
     * @param socket the one to read and write
     * @param transport the one below it, if it speaks TLS: closing that one never waits for the peer
     */
    static Wire over(Socket socket, Socket transport) {
        return new Wire() {
            @Override
            public InputStream in() throws IOException {
                return socket.getInputStream();
            }

            @Override
            public OutputStream out() throws IOException {
                return socket.getOutputStream();
            }

            @Override
            public void limitReads(int millis) throws IOException {
                transport.setSoTimeout(millis);
            }

            @Override
            public void close() throws IOException {
                transport.close();
            }
        };
    }
}
