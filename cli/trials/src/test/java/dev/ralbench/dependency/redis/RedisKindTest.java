package dev.ralbench.dependency.redis;

import dev.ralbench.dependency.declared.DeclaredRedis;
import dev.ralbench.testing.PlaceholderRule;
import org.junit.jupiter.api.Test;

class RedisKindTest {
    @Test
    void addressesOfIpv6HaveBracketsWhereAUrlNeedsThem() {
        PlaceholderRule.assertKept(DeclaredRedis.KIND, RedisKind.SUPPLY, url -> RedisKind.placeholders(url, 0));
    }
}
