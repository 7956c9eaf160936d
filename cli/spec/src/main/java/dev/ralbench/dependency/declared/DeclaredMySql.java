package dev.ralbench.dependency.declared;

import dev.ralbench.yaml.ChoiceSyntax;
import dev.ralbench.yaml.Section;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A MySQL server, or one that speaks its protocol, with a database.
 *
 * @param product if only this one will do
 */
public record DeclaredMySql(
        String database,
        Optional<Script> script,
        Map<String, ExpectedTable> tables,
        Optional<Product> product,
        DeclaredRuntime runtime)
        implements DeclaredSql {
    private static final ChoiceSyntax<Product> PRODUCT = new ChoiceSyntax<>(Product.class);

    public static final DeclaredKind KIND =
            new DeclaredKind("mysql", PLACEHOLDERS, new DeclaredSqlReader(DeclaredMySql::read));

    /** The servers that speak the protocol. */
    public enum Product {
        MYSQL("MySQL"),
        MARIADB("MariaDB");

        private final String title;

        Product(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** As the targets are started. */
    public DeclaredMySql(String database, Optional<Script> script, Map<String, ExpectedTable> tables) {
        this(database, script, tables, Optional.empty(), DeclaredRuntime.AS_TARGETS);
    }

    public DeclaredMySql {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    @Override
    public DeclaredKind kind() {
        return KIND;
    }

    private static DeclaredSql read(
            Section section, String database, Optional<Script> script, Map<String, ExpectedTable> tables) {
        return new DeclaredMySql(
                database, script, tables, section.find("product", PRODUCT), DeclaredRuntime.read(section));
    }
}
