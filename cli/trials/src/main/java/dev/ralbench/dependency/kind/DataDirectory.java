package dev.ralbench.dependency.kind;

import dev.ralbench.process.DirectoryTree;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** The directory that a server keeps its data in. */
public final class DataDirectory {
    private DataDirectory() {}

    /** Copies it to a place where nothing is yet; sockets and the like stay. */
    public static void copy(Path source, Path target) throws IOException {
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) throws IOException {
                Files.createDirectory(target.resolve(source.relativize(visited)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile()) {
                    Files.copy(file, target.resolve(source.relativize(file)));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Deletes it as far as possible: the guard deletes the rest when ralbench ends. */
    public static void delete(Path directory) {
        try {
            DirectoryTree.delete(directory);
        } catch (IOException e) {
            // As said.
        }
    }
}
