package dev.ralbench.dependency.kind;

import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.file.Files;

/** Servers want to be told before they run as root. */
public final class RootUser {
    private RootUser() {}

    /** By the owner of what this process makes: a name of the user is not everywhere, and can be any. */
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
