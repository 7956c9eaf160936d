package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.load.Feeder;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.load.TextTemplate.Encoding;
import java.util.List;
import java.util.Optional;

/**
 * The rows of one load, which requests are filled with.
 *
 * @param columns of all feeders, in the order of the file
 * @param feeders in the same order
 */
public record RequestData(DataColumns columns, List<Feeder> feeders) {
    /** Of requests that hold no field. */
    public static final RequestData NONE = new RequestData(DataColumns.NONE, List.of());

    public RequestData {
        feeders = List.copyOf(feeders);
    }

    /**
     * A field that a text holds; empty if there is no feeder of that name.
     *
     * @throws Failure if its query has no such column, or has values that the place cannot hold
     */
    Optional<TextTemplate.Part> field(String feeder, String column, Encoding encoding) {
        if (!columns.has(feeder)) {
            return Optional.empty();
        }
        columns.flaw(feeder, column, encoding == Encoding.HEADER).ifPresent(flaw -> {
            throw Failure.usage(
                    "data." + feeder + ": " + flaw, "", "correct the query, or the placeholder in the request");
        });
        return Optional.of(new TextTemplate.Field(
                columns.position(feeder),
                columns.rows(feeder).orElseThrow().columns().indexOf(column),
                encoding));
    }
}
