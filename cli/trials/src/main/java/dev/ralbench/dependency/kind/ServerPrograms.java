package dev.ralbench.dependency.kind;

import dev.ralbench.process.SearchPath;

/** Where the programs of servers are that ralbench starts. */
public sealed interface ServerPrograms {
    /**
     * On this machine: named by the user, or embedded in ralbench, or found.
     *
     * @param path where programs are looked for
     */
    record OnThisMachine(SearchPath path) implements ServerPrograms {}

    /** Within images of containers, one for each. */
    record InImages(Image mysql, Image redis) implements ServerPrograms {}

    /**
     * An image and the program in it.
     *
     * @param name as the engine of containers knows it
     * @param program the server's name or path within it
     */
    record Image(String name, String program) {
        /** An image with a MySQL server; newer images of MariaDB know the program by the latter's name only. */
        public static Image mysql(String name) {
            return new Image(name, name.contains("mariadb") ? "mariadbd" : "mysqld");
        }

        /** An image with a Redis server, or with Valkey's. */
        public static Image redis(String name) {
            return new Image(name, name.contains("valkey") ? "valkey-server" : "redis-server");
        }
    }
}
