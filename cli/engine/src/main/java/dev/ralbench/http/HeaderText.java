package dev.ralbench.http;

import java.nio.charset.StandardCharsets;

/** Header values for Vert.x, which writes each character as one byte, and a question mark for those that do not fit. */
public final class HeaderText {
    private HeaderText() {}

    /** A text whose characters are the bytes of the value in UTF-8. */
    public static String of(String value) {
        return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
