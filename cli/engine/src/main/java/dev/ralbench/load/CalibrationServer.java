package dev.ralbench.load;

import java.net.URI;

/** A server on loopback that answers every request at once, so that whoever asks it is the limit. */
public interface CalibrationServer extends AutoCloseable {
    /** The URL at which the server listens. */
    URI url();

    @Override
    void close();
}
