package dev.ralbench.result;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import tools.jackson.core.StreamWriteFeature;

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

    /** An array of such documents, with a line end. */
    public static String write(List<? extends Map<String, ?>> documents) {
        return ResultJson.mapper().writeValueAsString(documents) + "\n";
    }

    /** Writes the same in UTF-8, without holding it. */
    public static void write(Map<String, ?> document, OutputStream out) throws IOException {
        ResultJson.mapper()
                .writer()
                .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .writeValue(out, document);
        out.write('\n');
    }

    /** Reads a document that comes with ralbench, as results are read. */
    public static <T> T read(InputStream json, Class<T> type) {
        return ResultJson.mapper().readValue(json, type);
    }
}
