package dev.ralbench.tls;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Certificates and keys in the text form of RFC 7468. All methods throw IllegalArgumentException with the end of a
 * sentence that begins with the name of the file's key.
 */
public final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----", Pattern.DOTALL);
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");
    /** Version 0, then the algorithm: rsaEncryption, no parameters. */
    private static final byte[] RSA = HexFormat.of().parseHex("020100300d06092a864886f70d0101010500");

    private static final byte[] LONG_SEQUENCE = HexFormat.of().parseHex("3082");
    private static final byte[] LONG_OCTETS = HexFormat.of().parseHex("0482");

    private Pem() {}

    /** All certificates of a text, in its order; at least one. */
    public static List<X509Certificate> certificates(String text) {
        var certificates = new ArrayList<X509Certificate>();
        for (var block : blocks(text)) {
            if (block.label.equals("CERTIFICATE")) {
                certificates.add(certificate(block.content()));
            }
        }
        if (certificates.isEmpty()) {
            throw new IllegalArgumentException("has no -----BEGIN CERTIFICATE----- in it");
        }
        return certificates;
    }

    /** The one private key of a text, without a password, in PKCS#8 or, of RSA, in PKCS#1. */
    public static PrivateKey privateKey(String text) {
        for (var block : blocks(text)) {
            switch (block.label) {
                case "PRIVATE KEY" -> {
                    return key(block.content());
                }
                case "RSA PRIVATE KEY" -> {
                    return key(pkcs8(block.content()));
                }
                case "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY" ->
                    throw new IllegalArgumentException(
                            "holds an " + block.label
                                    + ", which cannot be read; openssl pkcs8 -topk8 -nodes -in OLD -out NEW makes it one that can");
                default -> {
                    // certificates and parameters may stand in the same file
                }
            }
        }
        throw new IllegalArgumentException("has no -----BEGIN PRIVATE KEY----- in it");
    }

    private record Block(String label, String base64) {
        byte[] content() {
            return Base64.getMimeDecoder().decode(base64);
        }
    }

    private static List<Block> blocks(String text) {
        return BLOCK.matcher(text)
                .results()
                .map(match -> new Block(match.group(1), match.group(2)))
                .toList();
    }

    private static X509Certificate certificate(byte[] content) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(content));
        } catch (CertificateException e) {
            throw new IllegalArgumentException("holds a certificate that cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * A key of RSA as OpenSSL wrote them for long, in the envelope that the JDK reads (RFC 5208, 5). Lengths take two
     * bytes, which is right for keys of 512 to 65,536 bits; the JDK refuses others.
     */
    private static byte[] pkcs8(byte[] pkcs1) {
        return ByteBuffer.allocate(2 + Short.BYTES + RSA.length + 2 + Short.BYTES + pkcs1.length)
                .put(LONG_SEQUENCE)
                .putShort((short) (RSA.length + 2 + Short.BYTES + pkcs1.length))
                .put(RSA)
                .put(LONG_OCTETS)
                .putShort((short) pkcs1.length)
                .put(pkcs1)
                .array();
    }

    private static PrivateKey key(byte[] pkcs8) {
        return ALGORITHMS.stream()
                .flatMap(algorithm -> key(algorithm, pkcs8).stream())
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("holds a key that cannot be read; RSA, EC and Ed25519 can"));
    }

    private static Optional<PrivateKey> key(String algorithm, byte[] pkcs8) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8)));
        } catch (GeneralSecurityException e) {
            return Optional.empty(); // of another algorithm
        }
    }
}
