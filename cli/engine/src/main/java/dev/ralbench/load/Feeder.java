package dev.ralbench.load;

import java.util.List;
import java.util.Optional;

/** Rows of data for the values of requests. All event loops take rows of it, at the same time. */
public interface Feeder {
    /**
     * The next row for a user.
     *
     * @param user its number, from 0
     * @return its fields, as many as there are columns; empty if none is left, and the user is to stop
     */
    Optional<List<String>> next(int user);
}
