package dev.ralbench.fleet;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;

/**
 * A certificate authority that lives in memory: keys on P-256, certificates of X.509 (RFC 5280) in DER. The JDK signs and
 * checks certificates, but has no public class that makes them.
 */
final class CertificateAuthority {
    private static final int SEQUENCE = 0x30;
    private static final int BOOLEAN = 0x01;
    private static final int INTEGER = 0x02;
    private static final int BITS = 0x03;
    private static final int OCTETS = 0x04;
    private static final int OID = 0x06;
    private static final int TIME = 0x17;
    private static final int VERSION = 0xA0;
    private static final int EXTENSIONS = 0xA3;

    /** ecdsa-with-SHA256. */
    private static final byte[] ALGORITHM = element(SEQUENCE, oid("2a8648ce3d040302"));

    private static final byte[] TRUE = element(BOOLEAN, new byte[] {(byte) 0xFF});
    private static final byte[] VERSION_3 = element(VERSION, element(INTEGER, new byte[] {2}));
    private static final String BASIC_CONSTRAINTS = "551d13";
    private static final String KEY_USAGE = "551d0f";
    private static final String EXTENDED_KEY_USAGE = "551d25";
    private static final String SERVER = "2b06010505070301";
    private static final String CLIENT = "2b06010505070302";
    /** The bits of a key usage, after the number of unused ones. */
    private static final byte[] SIGNS_CERTIFICATES = {2, 0x04};

    private static final byte[] SIGNS = {7, (byte) 0x80};
    /** Two digits of the year: until 2049 (RFC 5280, 4.1.2.5). */
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final int SERIAL_BITS = 120;

    private final SecureRandom random = new SecureRandom();
    private final X500Principal name;
    private final KeyPair keys;
    private final Instant from;
    private final Instant until;
    private final byte[] certificate;

    /** A certificate and its key. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Issued(PrivateKey key, byte[] certificate) {}

    private CertificateAuthority(Instant from, Instant until) {
        this.from = from;
        this.until = until;
        this.keys = newKeys();
        // A name of its own: another fleet's authority is not found by its name, and then fails by its signature.
        this.name = new X500Principal(
                "CN=ralbench fleet " + new BigInteger(Long.SIZE, random).toString(Character.MAX_RADIX));
        this.certificate = signed(
                name,
                keys,
                extension(BASIC_CONSTRAINTS, true, element(SEQUENCE, join(TRUE, element(INTEGER, new byte[] {0})))),
                extension(KEY_USAGE, true, element(BITS, SIGNS_CERTIFICATES)));
    }

    static CertificateAuthority create(Instant from, Instant until) {
        return new CertificateAuthority(from, until);
    }

    byte[] certificate() {
        return certificate.clone();
    }

    /** A certificate to call agents with. */
    Issued main(String commonName) {
        return issue(commonName, CLIENT);
    }

    /** A certificate to be called with. */
    Issued agent(String commonName) {
        return issue(commonName, SERVER);
    }

    private Issued issue(String commonName, String purpose) {
        var pair = newKeys();
        return new Issued(
                pair.getPrivate(),
                signed(
                        new X500Principal("CN=" + commonName),
                        pair,
                        extension(BASIC_CONSTRAINTS, true, element(SEQUENCE)),
                        extension(KEY_USAGE, true, element(BITS, SIGNS)),
                        extension(EXTENDED_KEY_USAGE, true, element(SEQUENCE, oid(purpose)))));
    }

    private KeyPair newKeys() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }

    private byte[] signed(X500Principal subject, KeyPair pair, byte[]... extensions) {
        var content = element(
                SEQUENCE,
                VERSION_3,
                element(
                        INTEGER,
                        new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS).toByteArray()),
                ALGORITHM,
                name.getEncoded(),
                element(SEQUENCE, time(from), time(until)),
                subject.getEncoded(),
                pair.getPublic().getEncoded(),
                element(EXTENSIONS, element(SEQUENCE, extensions)));
        try {
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate(), random);
            signature.update(content);
            return element(SEQUENCE, content, ALGORITHM, element(BITS, new byte[] {0}, signature.sign()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK signs with P-256", e);
        }
    }

    private static byte[] time(Instant instant) {
        return element(TIME, DATE.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] extension(String oid, boolean isCritical, byte[] value) {
        return element(SEQUENCE, oid(oid), isCritical ? TRUE : new byte[] {}, element(OCTETS, value));
    }

    private static byte[] oid(String hex) {
        return element(OID, HexFormat.of().parseHex(hex));
    }

    /** Tag, length, content, as X.690 has them. */
    private static byte[] element(int tag, byte[]... parts) {
        var content = join(parts);
        var bytes = new ByteArrayOutputStream();
        bytes.write(tag);
        if (content.length < 0x80) {
            bytes.write(content.length);
        } else {
            var length = BigInteger.valueOf(content.length).toByteArray();
            int first = length[0] == 0 ? 1 : 0;
            bytes.write(0x80 | (length.length - first));
            bytes.write(length, first, length.length - first);
        }
        bytes.writeBytes(content);
        return bytes.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        Stream.of(parts).forEach(bytes::writeBytes);
        return bytes.toByteArray();
    }

    /** The name of a certificate that such an authority made. */
    static String commonName(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName().replaceFirst("^CN=", "");
    }
}
