package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.declared.DeclaredPostgres;
import dev.ralbench.testing.PlaceholderRule;
import org.junit.jupiter.api.Test;

class PostgresSupplyTest {
    @Test
    void addressesOfIpv6HaveBracketsWhereAUrlNeedsThem() {
        PlaceholderRule.assertKept(
                DeclaredPostgres.KIND, PostgresSupply.SUPPLY, url -> PostgresSupply.placeholders(url, "shop"));
    }
}
