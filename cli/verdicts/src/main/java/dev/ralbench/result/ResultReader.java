package dev.ralbench.result;

import dev.ralbench.Failure;
import dev.ralbench.NearestFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JsonNode;

/** Reads a result file, and reports exactly what is wrong with any other. */
final class ResultReader {
    private static final String FORMAT = "ralbench.result/";
    private static final String COMPARISON = "ralbench.compare/";

    /** How ralbench begins a result. */
    private static final Pattern BEGINNING = Pattern.compile("\\{\\s*\"schema\"\\s*:\\s*\"" + FORMAT);

    private ResultReader() {}

    static RunResult read(Path path) {
        return switch (find(path, ReadProgress.NONE)) {
            case FileContent.Run run -> run.result();
            case FileContent.Other other -> throw other.failure();
        };
    }

    /**
     * Reads a file's content.
     *
     * @throws Failure when there is no such file
     */
    static FileContent find(Path path, ReadProgress progress) {
        if (Files.isDirectory(path)) {
            var newest = NearestFile.lastIn(path, ".json")
                    .map(file -> ", such as the newest, " + file + ".")
                    .orElse(".");
            return new FileContent.Other(
                    "a directory", false, unreadable(path, "it is a directory", "Name a result file in it" + newest));
        }
        try {
            var ends = FileEnds.of(path);
            return ends.isEmpty() ? empty(path) : parsed(path, ends, progress);
        } catch (NoSuchFileException e) {
            var near = NearestFile.hint(path);
            throw unreadable(
                            path,
                            "there is no such file" + (near.isEmpty() ? "" : "; " + near),
                            "Check the path; ralbench run prints it at the end.")
                    .causedBy(e);
        } catch (AccessDeniedException e) {
            var why = "no permission to read it";
            return new FileContent.Other(
                    why,
                    true,
                    unreadable(path, why, "Make it readable for you.").causedBy(e));
        } catch (IOException e) {
            var why = String.valueOf(e.getMessage());
            return new FileContent.Other(
                    why, true, unreadable(path, why, "Check the disk.").causedBy(e));
        }
    }

    private static Failure unreadable(Path path, String why, String fix) {
        return Failure.usage("cannot read the result " + path, why, fix);
    }

    private static FileContent empty(Path path) {
        return new FileContent.Other(
                "an empty file", false, Failure.usage(path + " is empty", "there is no result in it", "Run again."));
    }

    private static FileContent parsed(Path path, FileEnds ends, ReadProgress progress) throws IOException {
        try {
            var document = ResultDocument.read(path, progress);
            var other = other(path, document.head());
            return other.isPresent() ? other.get() : new FileContent.Run(document.result());
        } catch (StreamReadException e) {
            return isTruncated(ends, e)
                    ? truncated(path, ends, e)
                    : OtherKind.of(path, ends.begin())
                            .map(kind -> kind.content(path, e))
                            .orElseGet(() -> notJson(path, e));
        } catch (DatabindException e) {
            return damaged(path, e);
        } catch (JacksonException e) {
            return beyondLimits(path, e);
        }
    }

    /** Nesting, texts and numbers that no result has: the reader stops there, whatever memory they would need. */
    private static FileContent beyondLimits(Path path, JacksonException e) {
        return new FileContent.Other(
                "JSON beyond all limits",
                false,
                Failure.usage(
                                path + " is not a result of ralbench run",
                                "it is nested more deeply, or has a longer text or number, than any result: "
                                        + firstSentence(e.getOriginalMessage()),
                                "Name a file that ralbench run wrote.")
                        .causedBy(e));
    }

    private static String firstSentence(String words) {
        return words.lines().findFirst().orElse("").replaceFirst(" \\(.*", "");
    }

    private static FileContent damaged(Path path, DatabindException e) {
        var why = where(e) + ": " + e.getOriginalMessage().lines().findFirst().orElse("");
        return new FileContent.Other(
                "a damaged result, at " + where(e),
                true,
                Failure.usage(
                                path + " is not a complete result",
                                why,
                                "Files written by ralbench need no editing; take the original.")
                        .causedBy(e));
    }

    /** Jackson has a type of its own for the end of input only within some tokens. */
    private static boolean isTruncated(FileEnds ends, StreamReadException e) {
        return ends.begin().startsWith("{")
                && (!ends.end().endsWith("}") || e.getOriginalMessage().startsWith("Unexpected end-of-input"));
    }

    private static FileContent truncated(Path path, FileEnds ends, StreamReadException e) {
        var why = "it ends in the middle" + (e.getLocation().getLineNr() < 1 ? "" : ", at " + position(e));
        return new FileContent.Other(
                "cut off: " + why,
                BEGINNING.matcher(ends.begin()).lookingAt(),
                Failure.usage(
                                path + " is truncated",
                                why,
                                "Copy the original again; ralbench itself never leaves half a file.")
                        .causedBy(e));
    }

    private static FileContent notJson(Path path, StreamReadException e) {
        return new FileContent.Other(
                "not JSON",
                false,
                Failure.usage(
                                path + " is not JSON",
                                e.getLocation().getLineNr() < 1
                                        ? "a result is JSON with numbers of usual size: "
                                                + firstSentence(e.getOriginalMessage())
                                        : "a result is JSON, and this stops being JSON at " + position(e),
                                "Name a file that ralbench run wrote.")
                        .causedBy(e));
    }

    /** Identifies a document that is not a readable result; empty if it is one. */
    private static Optional<FileContent> other(Path path, JsonNode document) {
        var schema = document.path("schema").asString("");
        if (schema.equals(RunResult.SCHEMA)) {
            return Optional.empty();
        }
        if (schema.startsWith(FORMAT) && version(schema) > version(RunResult.SCHEMA)) {
            var why = "schema: " + schema + ", and this version reads up to " + RunResult.SCHEMA;
            return Optional.of(new FileContent.Other(
                    "a result of a newer ralbench: " + why,
                    true,
                    Failure.usage(path + " was written by a newer ralbench", why, "Update ralbench.")));
        }
        return Optional.of(new FileContent.Other(
                what(document, schema),
                false,
                Failure.usage(
                        path + " is not a result of ralbench run",
                        schema.isEmpty() ? "schema: missing" : "schema: " + schema + " instead of " + RunResult.SCHEMA,
                        "Name a file that ralbench run wrote.")));
    }

    private static String what(JsonNode document, String schema) {
        if (schema.equals(SelfTestResult.SCHEMA)) {
            return "findings of ralbench selftest";
        }
        if (schema.startsWith(COMPARISON)) {
            return "a report of ralbench compare";
        }
        return document.has("$schema") ? "a JSON schema" : "JSON, but no result of ralbench run";
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
