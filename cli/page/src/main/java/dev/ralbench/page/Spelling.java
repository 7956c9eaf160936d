package dev.ralbench.page;

import java.util.List;
import java.util.Locale;

/** Constants and lists as reports spell them. */
public final class Spelling {
    private Spelling() {}

    /** Such as {@code whole-run} for WHOLE_RUN. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Such as {@code a, b and c}. */
    public static String list(List<String> names) {
        return names.size() <= 1
                ? String.join("", names)
                : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
    }
}
