package dev.ralbench.service;

import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A directory with short-lived files that one JVM can read, and no user but its own.
 *
 * @param here its path for ralbench
 * @param there its path for the JVM
 * @param user id of the user that the JVM runs as
 */
record PasswordFiles(Path here, Path there, int user) implements AutoCloseable {
    private static final FileAttribute<Set<PosixFilePermission>> OWN_FILE = permissions("rw-------");
    private static final FileAttribute<Set<PosixFilePermission>> OWN_DIRECTORY = permissions("rwx------");
    private static final String OWNER = "unix:uid";
    private static final int NAME_BYTES = 8;

    /** For temporary files: the JVM has its end of the attach protocol there as well. */
    private static final Path TEMPORARY = Path.of("/tmp");

    /**
     * Makes the directory: the given one for a JVM like this one, another in the temporary directory of a JVM that has other
     * files, as in a container, or another user, who may not enter ralbench's directories.
     *
     * @param directories makes an empty directory of ralbench's own
     * @throws IOException if the JVM has ended, or has no room for temporary files
     */
    static PasswordFiles of(long pid, ProcFs proc, Supplier<Path> directories) throws IOException {
        int user = proc.status(pid)
                .flatMap(status -> status.user())
                .orElseThrow(() -> new IOException("process " + pid + " has ended"));
        var own = directories.get();
        if (proc.isInOwnNamespace(pid, "mnt") && Integer.valueOf(user).equals(Files.getAttribute(own, OWNER))) {
            return new PasswordFiles(own, own, user);
        }
        Files.delete(own);
        var temporary = proc.fileSystemOf(pid).resolve(TEMPORARY.toString().substring(1));
        if (!Files.isDirectory(temporary, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("process " + pid + " has no directory " + TEMPORARY);
        }
        var name = "ralbench-view-" + random(NAME_BYTES);
        var directory = Files.createDirectory(temporary.resolve(name), OWN_DIRECTORY);
        Files.setAttribute(directory, OWNER, user);
        return new PasswordFiles(directory, TEMPORARY.resolve(name), user);
    }

    /** So many random bytes, as digits. */
    static String random(int count) {
        var bytes = new byte[count];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static FileAttribute<Set<PosixFilePermission>> permissions(String rights) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights));
    }

    /** Writes a file of one line. The path is that of the JVM. */
    Path write(String name, String line) throws IOException {
        var file = Files.createFile(here.resolve(name), OWN_FILE);
        Files.writeString(file, line + "\n");
        Files.setAttribute(file, OWNER, user);
        return there.resolve(name);
    }

    @Override
    public void close() throws IOException {
        try (var files = Files.list(here)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(here);
    }
}
