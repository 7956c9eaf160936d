package dev.ralbench.result;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;

/**
 * Replaces a file as a whole: after a crash or on a full disk there is the old content or the new, never a mixture.
 * Writes a draft first, a new file with a name that cannot be guessed: if others can write to the directory, their
 * links are not followed.
 */
public final class AtomicWriter implements ResultFile.Disk {
    /** The system removes the bits that the umask forbids. */
    private static final String ANYBODYS = "rw-rw-rw-";

    private static final String OWNERS = "rw-------";

    @Override
    public void replace(Path file, byte[] content) throws IOException {
        place(file, content, ANYBODYS, draft -> move(draft, file));
    }

    @Override
    public void replacePrivately(Path file, byte[] content) throws IOException {
        place(file, content, OWNERS, draft -> move(draft, file));
    }

    /** A hard link to the draft: unlike a move, it never takes the place of a file. */
    @Override
    public void create(Path file, byte[] content) throws IOException {
        place(file, content, ANYBODYS, draft -> {
            try {
                Files.createLink(file, draft);
            } catch (FileAlreadyExistsException e) {
                throw e;
            } catch (UnsupportedOperationException | IOException e) {
                Files.createFile(file); // a file system without hard links
                replace(file, content);
            }
        });
    }

    @Override
    public void check(Path file, byte[] content) throws IOException {
        place(file, content, ANYBODYS, draft -> {});
    }

    private interface Placing {
        void place(Path draft) throws IOException;
    }

    private static void place(Path file, byte[] content, String rights, Placing placing) throws IOException {
        var directory = directoryOf(file);
        var draft = directory.resolve(".ralbench-" + Long.toUnsignedString(new SecureRandom().nextLong(), 36) + ".tmp");
        try {
            writeThrough(draft, content, rights);
            placing.place(draft);
        } finally {
            Files.deleteIfExists(draft);
        }
        syncDirectory(directory);
    }

    private static void move(Path draft, Path file) throws IOException {
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The directory that a file is or will be in. */
    public static Path directoryOf(Path file) {
        var parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    private static void writeThrough(Path draft, byte[] content, String rights) throws IOException {
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try (var channel = FileChannel.open(draft, options, attributes(draft, rights))) {
            var left = ByteBuffer.wrap(content);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
    }

    private static FileAttribute<?>[] attributes(Path draft, String rights) {
        return draft.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }

    /** Makes the move itself durable; ignores a file system that cannot sync directories. */
    private static void syncDirectory(Path directory) {
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            return;
        }
    }
}
