package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.kind.Product;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells MySQL from MariaDB, and reads their versions. */
final class MySqlProduct {
    static final String MARIADB = "MariaDB";

    /** {@code mysqld  Ver 9.7.4-2 for Linux on x86_64}, {@code mariadbd from 11.4.5-MariaDB, client 15.2 for ...}. */
    private static final Pattern PROGRAM = Pattern.compile("(?:Ver|from) (\\d+\\.\\d+\\.\\d+)(\\S*)");

    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)+");

    private MySqlProduct() {}

    /** The product named in the output of {@code mysqld --version}. */
    static Optional<Product> ofProgram(String output) {
        return output.lines()
                .map(PROGRAM::matcher)
                .filter(Matcher::find)
                .findFirst()
                .map(found -> new Product(name(output), found.group(1)));
    }

    /** The product named in the answer to {@code SELECT version()}, to which MariaDB adds its name. */
    static Product ofServer(String version) {
        var number = NUMBER.matcher(version);
        return new Product(name(version), number.find() ? number.group() : version);
    }

    static boolean isMariaDb(Product product) {
        return product.name().equals(MARIADB);
    }

    private static String name(String text) {
        return text.contains(MARIADB) ? MARIADB : "MySQL";
    }
}
