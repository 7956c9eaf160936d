package dev.ralbench.fleet;

/** Something that an agent's load comes to, and of which the main has to hear. Constants keep their place: it is sent. */
@SuppressWarnings("EnumOrdinal") // the place is what is sent
public enum Point {
    /** All users of a burst have tried to connect; they wait for those of the other agents. */
    CONNECTIONS,
    /** A window has ended; the next one begins when it has ended on all agents. */
    WINDOW_END,
    /** The load has ended as planned. */
    PLAN_END,
    /** The load has ended before its plan. */
    EARLY_END,
    /** A level of a search has begun; all that was done before has been reported. */
    LEVEL_BEGUN,
    /** A level of a search has ended; all that was done in it has been reported. */
    LEVEL_ENDED;

    /** Its number in a frame. */
    long number() {
        return ordinal();
    }

    static Point of(long number) {
        return values()[Math.toIntExact(number)];
    }
}
