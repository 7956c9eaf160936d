package dev.ralbench.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretHeadersTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization",
                "proxy-authorization",
                "COOKIE",
                "X-Api-Key",
                "X-ApiKey",
                "X-Auth-Token",
                "X-Client-Secret",
                "X-Password",
                "X-Amz-Credential"
            })
    void usualNamesAreKnown(String name) {
        assertThat(SecretHeaders.shown(name, "Bearer abc")).isEqualTo("<redacted>");
        assertThat(SecretHeaders.inClear(Map.of(name, "Bearer abc"))).containsExactly(name);
    }

    @Test
    void confidentialAreThoseThatUsuallyCarryASecretAndThoseWithAVariable() {
        var headers = Map.of("Accept", "a", "Cookie", "b", "X-Api-Key", "${env:KEY}", "X-Mine", "c ${env:MINE}");

        assertThat(SecretHeaders.confidential(headers)).containsExactlyInAnyOrder("Cookie", "X-Api-Key", "X-Mine");
    }

    @ParameterizedTest
    @CsvSource({
        "Accept, application/json",
        "User-Agent, ralbench",
        "Idempotency-Key, 42",
        "Authorization, Bearer ${env:TOKEN}",
        "Authorization, Bearer ${token}",
        "X-Request-Token, ${uuid}",
        "Authorization, <redacted>",
        "X-Api-Key, ''",
    })
    void whatIsNoSecretOrHasAPlaceholderStays(String name, String value) {
        assertThat(SecretHeaders.shown(name, value)).isEqualTo(value);
        assertThat(SecretHeaders.inClear(Map.of(name, value))).isEmpty();
    }
}
