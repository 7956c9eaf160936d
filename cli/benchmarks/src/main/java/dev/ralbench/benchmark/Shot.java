package dev.ralbench.benchmark;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One run of one client.
 *
 * @param seconds of load; start-up and end come on top
 * @param directory for the client's files, initially empty
 * @param server its process, which ralbench may look into; empty if it shall not
 */
record Shot(
        URI url,
        int users,
        int seconds,
        Path directory,
        ShotPace pace,
        ShotRequest request,
        Optional<ProcessHandle> server) {
    /** With users that are busy all the time. */
    Shot(URI url, int users, int seconds, Path directory) {
        this(url, users, seconds, directory, ShotPace.BUSY, ShotRequest.GET, Optional.empty());
    }

    Path file(String name) {
        return directory.resolve(name);
    }
}
