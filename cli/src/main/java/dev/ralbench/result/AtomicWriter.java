package dev.ralbench.result;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Replaces a file as a whole: after a crash or on a full disk there is the old content or the new, never a mixture. */
final class AtomicWriter implements ResultFile.Disk {
    @Override
    public void replace(Path file, byte[] content) throws IOException {
        var folder = folderOf(file);
        var draft = folder.resolve("." + file.getFileName() + ".tmp");
        try {
            writeThrough(draft, content);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
        syncFolder(folder);
    }

    static Path folderOf(Path file) {
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
