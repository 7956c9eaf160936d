package dev.ralbench.dependency.kind;

import java.security.SecureRandom;
import java.util.HexFormat;

/** The password of a server that ralbench starts: of letters and digits, so that it needs no quotes anywhere. */
public record ServerPassword(String text) {
    private static final int BYTES = 16;

    public static ServerPassword random() {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new ServerPassword(HexFormat.of().formatHex(bytes));
    }

    @Override
    public String toString() {
        return "***";
    }
}
