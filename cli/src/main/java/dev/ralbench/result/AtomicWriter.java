package dev.ralbench.result;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Replaces a file as a whole: after a crash or on a full disk there is the old content or the new, never a mixture. */
public final class AtomicWriter implements ResultFile.Disk {
    @Override
    public void replace(Path file, byte[] content) throws IOException {
        place(
                file,
                content,
                draft -> Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING));
    }

    /** A hard link to the draft: unlike a move, it never takes the place of a file. */
    @Override
    public void create(Path file, byte[] content) throws IOException {
        place(file, content, draft -> {
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

    /** Whether a file could be made there. */
    public static void check(Path file) throws IOException {
        var draft = draft(file);
        Files.newByteChannel(draft, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                .close();
        Files.delete(draft);
    }

    private interface Placing {
        void place(Path draft) throws IOException;
    }

    private static void place(Path file, byte[] content, Placing placing) throws IOException {
        var draft = draft(file);
        try {
            writeThrough(draft, content);
            placing.place(draft);
        } finally {
            Files.deleteIfExists(draft);
        }
        syncFolder(folderOf(file));
    }

    /** Hidden, and no other process's, so that two runs that are given one path do not write to one draft. */
    private static Path draft(Path file) {
        var process = ProcessHandle.current().pid();
        return folderOf(file).resolve("." + file.getFileName() + "." + process + ".tmp");
    }

    /** The folder that a file is or will be in. */
    public static Path folderOf(Path file) {
        var parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    private static void writeThrough(Path draft, byte[] content) throws IOException {
        try (var channel = FileChannel.open(
                draft, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            var left = ByteBuffer.wrap(content);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
    }

    /** Makes the move itself last; a file system that cannot sync folders has done what it can. */
    private static void syncFolder(Path folder) {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            return;
        }
    }
}
