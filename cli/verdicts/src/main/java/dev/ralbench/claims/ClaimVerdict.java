package dev.ralbench.claims;

import java.util.Locale;

public enum ClaimVerdict {
    REPRODUCED,
    NOT_REPRODUCED,
    /** A figure of the same study refutes it, regardless of measurements here. */
    CONTRADICTED_BY_ITS_SOURCE,
    NOT_MEASURED_HERE;

    /** The verdict as tables print it, such as {@code not measured here}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
