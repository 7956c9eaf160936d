package dev.ralbench.result;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The hash of a scenario document: equal exactly when the documents say the same, whatever the order of their keys. */
public final class ScenarioHash {
    private ScenarioHash() {}

    /** SHA-256 over the document as compact JSON in UTF-8 with sorted keys, in lower-case hexadecimal digits. */
    public static String of(Map<String, Object> document) {
        return HexFormat.of().formatHex(sha256(canonical(document)));
    }

    static String canonical(Map<String, Object> document) {
        return JsonMapper.builder()
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .build()
                .writeValueAsString(document);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
