package dev.ralbench;

/** Text that the JVM has decoded from bytes outside: arguments and environment variables. */
public final class DecodedText {
    /** Stands for bytes that are not of the encoding. */
    private static final int SUBSTITUTE = 0xfffd;

    private DecodedText() {}

    /** Whether the text is the one that the user wrote: no part of it could not be decoded. */
    public static boolean isComplete(String text) {
        return text.codePoints()
                .noneMatch(sign -> sign == SUBSTITUTE || Character.getType(sign) == Character.SURROGATE);
    }
}
