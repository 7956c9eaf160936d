package dev.ralbench.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.TestTls;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a chain and a key would only be seen when connections are made. */
class ClientIdentityTest {
    private static ClientIdentity identity(String chain, String key) {
        var text = Stream.of(chain.split(" "))
                .map(name -> TestTls.text(name + ".pem"))
                .collect(Collectors.joining());
        return new ClientIdentity(Pem.certificates(text), Pem.privateKey(TestTls.text(key + "-key.pem")));
    }

    @ParameterizedTest
    @CsvSource({
        "client, client",
        "client ca, client",
        "rsa, rsa",
        "rsa, rsa-pkcs1",
        "ed25519, ed25519",
    })
    void aChainInOrderWithItsKeyHasNoFlawAndCanBeUsed(String chain, String key) {
        var identity = identity(chain, key);

        assertThat(identity.flaw()).isEmpty();
        assertThat(TlsClient.of(new TlsSettings(List.of(), Optional.of(identity), true))
                        .keys())
                .isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // the chain in the file's order | the key | what is said of it
                "ca client | client | begins with CN=ralbench test ca; first must come CN=client, whose key",
                "client other-ca | client | has CN=ralbench test other-ca after CN=client, whose issuer is CN=ralbench test ca",
                "client server ca | client | has CN=server after CN=client, whose issuer is CN=ralbench test ca;",
                "client ca ca | client | has the same certificate twice",
                "client | server | is of another key: the public key of CN=client does not belong",
                "client | rsa | is of another key: the public key of CN=client does not belong",
                "rsa | client | is of another key: the public key of CN=rsa does not belong",
                "ed25519 | client | is of another key: the public key of CN=ed25519 does not belong",
            })
    void whatNoServerWouldTakeIsSaid(String chain, String key, String flaw) {
        assertThat(identity(chain, key).flaw())
                .hasValueSatisfying(text -> assertThat(text).startsWith(flaw));
    }

    /** As OpenSSL wrote it for long: what is within the envelope that Java writes. */
    @ParameterizedTest
    @ValueSource(ints = {512, 1024})
    void keysOfRsaAreReadWithoutTheirEnvelope(int bits) throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        var key = generator.generateKeyPair().getPrivate();
        var bare = Arrays.copyOfRange(key.getEncoded(), 26, key.getEncoded().length);
        var text = Base64.getMimeEncoder().encodeToString(bare);

        assertThat(Pem.privateKey("-----BEGIN RSA PRIVATE KEY-----\n" + text + "\n-----END RSA PRIVATE KEY-----\n"))
                .isEqualTo(key);
    }

    @Test
    void itsTextShowsNoKey() {
        assertThat(identity("rsa", "rsa")).hasToString("client identity CN=rsa");
    }
}
