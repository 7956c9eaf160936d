package dev.ralbench.dependency.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class MySqlKindTest {
    @Test
    void anIpv6AddressHasBracketsBecauseItIsPutIntoAUrl() {
        assertThat(MySqlKind.words(MySqlKind.SUPPLY.url(URI.create("mysql://[::1]:7000")), "shop"))
                .containsEntry("mysql.host", "[::1]");
    }
}
