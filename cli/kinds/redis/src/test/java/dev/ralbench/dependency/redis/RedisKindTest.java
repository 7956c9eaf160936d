package dev.ralbench.dependency.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.DeclaredRedis;
import dev.ralbench.testing.PlaceholderRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisKindTest {
    @ParameterizedTest
    @CsvSource({
        "Redis server v=7.0.15 sha=00000000:0 malloc=libc bits=64 build=e218535194f921a7, Redis 7.0.15",
        "Valkey server v=9.1.2 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=b, Valkey 9.1.2",
    })
    void aProgramPrintsItsProductAndVersion(String output, String product) {
        assertThat(RedisKind.ofProgram(output).orElseThrow()).hasToString(product);
    }

    @Test
    void anotherProgramIsNoServer() {
        assertThat(RedisKind.ofProgram("v=1.2")).isEmpty();
    }

    @Test
    void aRunningServerIsKnownByItsInfo() {
        assertThat(RedisKind.ofServer(InfoText.parse("redis_version:8.0.6"))).hasToString("Redis 8.0.6");
        assertThat(RedisKind.ofServer(InfoText.parse("redis_version:7.2.4\nserver_name:valkey\nvalkey_version:9.1.2")))
                .hasToString("Valkey 9.1.2");
    }

    @Test
    void addressesOfIpv6HaveBracketsWhereAUrlNeedsThem() {
        PlaceholderRule.assertKept(DeclaredRedis.KIND, RedisKind.SERVER, url -> url.placeholders("0"));
    }
}
