package dev.ralbench.scenario;

import dev.ralbench.Failure;
import java.util.regex.Pattern;

/** The user's note on a variant's service, given as {@code --label base.revision=3f2c1ab}. */
public record Label(String variant, String key, String value) {
    private static final Pattern FORM = Pattern.compile("([a-z0-9][a-z0-9-]*)\\.([A-Za-z][A-Za-z0-9_.-]*)=(.+)");

    /** Reads {@code NAME.KEY=VALUE}. */
    public static Label parse(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw Failure.usage(
                    "--label " + text + ": cannot be read",
                    "A label is the name of a variant, a dot, a key, = and a value.",
                    "Write --label base.revision=3f2c1ab.");
        }
        return new Label(matcher.group(1), matcher.group(2), matcher.group(3));
    }
}
