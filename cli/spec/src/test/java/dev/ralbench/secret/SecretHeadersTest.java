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

    /** A result without the placeholder could not be run again, and one with the rest would give a secret away. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Authorization | Bearer ${users.token} | Bearer ${users.token}",
                "Authorization | ${users.type} ${users.token} | ${users.type} ${users.token}",
                "Cookie | sid=${sid}; u=${users.a name} | sid=${sid}; u=${users.a name}",
                "Cookie | session_id=${random 1..100}; theme=dark | session_id=${random 1..100}; theme=dark",
                "X-Api-Key | k-${0001..9999 per request} | k-${0001..9999 per request}",
                "Cookie | sid=0123456789ab; u=${users.name} | sid=<redacted>; u=${users.name}",
                "X-Api-Key | 0123456789ab-${uuid} | <redacted>${uuid}",
                "Cookie | sid=MDEyMzQ1Njc=--0123456789ab; u=${uuid} | sid=<redacted>=<redacted>; u=${uuid}",
                "Authorization | Digest u=\"${uuid}\", k=\"0123456789ab=c\" | Digest u=\"${uuid}\", k=\"<redacted>=c\"",
                "Cookie | u=${users.name}; sid=MDEyMzQ1Njc= | u=${users.name}; sid=<redacted>=",
                "Authorization | AWS4-HMAC-SHA256 Credential=${env:KEY}/20260101/eu, Signature=0123456789ab |"
                        + " AWS4-HMAC-SHA256 Credential=${env:KEY}<redacted>, Signature=<redacted>",
            })
    void placeholdersStayAndTheRestIsLeftOut(String name, String value, String stored) {
        assertThat(SecretHeaders.shown(name, value)).isEqualTo(stored);
        assertThat(SecretHeaders.shown(name, stored)).isEqualTo(stored);
        assertThat(SecretHeaders.firstRedacted(Map.of(name, stored)).isPresent())
                .isEqualTo(!stored.equals(value));
        assertThat(SecretHeaders.inClear(Map.of(name, value)).isEmpty()).isEqualTo(stored.equals(value));
    }

    @Test
    void whatIsLeftOutIsMasked() {
        assertThat(SecretHeaders.secretTexts(
                        Map.of("Cookie", "sid=0123456789ab; u=${users.a-long-name}; theme=dark"), text -> text))
                .containsExactly("0123456789ab");
    }
}
