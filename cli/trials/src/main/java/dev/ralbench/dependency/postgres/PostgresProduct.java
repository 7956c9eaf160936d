package dev.ralbench.dependency.postgres;

import dev.ralbench.Failure;
import dev.ralbench.WholeNumber;
import dev.ralbench.dependency.kind.Product;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads versions of PostgreSQL. */
final class PostgresProduct {
    /** Older ones do not say which statements a client sent itself. */
    private static final int OLDEST = 14;

    /** {@code postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)}, {@code postgres (PostgreSQL) 19beta1}. */
    private static final Pattern PROGRAM = Pattern.compile("\\(PostgreSQL\\) (\\d+\\S*)");

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private PostgresProduct() {}

    /** The product named in the output of {@code postgres --version}. */
    static Optional<Product> ofProgram(String output) {
        var found = PROGRAM.matcher(output);
        return found.find() ? Optional.of(new Product(PostgresSupply.PRODUCT, found.group(1))) : Optional.empty();
    }

    /** The product named in the answer to {@code SHOW server_version}: {@code 15.13 (Debian 15.13-0+deb12u1)}. */
    static Product ofServer(String version) {
        return new Product(PostgresSupply.PRODUCT, version.split(" ", 2)[0]);
    }

    /** Refuses one that cannot be counted. */
    static Product required(Product product, String where) {
        var major = NUMBER.matcher(product.version());
        if (major.find() && WholeNumber.in(major.group()).orElse(0L) < OLDEST) {
            throw Failure.environment(
                    product + " is too old, " + where,
                    "before version " + OLDEST + " it does not say which statements clients sent",
                    "use a newer one");
        }
        return product;
    }
}
