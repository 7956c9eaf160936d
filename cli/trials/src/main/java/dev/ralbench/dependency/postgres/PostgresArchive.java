package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.kind.EmbeddedServer;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The archive of a server: a tar within xz. */
final class PostgresArchive {
    private static final int EXECUTABLE = 0100;

    private PostgresArchive() {}

    static void unpack(URL archive, Path directory) throws IOException {
        try (var stream = new TarArchiveInputStream(new XZInputStream(archive.openStream()))) {
            for (var entry = stream.getNextEntry(); entry != null; entry = stream.getNextEntry()) {
                if (isNeeded(entry)) {
                    write(stream, entry, directory.resolve(entry.getName()));
                }
            }
        }
    }

    private static void write(TarArchiveInputStream stream, TarArchiveEntry entry, Path file) throws IOException {
        if (entry.isSymbolicLink()) {
            Files.createDirectories(file.resolveSibling("."));
            Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
        } else {
            EmbeddedServer.write(stream, file, (entry.getMode() & EXECUTABLE) != 0);
        }
    }

    /** Leaves out libraries that programs in C are linked with. */
    private static boolean isNeeded(TarArchiveEntry entry) {
        return !entry.isDirectory() && !entry.getName().endsWith(".a");
    }
}
