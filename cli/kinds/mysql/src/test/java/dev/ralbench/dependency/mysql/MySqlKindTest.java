package dev.ralbench.dependency.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.declared.DeclaredMySql.Product;
import dev.ralbench.dependency.kind.ServerOrigin;
import dev.ralbench.testing.PlaceholderRule;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlKindTest {
    @ParameterizedTest
    @CsvSource({
        "/usr/sbin/mysqld  Ver 9.7.4-2 for Linux on x86_64 ((Debian)), MySQL 9.7.4",
        "/usr/sbin/mysqld  Ver 8.0.15 for Linux on x86_64 (MySQL Community Server - GPL), MySQL 8.0.15",
        "/x/mariadbd  Ver 11.4.5-MariaDB for linux-systemd on x86_64 (MariaDB Server), MariaDB 11.4.5",
        "'mariadbd from 12.1.2-MariaDB, client 15.2 for debian-linux-gnu (x86_64)', MariaDB 12.1.2",
    })
    void aProgramPrintsItsProductAndVersion(String output, String product) {
        assertThat(MySqlKind.ofProgram("a warning before\n" + output + "\n").orElseThrow())
                .hasToString(product);
    }

    @Test
    void anotherProgramIsNoServer() {
        assertThat(MySqlKind.ofProgram("--version")).isEmpty();
    }

    @Test
    void aRunningServerIsKnownByItsVersion() {
        assertThat(MySqlKind.ofServer("11.4.5-MariaDB-log")).hasToString("MariaDB 11.4.5");
        assertThat(MySqlKind.ofServer("9.7.4-2")).hasToString("MySQL 9.7.4");
    }

    @Test
    void mariaDbInPlaceOfMySqlSaysWhatItStandsInFor() {
        var mariaDb = MySqlKind.ofServer("11.4.5-MariaDB");
        var embedded = new ServerOrigin.Embedded(Path.of("/cache/mariadb-11.4.5/bin/mariadbd"));
        var inPlaceOfMySql = new MySqlServer(embedded, mariaDb, true, false);
        var asItIs = new MySqlServer(embedded, mariaDb, false, false);

        assertThat(inPlaceOfMySql.settings()).contains("--version=8.0.10-11.4.5-MariaDB");
        assertThat(inPlaceOfMySql.origin()).isEqualTo("embedded, as MySQL 8.0.10");
        assertThat(asItIs.settings()).noneMatch(setting -> setting.startsWith("--version"));
        assertThat(asItIs.origin()).isEqualTo("embedded");
    }

    @Test
    void aServerOfAnotherProductThanTheScenariosIsRefused() {
        var mariaDb = MySqlKind.ofServer("11.4.5-MariaDB");
        var mySql = MySqlKind.ofServer("9.7.4");

        MySqlKind.require(Optional.empty(), mariaDb, "embedded");
        MySqlKind.require(Optional.of(Product.MARIADB), mariaDb, "embedded");
        MySqlKind.require(Optional.of(Product.MYSQL), mySql, "container mysql:9.7");
        assertThatThrownBy(() -> MySqlKind.require(Optional.of(Product.MYSQL), mariaDb, "embedded"))
                .hasMessage("needs.mysql.product asks for MySQL, and this is MariaDB 11.4.5, embedded");
        assertThatThrownBy(() -> MySqlKind.require(Optional.of(Product.MARIADB), mySql, "container mysql:9.7"))
                .hasMessage("needs.mysql.product asks for MariaDB, and this is MySQL 9.7.4, container mysql:9.7");
    }

    @Test
    void addressesOfIpv6HaveBracketsWhereAUrlNeedsThem() {
        PlaceholderRule.assertKept(DeclaredMySql.KIND, MySqlKind.SERVER, url -> url.placeholders("shop"));
    }
}
