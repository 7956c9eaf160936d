package dev.ralbench.benchmark;

import java.net.URI;
import java.nio.file.Path;

/**
 * One run of one client.
 *
 * @param seconds of load; start-up and end come on top
 * @param directory for the client's files, initially empty
 */
record Shot(URI url, int users, int seconds, Path directory, ShotPace pace) {
    /** With users that are busy all the time. */
    Shot(URI url, int users, int seconds, Path directory) {
        this(url, users, seconds, directory, ShotPace.BUSY);
    }

    Path file(String name) {
        return directory.resolve(name);
    }
}
