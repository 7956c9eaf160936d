package dev.ralbench.page;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A field of rows that programs read: CSV and JSON have it under the same key, with the same value.
 *
 * @param value a text, a number that is not rounded, a truth value, a list of texts, or an Optional of one of these
 */
public record Field<R>(String key, Function<R, Object> value) {

    /** The header of a CSV file. */
    public static <R> List<String> header(List<Field<R>> fields) {
        return fields.stream().map(Field::key).toList();
    }

    /** A line of a CSV file, before anything is quoted. */
    public static <R> List<String> csv(List<Field<R>> fields, R row) {
        return fields.stream().map(field -> csv(field.value.apply(row))).toList();
    }

    private static String csv(Object value) {
        return switch (value) {
            case Optional<?> optional -> optional.map(Field::csv).orElse("");
            case OptionalDouble number -> Csv.number(number);
            case Double number -> Csv.number(number);
            case Collection<?> texts -> texts.stream().map(String::valueOf).collect(Collectors.joining("; "));
            default -> value.toString();
        };
    }

    /** An object of a JSON file, to which more may be added. */
    public static <R> Map<String, Object> json(List<Field<R>> fields, R row) {
        var json = new LinkedHashMap<String, Object>();
        fields.forEach(field -> json.put(field.key, json(field.value.apply(row))));
        return json;
    }

    /** JSON has no infinity. */
    private static Object json(Object value) {
        return value instanceof Double number && !Double.isFinite(number) ? Optional.empty() : value;
    }
}
