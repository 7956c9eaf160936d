package dev.ralbench.service;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Values of placeholders, as they may be stored in results and printed: without passwords. */
public final class ShownPlaceholders {
    private static final String HIDDEN = "***";

    /** Between user and host, encoded, so that it has neither of the signs that end it. */
    private static final Pattern PASSWORD_IN_URL = Pattern.compile("(?<=://[^:/@]{0,500}:)[^/@]+(?=@)");

    private ShownPlaceholders() {}

    static Map<String, String> of(Map<String, String> placeholders) {
        var shown = new HashMap<>(placeholders);
        shown.replaceAll(ShownPlaceholders::of);
        return shown;
    }

    /** One of them, by its name. */
    public static String of(String name, String word) {
        if (name.endsWith(".password") && !word.isEmpty()) {
            return HIDDEN;
        }
        return name.endsWith(".url") ? PASSWORD_IN_URL.matcher(word).replaceFirst(HIDDEN) : word;
    }
}
