package dev.ralbench.claims;

import java.util.Locale;

/** What was found of a claim. */
public enum ClaimVerdict {
    REPRODUCED,
    NOT_REPRODUCED,
    /** The study that says it has a figure that says otherwise, whatever was measured here. */
    CONTRADICTED_BY_ITS_SOURCE,
    NOT_MEASURED_HERE;

    /** The verdict as tables print it, such as {@code not measured here}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
