package dev.ralbench.dependency.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class MySqlSupplyTest {
    @Test
    void anIpv6AddressHasBracketsBecauseItIsPutIntoAUrl() {
        assertThat(MySqlSupply.placeholders(MySqlSupply.SUPPLY.url(URI.create("mysql://[::1]:7000")), "shop"))
                .containsEntry("mysql.host", "[::1]");
    }
}
