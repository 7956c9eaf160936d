package dev.ralbench.load;

import java.net.URI;

/**
 * A server on loopback that answers every request at once, so that its client is the limit: with as many bytes as the
 * path says, such as {@code /1024} (1 to 1,048,576), or with a few.
 */
public interface CalibrationServer extends AutoCloseable {
    /** The URL at which the server listens. */
    URI url();

    @Override
    void close();
}
