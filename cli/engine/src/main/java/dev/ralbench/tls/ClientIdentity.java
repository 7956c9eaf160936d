package dev.ralbench.tls;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A client's identity, if servers ask.
 *
 * @param chain its certificate first, then those that lead to an authority
 * @param key of its certificate
 */
public record ClientIdentity(List<X509Certificate> chain, PrivateKey key) {
    private static final byte[] ANYTHING = "ralbench".getBytes(StandardCharsets.US_ASCII);

    public ClientIdentity {
        chain = List.copyOf(chain);
        if (chain.isEmpty()) {
            throw new IllegalArgumentException("certificate: must be at least one");
        }
    }

    /**
     * Why no server would take it, as the end of a sentence that begins with the certificate's key: the JDK refuses a
     * chain out of order only when connections are made, and a foreign key not even then.
     */
    public Optional<String> flaw() {
        return foreignKey().or(this::disorder);
    }

    private Optional<String> foreignKey() {
        if (belong(chain.getFirst().getPublicKey(), key)) {
            return Optional.empty();
        }
        var owner = chain.stream()
                .filter(certificate -> belong(certificate.getPublicKey(), key))
                .findFirst();
        return Optional.of(owner.map(own -> "begins with " + name(chain.getFirst()) + "; first must come " + name(own)
                        + ", whose key is the given one, and after each certificate that of its issuer")
                .orElseGet(() -> "is of another key: the public key of " + name(chain.getFirst())
                        + " does not belong to the private key"));
    }

    private Optional<String> disorder() {
        for (int at = 1; at < chain.size(); at++) {
            var before = chain.get(at - 1);
            if (!before.getIssuerX500Principal().equals(chain.get(at).getSubjectX500Principal())) {
                return Optional.of("has " + name(chain.get(at)) + " after " + name(before) + ", whose issuer is "
                        + before.getIssuerX500Principal()
                        + "; after each certificate must come that of its issuer, and nothing else");
            }
        }
        return Set.copyOf(chain).size() == chain.size()
                ? Optional.empty()
                : Optional.of("has the same certificate twice; leave one of them out");
    }

    private static String name(X509Certificate certificate) {
        return String.valueOf(certificate.getSubjectX500Principal());
    }

    /** Without the key, whose own text shows it. */
    @Override
    public String toString() {
        return "client identity " + chain.getFirst().getSubjectX500Principal();
    }

    /** Whether the keys are a pair; false for keys of different kinds. */
    static boolean belong(PublicKey open, PrivateKey secret) {
        if (open instanceof RSAKey one && secret instanceof RSAKey other) {
            return one.getModulus().equals(other.getModulus());
        }
        if (open instanceof ECKey && secret instanceof ECKey) {
            return verifies("SHA256withECDSA", open, secret);
        }
        return open instanceof EdECKey && secret instanceof EdECKey && verifies("EdDSA", open, secret);
    }

    private static boolean verifies(String algorithm, PublicKey open, PrivateKey secret) {
        try {
            var signature = Signature.getInstance(algorithm);
            signature.initSign(secret);
            signature.update(ANYTHING);
            var signed = signature.sign();
            signature.initVerify(open);
            signature.update(ANYTHING);
            return signature.verify(signed);
        } catch (GeneralSecurityException differentCurves) {
            return false;
        }
    }
}
