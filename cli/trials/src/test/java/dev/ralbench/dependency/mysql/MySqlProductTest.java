package dev.ralbench.dependency.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlProductTest {
    @ParameterizedTest
    @CsvSource({
        "/usr/sbin/mysqld  Ver 9.7.4-2 for Linux on x86_64 ((Debian)), MySQL 9.7.4",
        "/usr/sbin/mysqld  Ver 8.0.15 for Linux on x86_64 (MySQL Community Server - GPL), MySQL 8.0.15",
        "/x/mariadbd  Ver 11.4.5-MariaDB for linux-systemd on x86_64 (MariaDB Server), MariaDB 11.4.5",
        "'mariadbd from 12.1.2-MariaDB, client 15.2 for debian-linux-gnu (x86_64)', MariaDB 12.1.2",
    })
    void aProgramPrintsItsProductAndVersion(String output, String product) {
        assertThat(MySqlProduct.ofProgram("a warning before\n" + output + "\n").orElseThrow())
                .hasToString(product);
    }

    @Test
    void anotherProgramIsNoServer() {
        assertThat(MySqlProduct.ofProgram("--version")).isEmpty();
    }

    @Test
    void aRunningServerIsKnownByItsVersion() {
        assertThat(MySqlProduct.ofServer("11.4.5-MariaDB-log")).hasToString("MariaDB 11.4.5");
        assertThat(MySqlProduct.ofServer("9.7.4-2")).hasToString("MySQL 9.7.4");
    }
}
