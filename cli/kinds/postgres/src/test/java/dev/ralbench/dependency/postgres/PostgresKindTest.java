package dev.ralbench.dependency.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.dependency.declared.DeclaredPostgres;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.testing.PlaceholderRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresKindTest {
    @ParameterizedTest
    @CsvSource({
        "postgres (PostgreSQL) 18.6, 18.6",
        "postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1), 15.13",
        "postgres (PostgreSQL) 19beta1, 19beta1",
    })
    void aProgramSaysItsVersion(String output, String version) {
        assertThat(PostgresKind.ofProgram(output + "\n")).contains(new Product("PostgreSQL", version));
    }

    @ParameterizedTest
    @CsvSource({"mysqld  Ver 9.7.4", "initdb 18.6", "''"})
    void otherProgramsAreNone(String output) {
        assertThat(PostgresKind.ofProgram(output)).isEmpty();
    }

    @Test
    void aServerSaysItsVersion() {
        assertThat(PostgresKind.ofServer("17.2 (Debian 17.2-1)")).hasToString("PostgreSQL 17.2");
    }

    @Test
    void whatCannotBeCountedIsRefused() {
        PostgresKind.require(PostgresKind.ofServer("14.1"), "here");
        assertThatThrownBy(() -> PostgresKind.require(PostgresKind.ofServer("13.23"), "db:5432"))
                .hasMessageContaining("PostgreSQL 13.23 is too old, db:5432");
    }

    @Test
    void addressesOfIpv6HaveBracketsWhereAUrlNeedsThem() {
        PlaceholderRule.assertKept(DeclaredPostgres.KIND, PostgresKind.SERVER, url -> url.placeholders("shop"));
    }
}
