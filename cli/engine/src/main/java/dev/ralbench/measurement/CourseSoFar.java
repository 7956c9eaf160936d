package dev.ralbench.measurement;

import java.util.Optional;

/** The course of a load that goes on. To be asked by the thread that follows the load. */
public interface CourseSoFar {
    /** Of loads that have no course, because they take turns. */
    CourseSoFar NONE = step -> Optional.empty();

    /**
     * The steps from this one on, so that a display need not be sent again what it has. A course that is folded has
     * longer steps than before; those that a display has are worth nothing then.
     *
     * @param step the first one, from 0
     * @return empty if there is no such step yet
     */
    Optional<Course> since(int step);
}
