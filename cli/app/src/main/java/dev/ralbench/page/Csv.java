package dev.ralbench.page;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Rows as RFC 4180 has them, with line feeds; numbers unrounded and with a point. */
public final class Csv {
    private Csv() {}

    public static String line(List<String> row) {
        return row.stream().map(Csv::quoted).collect(Collectors.joining(",")) + "\n";
    }

    public static String number(OptionalDouble value) {
        return value.isPresent() ? number(value.getAsDouble()) : "";
    }

    public static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "";
    }

    /** A field that a spreadsheet would take for a formula is kept from that by a quote before it. */
    private static String quoted(String field) {
        boolean isFormula = field.matches("(?s)[=+@\t\r].*");
        var safe = isFormula ? "'" + field : field;
        return safe.matches("(?s).*[\",\n\r].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
