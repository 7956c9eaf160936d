package dev.ralbench.load.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The certificate of servers that calibrate TLS, signed by itself. Its key is public: it protects nothing. */
final class CalibrationCertificate {
    private CalibrationCertificate() {}

    /** As PEM. */
    static byte[] certificate() {
        return read("calibration.pem");
    }

    /** Of the certificate, as PEM. */
    static byte[] key() {
        return read("calibration-key.pem");
    }

    private static byte[] read(String name) {
        try (var in = Objects.requireNonNull(CalibrationCertificate.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
