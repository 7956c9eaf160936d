package dev.ralbench.dependency.mysql;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.kind.Product;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells MySQL from MariaDB, and reads their versions. */
final class MySqlProduct {
    static final String MARIADB = "MariaDB";

    /**
     * The newest version of MySQL of which drivers ask nothing that MariaDB lacks: from 8.0.11 on Connector/J reads a
     * column of key words that is not there.
     */
    private static final String STOOD_IN_FOR = "8.0.10";

    /**
     * The version that a server tells its clients.
     *
     * @param version another one than its own, if any
     */
    record Name(Optional<String> version) {
        static final Name OWN = new Name(Optional.empty());

        /**
         * The name of MariaDB in place of MySQL. Clients that take a version for numbers find MySQL's; those that look
         * for MariaDB find it, as at the end of versions before 11 too, and know what it does not understand.
         */
        static Name inPlaceOfMySql(Product mariaDb) {
            return new Name(Optional.of(STOOD_IN_FOR + "-" + mariaDb.version() + "-" + MARIADB));
        }

        /** The origin of a server, with its other name. */
        String origin(String place) {
            return place + version.map(text -> ", as MySQL " + STOOD_IN_FOR).orElse("");
        }
    }

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

    /** The name of a server that the scenario did not choose: it asks for MySQL. */
    static Name nameInPlaceOfMySql(Product product) {
        return isMariaDb(product) ? Name.inPlaceOfMySql(product) : Name.OWN;
    }

    /** Refuses a product that the scenario does not ask for. */
    static void require(Optional<DeclaredMySql.Product> asked, Product product, String where) {
        asked.filter(wanted -> isMariaDb(product) != (wanted == DeclaredMySql.Product.MARIADB))
                .ifPresent(wanted -> {
                    throw Failure.environment(
                            "needs.mysql.product asks for " + wanted + ", and this is " + product + ", " + where,
                            "",
                            wanted == DeclaredMySql.Product.MARIADB
                                    ? "name an image of MariaDB by needs.mysql.image, or its program by --mysql"
                                    : "name an image of MySQL by needs.mysql.image (with a Docker engine), or a mysqld by"
                                            + " --mysql");
                });
    }

    static boolean isMariaDb(Product product) {
        return product.name().equals(MARIADB);
    }

    private static String name(String text) {
        return text.contains(MARIADB) ? MARIADB : "MySQL";
    }
}
