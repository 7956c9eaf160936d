package dev.ralbench.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A terminal that wraps long lines again when it is resized, as most do, and keeps a screen in its history that is erased
 * as a whole, as tmux does. Knows the orders that ralbench gives.
 */
public final class FakeScreen {
    private static final Pattern ORDER = Pattern.compile("\u001b\\[([0-9;]*)([A-Za-z])");

    private static final class ScreenLine {
        private final StringBuilder text = new StringBuilder();
        /** Whether it goes on in the next one. */
        private boolean isWrapped;
    }

    private int width;
    private List<ScreenLine> rows = new ArrayList<>(List.of(new ScreenLine()));
    private int cursor;
    private int column;
    private final List<String> history = new ArrayList<>();

    public FakeScreen(int width) {
        this.width = width;
    }

    /** What stands on it; without empty rows at the bottom. */
    public String text() {
        return String.join("\n", rows.stream().map(row -> row.text.toString()).toList())
                .stripTrailing();
    }

    /** What it keeps of screens that were erased. */
    public List<String> history() {
        return List.copyOf(history);
    }

    /** Prints text with orders. */
    public void print(String output) {
        var orders = ORDER.matcher(output);
        int from = 0;
        while (orders.find()) {
            output.substring(from, orders.start()).chars().forEach(this::print);
            obey(orders.group(2), orders.group(1));
            from = orders.end();
        }
        output.substring(from).chars().forEach(this::print);
    }

    private void obey(String order, String argument) {
        switch (order) {
            case "F" -> {
                cursor = Math.max(0, cursor - Integer.parseInt(argument));
                column = 0;
            }
            case "J" -> {
                if (cursor == 0 && column == 0) {
                    rows.forEach(row -> history.add(row.text.toString()));
                }
                eraseLine(column);
                rows.subList(cursor + 1, rows.size()).clear();
            }
            case "K" -> eraseLine(argument.equals("2") ? 0 : column);
            case "C" -> column = Math.min(width - 1, column + Integer.parseInt(argument));
            case "G" -> column = Integer.parseInt(argument) - 1;
            case "m" -> {}
            default -> throw new IllegalArgumentException("order " + argument + order + " is not known here");
        }
    }

    private void eraseLine(int from) {
        var row = rows.get(cursor);
        row.text.setLength(Math.min(row.text.length(), from));
        row.isWrapped = false;
    }

    private void print(int sign) {
        if (sign == '\n') {
            nextRow();
            return;
        }
        if (column == width) {
            rows.get(cursor).isWrapped = true;
            nextRow();
        }
        var text = rows.get(cursor).text;
        while (text.length() <= column) {
            text.append(' ');
        }
        text.setCharAt(column++, (char) sign);
    }

    private void nextRow() {
        cursor++;
        column = 0;
        if (cursor == rows.size()) {
            rows.add(new ScreenLine());
        }
    }

    /** To another width; the cursor stands at the beginning of the last row then, as after a line. */
    public void resize(int columns) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var row : rows) {
            line.append(row.text);
            if (!row.isWrapped) {
                lines.add(line.toString());
                line = new StringBuilder();
            }
        }
        width = columns;
        rows = new ArrayList<>(List.of(new ScreenLine()));
        cursor = 0;
        column = 0;
        print(String.join("\n", lines));
    }
}
