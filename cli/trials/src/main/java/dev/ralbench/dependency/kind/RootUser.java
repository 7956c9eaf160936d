package dev.ralbench.dependency.kind;

import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.file.Files;

/** Servers need an option to run as root. */
public final class RootUser {
    private RootUser() {}

    /** Judges by the owner of a file that this process creates, because a user's name may be missing or any. */
    public static boolean isThisProcess(UserCache cache) {
        try {
            var probe = Files.createTempFile(cache.root(), "owner", "");
            try {
                return Integer.valueOf(0).equals(Files.getAttribute(probe, "unix:uid"));
            } finally {
                Files.delete(probe);
            }
        } catch (IOException | UnsupportedOperationException e) {
            return "root".equals(System.getProperty("user.name"));
        }
    }
}
