package dev.ralbench.result;

import tools.jackson.core.JacksonException;

/** Records that are parts of results, as JSON of the same form, for messages between machines of one version. */
public final class RecordJson {
    private RecordJson() {}

    public static byte[] bytes(Record values) {
        return ResultJson.mapper()
                .writer()
                .without(tools.jackson.databind.SerializationFeature.INDENT_OUTPUT)
                .writeValueAsBytes(values);
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if the bytes are none of that type
     */
    public static <R extends Record> R read(byte[] json, Class<R> type) {
        try {
            return ResultJson.mapper().readValue(json, type);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("no " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
        }
    }
}
