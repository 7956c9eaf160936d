package dev.ralbench.page;

import java.util.function.Function;

/**
 * One column of a table whose rows are {@code R}.
 *
 * @param cell the field of a row
 * @param priority on a narrow page the highest number is dropped first; 0 always stays
 */
public record Column<R>(String title, Align align, int priority, Function<R, TableCell> cell) {
    /** The priority of a column that another table has too: it is there if there is room, and not missed if not. */
    public static final int SPARE = Integer.MAX_VALUE;

    /** On which side a field is filled up. */
    public enum Align {
        LEFT,
        RIGHT,
    }

    public static <R> Column<R> text(String title, int priority, Function<R, String> text) {
        return new Column<>(title, Align.LEFT, priority, row -> TableCell.of(text.apply(row)));
    }

    public static <R> Column<R> number(String title, int priority, Function<R, String> number) {
        return new Column<>(title, Align.RIGHT, priority, row -> TableCell.of(number.apply(row)));
    }
}
