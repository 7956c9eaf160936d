package dev.ralbench.dependency.postgres;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.RootUser;
import dev.ralbench.dependency.kind.ServerPlace;
import dev.ralbench.process.SearchPath;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The user a server runs as: PostgreSQL refuses to run as root. If ralbench does, the server is another user, with one
 * of root's rights: to reach its own files in ralbench's cache, which is open to root alone.
 *
 * @param become runs the program named after it as another user; empty for ralbench's own user
 */
record PostgresUser(List<String> become) {
    /** The user without rights, by convention. Programs of PostgreSQL need one that has a name. */
    private static final int NOBODY = 65534;

    private static final String SETPRIV = "setpriv";

    /** Without the last, the kernel ignores the right when a program asks whether it may open a file. */
    private static final List<String> OPTIONS = List.of(
            "--reuid=" + NOBODY,
            "--regid=" + NOBODY,
            "--clear-groups",
            "--inh-caps=+dac_override",
            "--ambient-caps=+dac_override",
            "--securebits=+no_setuid_fixup");

    PostgresUser {
        become = List.copyOf(become);
    }

    static PostgresUser at(ServerPlace.Startable place, UserCache cache) {
        if (!RootUser.isThisProcess(cache)) {
            return new PostgresUser(List.of());
        }
        var setpriv = place instanceof ServerPlace.InImage
                ? Optional.of(SETPRIV)
                : SearchPath.ofThisProcess().find(SETPRIV).map(Path::toString);
        var become = new ArrayList<String>();
        become.add(setpriv.orElseThrow(() -> Failure.environment(
                "PostgreSQL cannot be started",
                "it refuses to run as root, and there is no " + SETPRIV + " on the PATH to start it as another user",
                "install util-linux, or start ralbench as another user than root")));
        become.addAll(OPTIONS);
        return new PostgresUser(become);
    }

    List<String> run(List<String> command) {
        var words = new ArrayList<>(become);
        words.addAll(command);
        return words;
    }

    /** A server wants its data directory to be its own, and closed to others. */
    void own(Path data) throws IOException {
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
        if (!become.isEmpty()) {
            Files.setAttribute(data, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
        }
    }
}
