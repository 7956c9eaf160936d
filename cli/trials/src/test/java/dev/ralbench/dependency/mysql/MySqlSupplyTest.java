package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.testing.PlaceholderRule;
import org.junit.jupiter.api.Test;

class MySqlSupplyTest {
    @Test
    void addressesOfIpv6HaveBracketsWhereAUrlNeedsThem() {
        PlaceholderRule.assertKept(
                DeclaredMySql.KIND, MySqlSupply.SUPPLY, url -> MySqlSupply.placeholders(url, "shop"));
    }
}
