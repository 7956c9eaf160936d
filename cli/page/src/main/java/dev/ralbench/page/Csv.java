package dev.ralbench.page;

import dev.ralbench.Printable;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Rows as RFC 4180 has them, with line feeds; numbers unrounded and with a point. */
public final class Csv {
    private static final Pattern NUMBER = Pattern.compile("-[0-9]+(\\.[0-9]+)?(E-?[0-9]+)?");

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

    /**
     * A field that a spreadsheet would take for a formula is kept from that by a quote before it; signs that would give a
     * terminal orders are replaced.
     */
    private static String quoted(String field) {
        var printable = Printable.lines(field);
        boolean isFormula = printable.matches("(?s)[=+@\t\r-].*")
                && !NUMBER.matcher(printable).matches();
        var safe = isFormula ? "'" + printable : printable;
        return safe.matches("(?s).*[\",\n\r].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
