package dev.ralbench.testing;

import dev.ralbench.Failure;
import dev.ralbench.load.Feeder;
import java.util.List;
import java.util.Optional;

/** Rows of a list, once or again and again, that all users share. For one event loop. */
public final class ListedRows implements Feeder {
    private final List<List<String>> rows;
    private final boolean again;
    private int taken;

    private ListedRows(List<List<String>> rows, boolean again) {
        this.rows = List.copyOf(rows);
        this.again = again;
    }

    /** Each row is taken once. */
    public static Feeder once(List<List<String>> rows) {
        return new ListedRows(rows, false);
    }

    /** The k-th user always has the k-th row. */
    public static Feeder ofUsers(List<List<String>> rows) {
        return new ListedRows(rows, true);
    }

    @Override
    public Optional<List<String>> next(int user, long turn) {
        if (again) {
            return Optional.of(rows.get(user % rows.size()));
        }
        return isUsedUp() ? Optional.empty() : Optional.of(rows.get(taken++));
    }

    @Override
    public List<String> example() {
        return rows.getFirst();
    }

    @Override
    public boolean isForOnce() {
        return !again;
    }

    @Override
    public boolean isUsedUp() {
        return !again && taken == rows.size();
    }

    @Override
    public String words() {
        return rows.size() + " rows";
    }

    @Override
    public Optional<Failure> failure() {
        return Optional.empty();
    }
}
