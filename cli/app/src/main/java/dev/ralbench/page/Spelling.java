package dev.ralbench.page;

import java.util.Locale;

/** Constants as reports spell them. */
public final class Spelling {
    private Spelling() {}

    /** Such as {@code whole-run} for WHOLE_RUN. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
