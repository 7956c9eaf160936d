package dev.ralbench.dashboard;

/**
 * One of the scenarios that are run one after the other.
 *
 * @param name as users know it
 */
record LiveScenario(String name, State state) {
    /** How far it is. */
    enum State {
        WAITING,
        RUNNING,
        /** Its report is there. */
        REPORTED,
        /** There is none. */
        FAILED,
    }

    LiveScenario with(State other) {
        return new LiveScenario(name, other);
    }
}
