package dev.ralbench.dependency.mysql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The files of a MySQL server of ours. */
record MySqlDirectory(Path root) {
    Path data() {
        return root.resolve("data");
    }

    Path temporary() {
        return root.resolve("tmp");
    }

    Path pidFile() {
        return root.resolve("mysql.pid");
    }

    Path initFile() {
        return root.resolve("init.sql");
    }

    void make() throws IOException {
        Files.createDirectories(temporary());
    }

    /**
     * Writes the server's statements before its first login. They hold passwords: the directory is its owner's alone.
     *
     * @param statements one a line: the server reads the file so
     */
    void writeInitFile(List<String> statements) throws IOException {
        Files.writeString(initFile(), String.join(";\n", statements) + ";\n", StandardCharsets.UTF_8);
    }

    /** Different for each directory, so that a server on it is not taken for another on the same port. */
    int serverId() {
        return (root.hashCode() & Integer.MAX_VALUE) | 1; // 0 is not allowed
    }
}
