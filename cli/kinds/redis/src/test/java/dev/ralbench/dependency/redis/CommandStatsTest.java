package dev.ralbench.dependency.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.Texts;
import dev.ralbench.dependency.kind.ServedCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandStatsTest {
    /**
     * Each server printed it after SET, GET twice, MGET, INCR within a transaction, EVAL with a GET inside, OBJECT ENCODING,
     * XADD and XINFO STREAM: ten that ask data; and HELLO, CLIENT, CONFIG, PING, INFO, COMMAND, DBSIZE, MULTI, EXEC, QUIT.
     */
    @ParameterizedTest
    @ValueSource(strings = {"6.2", "7.0", "8.0"})
    void whatAsksDataIsCounted(String version) {
        assertThat(CommandStats.served(Texts.resource("/dependency/redis-" + version + ".txt")))
                .isEqualTo(10);
    }

    @Test
    void aServerThatServedNothingSaysNothing() {
        assertThat(CommandStats.served("# Commandstats\r\n")).isZero();
    }

    @Test
    void ourOwnConnectionIsNotCounted() {
        var clients = InfoText.parse("# Clients\r\nconnected_clients:5\r\nblocked_clients:2\r\n");

        assertThat(CommandStats.counts("cmdstat_get:calls=3,usec=1\r\n", clients))
                .isEqualTo(new ServedCounts(3, 2, 4));
    }
}
