package dev.ralbench.tls;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;

/** Which keys are two halves of one. */
final class KeyPairs {
    private static final byte[] ANYTHING = "ralbench".getBytes(StandardCharsets.US_ASCII);

    private KeyPairs() {}

    /** Whether what the one signs is what the other verifies; false for keys of different kinds. */
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
