package dev.ralbench.result;

import dev.ralbench.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;

/** Reads a result file, and says exactly what is wrong with one that is none. */
final class ResultReader {
    private static final String FORMAT = "ralbench.result/";

    private ResultReader() {}

    static RunResult read(Path path) {
        return parse(path, bytes(path));
    }

    private static byte[] bytes(Path path) {
        if (Files.isDirectory(path)) {
            throw unreadable(path, "it is a directory", "Name a result file in it.");
        }
        try {
            return Files.readAllBytes(path);
        } catch (NoSuchFileException e) {
            throw unreadable(path, "there is no such file", "Check the path; ralbench run prints it at the end.")
                    .causedBy(e);
        } catch (AccessDeniedException e) {
            throw unreadable(path, "no permission to read it", "Make it readable for you.")
                    .causedBy(e);
        } catch (IOException e) {
            throw unreadable(path, String.valueOf(e.getMessage()), "Check the disk.")
                    .causedBy(e);
        }
    }

    private static Failure unreadable(Path path, String why, String fix) {
        return Failure.usage("cannot read the result " + path, why, fix);
    }

    private static RunResult parse(Path path, byte[] content) {
        var document = document(path, content);
        checkSchema(path, document);
        OlderResults.complete(document);
        try {
            return ResultJson.mapper().treeToValue(document, RunResult.class);
        } catch (JacksonException e) {
            throw Failure.usage(
                            path + " is not a complete result",
                            where(e) + ": "
                                    + e.getOriginalMessage().lines().findFirst().orElse(""),
                            "Files written by ralbench need no editing; take the original.")
                    .causedBy(e);
        }
    }

    private static JsonNode document(Path path, byte[] content) {
        var text = new String(content, StandardCharsets.UTF_8).strip();
        if (text.isEmpty()) {
            throw Failure.usage(path + " is empty", "there is no result in it", "Run again.");
        }
        try {
            return ResultJson.mapper().readTree(content);
        } catch (StreamReadException e) {
            throw isTruncated(text, e) ? truncated(path, e) : notJson(path, e);
        }
    }

    /** Jackson has a type of its own for the end of input only within some tokens. */
    private static boolean isTruncated(String text, StreamReadException e) {
        return text.startsWith("{")
                && (!text.endsWith("}") || e.getOriginalMessage().startsWith("Unexpected end-of-input"));
    }

    private static Failure truncated(Path path, StreamReadException e) {
        return Failure.usage(
                        path + " is truncated",
                        "it ends in the middle, at " + position(e),
                        "Copy the original again; ralbench itself never leaves half a file.")
                .causedBy(e);
    }

    private static Failure notJson(Path path, StreamReadException e) {
        return Failure.usage(
                        path + " is not JSON",
                        e.getOriginalMessage() + ", at " + position(e),
                        "Name a file that ralbench run wrote.")
                .causedBy(e);
    }

    private static void checkSchema(Path path, JsonNode document) {
        var schema = document.path("schema").asString("");
        if (schema.equals(RunResult.SCHEMA)) {
            return;
        }
        if (schema.startsWith(FORMAT) && version(schema) > version(RunResult.SCHEMA)) {
            throw Failure.usage(
                    path + " was written by a newer ralbench",
                    "schema: " + schema + ", and this version reads up to " + RunResult.SCHEMA,
                    "Update ralbench.");
        }
        throw Failure.usage(
                path + " is not a result of ralbench run",
                schema.isEmpty() ? "schema: missing" : "schema: " + schema + " instead of " + RunResult.SCHEMA,
                "Name a file that ralbench run wrote.");
    }

    private static int version(String schema) {
        var digits = schema.substring(FORMAT.length());
        return digits.matches("[0-9]{1,9}") ? Integer.parseInt(digits) : 0;
    }

    private static String position(JacksonException e) {
        return "line " + e.getLocation().getLineNr() + ", column "
                + e.getLocation().getColumnNr();
    }

    /** The path of the key, such as {@code trials[0].measurement.windows[3].kind}. */
    private static String where(JacksonException e) {
        var path = e.getPath().stream()
                .map(step ->
                        step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName())
                .collect(Collectors.joining());
        return path.isEmpty() ? "document" : path.substring(1);
    }
}
