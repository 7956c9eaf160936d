package dev.ralbench.load;

import dev.ralbench.Failure;
import java.util.List;
import java.util.Optional;

/** Rows of data for the values of requests. All event loops take rows of it, at the same time. */
public interface Feeder {
    /**
     * The next row for a user.
     *
     * @param user its number, from 0
     * @param turn how many rows it has taken before
     * @return its fields, as many as there are columns; empty if none is left, and the user is to stop
     */
    Optional<List<String>> next(int user, long turn);

    /** The row that the first user gets first. It is not taken. */
    List<String> example();

    /** Whether each row is to be used once: what a target makes of it cannot be had again. */
    boolean isForOnce();

    /** Whether a user has asked for a row in vain, and no user will get another one. */
    boolean isUsedUp();

    /** Its name and size in words: {@code users (3 rows)}. */
    String words();

    /** The failure of the run, if it is one that all rows are used up. */
    Optional<Failure> failure();
}
