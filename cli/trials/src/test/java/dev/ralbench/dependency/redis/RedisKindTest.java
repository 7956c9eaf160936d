package dev.ralbench.dependency.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class RedisKindTest {
    @Test
    void anIpv6AddressHasNoBracketsBecauseClientsTakeTheHostByItself() {
        assertThat(RedisKind.placeholders(RedisKind.SUPPLY.url(URI.create("redis://[::1]:7000")), 0))
                .containsEntry("redis.host", "::1");
    }
}
