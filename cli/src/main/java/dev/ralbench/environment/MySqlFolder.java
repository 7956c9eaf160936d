package dev.ralbench.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a MySQL server of ours reads and writes. */
record MySqlFolder(Path root) {
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

    /** One statement a line: the server reads the file so. */
    void writeInitFile() throws IOException {
        Files.writeString(initFile(), """
                CREATE USER IF NOT EXISTS 'root'@'%';
                GRANT ALL PRIVILEGES ON *.* TO 'root'@'%' WITH GRANT OPTION;
                """, StandardCharsets.UTF_8);
    }

    /** Different for each folder, so that a server on it is not taken for another on the same port. */
    int serverId() {
        return (root.hashCode() & Integer.MAX_VALUE) | 1; // 0 is not allowed
    }
}
