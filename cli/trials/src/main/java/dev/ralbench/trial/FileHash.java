package dev.ralbench.trial;

import dev.ralbench.Failure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The hash of a build's content, as results store it: {@code sha256:} and the first digits. */
final class FileHash {
    private static final int SHOWN_BYTES = 8;

    private FileHash() {}

    static String of(Path file) {
        var digest = sha256();
        try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw Failure.environment(
                            file + " cannot be read", String.valueOf(e.getMessage()), "check the file, or rebuild it")
                    .causedBy(e);
        }
        return shown(digest);
    }

    static String of(byte[] bytes) {
        var digest = sha256();
        digest.update(bytes);
        return shown(digest);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String shown(MessageDigest digest) {
        return "sha256:" + HexFormat.of().formatHex(digest.digest(), 0, SHOWN_BYTES);
    }
}
