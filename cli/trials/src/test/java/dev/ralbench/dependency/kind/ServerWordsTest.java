package dev.ralbench.dependency.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class ServerWordsTest {
    @Test
    void anIpv6AddressHasBracketsOnlyWhereItStandsInAUrl() {
        assertThat(ServerWords.redis(ServerUrl.redis(URI.create("redis://[::1]:7000")), 0))
                .containsEntry("redis.host", "::1");
        assertThat(ServerWords.mysql(ServerUrl.mysql(URI.create("mysql://[::1]:7000")), "shop"))
                .containsEntry("mysql.host", "[::1]");
    }
}
