package dev.ralbench.service;

import dev.ralbench.process.ProcFs;
import dev.ralbench.process.RunDirectories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;

/**
 * A directory with short-lived files that one JVM can read, and no user but its own. The directory stays ralbench's, and all
 * that is done in it goes by its open handle: the JVM's user, who may be hostile to a root that looks into the JVM, can put
 * no link in the place of anything.
 */
final class PasswordFiles implements AutoCloseable {
    private static final FileAttribute<Set<PosixFilePermission>> OWN_FILE = permissions("rw-------");
    private static final FileAttribute<Set<PosixFilePermission>> OWN_DIRECTORY = permissions("rwx------");

    /** Others may go to a file that they know the name of, and have the right to. */
    private static final Set<PosixFilePermission> PASSABLE = PosixFilePermissions.fromString("rwx--x--x");

    private static final int NAME_BYTES = 8;

    /** For temporary files: the JVM has its end of the attach protocol there as well. */
    private static final Path TEMPORARY = Path.of("/tmp");

    private final SecureDirectoryStream<Path> parent;
    private final SecureDirectoryStream<Path> files;
    /** The directory's path for the JVM. */
    private final Path there;
    /** The user that the JVM runs as. */
    private final UserPrincipal user;

    private PasswordFiles(
            SecureDirectoryStream<Path> parent, SecureDirectoryStream<Path> files, Path there, UserPrincipal user) {
        this.parent = parent;
        this.files = files;
        this.there = there;
        this.user = user;
    }

    /**
     * Makes the directory: the given one for a JVM like this one, another in the temporary directory of a JVM that has other
     * files, as in a container, or another user, who may not enter ralbench's directories.
     *
     * @throws IOException if the JVM has ended, or has no room for temporary files
     */
    static PasswordFiles of(long pid, ProcFs proc, RunDirectories directories) throws IOException {
        int id = proc.status(pid)
                .flatMap(status -> status.user())
                .orElseThrow(() -> new IOException("process " + pid + " has ended"));
        var own = directories.make("view");
        var ralbench = Files.getOwner(own);
        // A number is taken for the id of a user that has no name, as those of containers.
        var user = own.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(String.valueOf(id));
        boolean isHere = proc.isInOwnNamespace(pid, "mnt");
        if (isHere && user.equals(ralbench)) {
            return opened(own, own, user, ralbench);
        }
        Files.delete(own);
        var temporary = proc.fileSystemOf(pid).resolve(TEMPORARY.toString().substring(1));
        if (!Files.isDirectory(temporary, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("process " + pid + " has no directory " + TEMPORARY);
        }
        var name = "ralbench-view-" + random(NAME_BYTES);
        // Before it is there: ralbench may be killed at any moment. By both paths, as the first ends with the JVM.
        directories.guarded(temporary.resolve(name));
        if (isHere) {
            directories.guarded(TEMPORARY.resolve(name));
        }
        Files.createDirectory(temporary.resolve(name), OWN_DIRECTORY);
        var made = opened(temporary.resolve(name), TEMPORARY.resolve(name), user, ralbench);
        try {
            made.files.getFileAttributeView(PosixFileAttributeView.class).setPermissions(PASSABLE);
            return made;
        } catch (IOException e) {
            made.close();
            throw e;
        }
    }

    @SuppressWarnings("StreamResourceLeak") // both are open as long as the files are there
    private static PasswordFiles opened(Path here, Path there, UserPrincipal user, UserPrincipal ralbench)
            throws IOException {
        var parent = secure(Files.newDirectoryStream(here.resolveSibling("")));
        try {
            var files = parent.newDirectoryStream(here.getFileName(), LinkOption.NOFOLLOW_LINKS);
            if (!files.getFileAttributeView(FileOwnerAttributeView.class)
                    .getOwner()
                    .equals(ralbench)) {
                files.close();
                throw new IOException(here + " was replaced by another user");
            }
            return new PasswordFiles(parent, files, there, user);
        } catch (IOException e) {
            parent.close();
            throw e;
        }
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new IOException("this system has no handles of directories");
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
        var file = Path.of(name);
        try (var channel = files.newByteChannel(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                OWN_FILE)) {
            channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
        }
        files.getFileAttributeView(file, FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setOwner(user);
        return there.resolve(name);
    }

    @Override
    public void close() throws IOException {
        try (parent) {
            try (files) {
                for (var file : files) {
                    files.deleteFile(file.getFileName());
                }
            }
            parent.deleteDirectory(there.getFileName());
        }
    }
}
