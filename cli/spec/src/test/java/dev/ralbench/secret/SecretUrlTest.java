package dev.ralbench.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.secret.SecretUrl.Flaw;
import dev.ralbench.testing.Disturbance;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretUrlTest {
    private static final Secrets SECRETS =
            Secrets.of(Map.of("HOST", "shop.example", "PORT", "8081", "PART", "staging", "ODD", "a/b"));

    @ParameterizedTest
    @CsvSource({
        "http://${env:HOST}:8080, http://shop.example:8080",
        "https://127.0.0.1:${env:PORT}, https://127.0.0.1:8081",
        "http://${env:HOST}:${env:PORT}, http://shop.example:8081",
        "http://${env:PART}.${env:HOST}:80, http://staging.shop.example:80",
        "http://[::1]:80, http://[::1]:80",
        "http://my_service:80, http://my_service:80",
        "http://${env:PART}_a:80, http://staging_a:80",
        "http://b\u00fccher.test:80, http://xn--bcher-kva.test:80",
        "http://127.1:80, http://127.0.0.1:80",
    })
    void hostAndPortMayBeLeftToVariables(String text, String filled) {
        assertThat(new SecretUrl(text).filled(SECRETS)).isEqualTo(URI.create(filled));
        assertThat(new SecretUrl(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        "${env:HOST}, FORM",
        "ftp://${env:HOST}:80, FORM",
        "http://${env:HOST}, PORT",
        "http://localhost:0, PORT",
        "http://localhost:65536, PORT",
        "http://localhost:, PORT",
        "http://localhost:80x, FORM",
        "http://256.1.1.1:80, FORM",
        "http://a..b:80, FORM",
        "http://[::g]:80, FORM",
        "http://localhost:80#top, MORE",
        "http://${env:HOST}:80/way, MORE",
        "http://user:secret@localhost:80, USER",
        "http://user:${env:PART}@localhost:80, USER",
        "http://user:s/cret@localhost:80, USER",
        "'http://user:s cret@localhost:80', USER",
    })
    void anythingElseIsRefused(String text, Flaw flaw) {
        assertThat(SecretUrl.flaw(text)).contains(flaw);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://${env:ODD}:80", "http://localhost:${env:PART}"})
    void aValueThatMakesNoUrlIsNotRepeated(String text) {
        var failure = catchThrowableOfType(Failure.class, () -> new SecretUrl(text).filled(SECRETS));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).startsWith(text);
        assertThat(failure.what() + failure.why() + failure.fix()).doesNotContain("a/b", "staging");
    }

    @Test
    void theSchemeIsKnownBeforeAnythingIsFilledIn() {
        assertThat(new SecretUrl("https://${env:HOST}:80").scheme()).isEqualTo("https");
    }

    @ParameterizedTest
    @CsvSource({
        "mysql://root:secret@db:3306, mysql://root:***@db:3306",
        "--mysql-url=mysql://root:secret@db:3306, --mysql-url=mysql://root:***@db:3306",
        "redis://:se:cret@127.0.0.1:6379, redis://:***@127.0.0.1:6379",
        "mysql://root@db:3306, mysql://root@db:3306",
        "http://127.0.0.1:8080/a@b, http://127.0.0.1:8080/a@b",
        "results/a:b@c.json, results/a:b@c.json",
        "mysql://root:${env:PW}@db:3306, mysql://root:${env:PW}@db:3306",
        "mysql://${env:USER}:${env:PW}@db:3306, mysql://${env:USER}:${env:PW}@db:3306",
        "mysql://${env:USER}:secret@db:3306, mysql://${env:USER}:***@db:3306",
        "redis://:secret${env:PW}@db:3306, redis://:***@db:3306",
        "${env:MYSQL}, ${env:MYSQL}",
        "@/run/secrets/db, @/run/secrets/db",
    })
    @Disturbance(value = "a password in --mysql-url", then = "*** in the result")
    void aPasswordIsNotKept(String typed, String kept) {
        assertThat(SecretUrl.withoutPassword(typed)).isEqualTo(kept);
    }
}
