package dev.ralbench.tls;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/** Private keys of RSA as OpenSSL wrote them for long, in the envelope that the JDK reads (RFC 5208, 5). */
final class Pkcs1 {
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    /** Version 0, then the algorithm: rsaEncryption, no parameters. */
    private static final byte[] HEAD = HexFormat.of().parseHex("020100300d06092a864886f70d0101010500");

    private Pkcs1() {}

    static byte[] asPkcs8(byte[] pkcs1) {
        var content = new ByteArrayOutputStream();
        content.writeBytes(HEAD);
        content.writeBytes(tagged(OCTETS, pkcs1));
        return tagged(SEQUENCE, content.toByteArray());
    }

    /** Tag, length in DER, content. */
    private static byte[] tagged(int tag, byte[] content) {
        var out = new ByteArrayOutputStream();
        out.write(tag);
        int length = content.length;
        if (length < 0x80) {
            out.write(length);
        } else {
            int bytes = length > 0xffff ? 3 : length > 0xff ? 2 : 1;
            out.write(0x80 | bytes);
            for (int i = bytes - 1; i >= 0; i--) {
                out.write(length >> (8 * i));
            }
        }
        out.writeBytes(content);
        return out.toByteArray();
    }
}
