package dev.ralbench.result;

import java.io.InputStream;
import java.util.Map;

/** JSON of any content, in the layout of result files: keys in the order of the map, arrays in one line. */
public final class JsonDocument {
    private JsonDocument() {}

    /**
     * The text with a line end.
     *
     * @param document of maps, lists, texts, numbers and empty Optionals, which become null; numbers have to be finite
     */
    public static String write(Map<String, ?> document) {
        return ResultJson.mapper().writeValueAsString(document) + "\n";
    }

    /** Reads a document that comes with ralbench, as results are read. */
    public static <T> T read(InputStream json, Class<T> type) {
        return ResultJson.mapper().readValue(json, type);
    }
}
