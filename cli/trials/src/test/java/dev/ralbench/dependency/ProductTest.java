package dev.ralbench.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductTest {
    @ParameterizedTest
    @CsvSource({
        "/usr/sbin/mysqld  Ver 9.7.4-2 for Linux on x86_64 ((Debian)), MySQL 9.7.4",
        "/usr/sbin/mysqld  Ver 8.0.15 for Linux on x86_64 (MySQL Community Server - GPL), MySQL 8.0.15",
        "/x/mariadbd  Ver 11.4.5-MariaDB for linux-systemd on x86_64 (MariaDB Server), MariaDB 11.4.5",
        "'mariadbd from 12.1.2-MariaDB, client 15.2 for debian-linux-gnu (x86_64)', MariaDB 12.1.2",
    })
    void serversOfMySqlSayWhatTheyAre(String output, String product) {
        assertThat(Product.ofMySqlProgram("a warning before\n" + output + "\n").orElseThrow())
                .hasToString(product);
    }

    @ParameterizedTest
    @CsvSource({
        "Redis server v=7.0.15 sha=00000000:0 malloc=libc bits=64 build=e218535194f921a7, Redis 7.0.15",
        "Valkey server v=9.1.2 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=b, Valkey 9.1.2",
    })
    void serversOfRedisSayWhatTheyAre(String output, String product) {
        assertThat(Product.ofRedisProgram(output).orElseThrow()).hasToString(product);
    }

    @Test
    void otherProgramsAreNone() {
        assertThat(Product.ofMySqlProgram("--version")).isEmpty();
        assertThat(Product.ofRedisProgram("v=1.2")).isEmpty();
    }

    @Test
    void runningServersAreKnownByTheirAnswers() {
        assertThat(Product.ofMySqlServer("11.4.5-MariaDB-log")).hasToString("MariaDB 11.4.5");
        assertThat(Product.ofMySqlServer("9.7.4-2")).hasToString("MySQL 9.7.4");
        assertThat(Product.ofRedisServer(InfoText.parse("redis_version:8.0.6"))).hasToString("Redis 8.0.6");
        assertThat(Product.ofRedisServer(
                        InfoText.parse("redis_version:7.2.4\nserver_name:valkey\nvalkey_version:9.1.2")))
                .hasToString("Valkey 9.1.2");
    }
}
