package dev.ralbench.benchmark;

import java.net.URI;
import java.nio.file.Path;

/**
 * One run of one client.
 *
 * @param seconds of load; start-up and end come on top
 * @param folder for what the client writes, empty before
 */
record Shot(URI url, int users, int seconds, Path folder) {
    Path file(String name) {
        return folder.resolve(name);
    }
}
