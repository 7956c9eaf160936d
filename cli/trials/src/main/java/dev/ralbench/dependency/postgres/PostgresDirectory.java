package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.kind.ServerPassword;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of a PostgreSQL server of ours. */
record PostgresDirectory(Path root) {
    /** The password's file, kept in the data: a copy opens with the password that the data was created with. */
    private static final String PASSWORD = "ralbench_password";

    Path data() {
        return root.resolve("data");
    }

    /** The file with the password for the program that creates the data. Only the owner can read the directory. */
    Path passwordFile() {
        return root.resolve("password");
    }

    void writePassword(ServerPassword password) throws IOException {
        Files.writeString(passwordFile(), password.text() + "\n");
    }

    /** Puts the password into the data. */
    void keepPassword() throws IOException {
        Files.move(passwordFile(), data().resolve(PASSWORD));
    }

    /** The password that the data was made with. */
    ServerPassword password() throws IOException {
        return new ServerPassword(Files.readString(data().resolve(PASSWORD)).strip());
    }
}
