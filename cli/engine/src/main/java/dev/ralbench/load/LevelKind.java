package dev.ralbench.load;

/** The kind of a level. */
public enum LevelKind {
    USERS("", ""),
    RATE("", "/s"),
    RAMP_TO_USERS("ramp to ", ""),
    RAMP_TO_RATE("ramp to ", "/s"),
    WHOLE_RUN("all", ""),
    /** Stands in for a level if there is none. */
    NONE("no level", "");

    final String prefix;
    final String unit;

    LevelKind(String prefix, String unit) {
        this.prefix = prefix;
        this.unit = unit;
    }

    static LevelKind of(boolean isRamp, boolean isRate) {
        return isRamp ? (isRate ? RAMP_TO_RATE : RAMP_TO_USERS) : (isRate ? RATE : USERS);
    }

    boolean hasSize() {
        return this != WHOLE_RUN && this != NONE;
    }
}
