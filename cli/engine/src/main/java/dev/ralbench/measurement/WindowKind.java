package dev.ralbench.measurement;

/** The kind of a window: a part of the load, or the whole of it. */
public enum WindowKind {
    /** Users constant: the windows that are compared. */
    LEVEL,
    /** Users constant, one of several at the same level that take turns with those of other variants. */
    TURN,
    /** Requests that get the target, or a turn, going; never compared. */
    WARM_UP,
    /** Users changing. */
    RAMP,
    /** Until a number of requests was done. */
    COUNTED,
    /** All windows together, like the summaries of Gatling or ab. */
    WHOLE_RUN,
}
