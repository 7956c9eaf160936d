package dev.ralbench.statistics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** Rows of a CSV of golden values, by the names of their columns; see the README next to them. */
final class GoldenRows {
    private GoldenRows() {}

    record GoldenRow(String file, int line, Map<String, String> cells) {
        String text(String column) {
            return Objects.requireNonNull(cells.get(column), column);
        }

        double number(String column) {
            return parse(text(column));
        }

        int whole(String column) {
            return Integer.parseInt(text(column));
        }

        double[] list(String column) {
            return numbers(text(column));
        }

        /** Several, with a bar between them. */
        List<double[]> lists(String column) {
            return Arrays.stream(text(column).split(" \\| "))
                    .map(GoldenRows::numbers)
                    .toList();
        }

        @Override
        public String toString() {
            return file + ":" + line;
        }
    }

    static List<GoldenRow> of(String file) {
        List<String> lines = content(file).lines().toList();
        String[] names = lines.getFirst().split(",");
        return IntStream.range(1, lines.size())
                .mapToObj(i -> row(file, i + 1, names, lines.get(i).split(",")))
                .toList();
    }

    private static GoldenRow row(String file, int line, String[] names, String[] cells) {
        var byName = new HashMap<String, String>();
        for (int i = 0; i < names.length; i++) {
            byName.put(names[i], cells[i]);
        }
        return new GoldenRow(file, line, Map.copyOf(byName));
    }

    private static String content(String file) {
        try (InputStream stream = GoldenRows.class.getResourceAsStream("/statistics/" + file)) {
            return new String(Objects.requireNonNull(stream, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double[] numbers(String separatedBySpaces) {
        return Arrays.stream(separatedBySpaces.split(" "))
                .mapToDouble(GoldenRows::parse)
                .toArray();
    }

    /** R and Python each have their own word for what Java calls Infinity. */
    private static double parse(String number) {
        return switch (number) {
            case "Inf", "inf" -> Double.POSITIVE_INFINITY;
            case "-Inf", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(number);
        };
    }
}
