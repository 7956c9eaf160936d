package dev.ralbench.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.TestTls;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @Test
    void itsTextShowsNoKey() {
        assertThat(identity("rsa", "rsa")).hasToString("client identity CN=rsa");
    }
}
