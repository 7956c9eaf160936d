package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.page.Pictures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The pictures of Markdown documents as files next to them. The command line does not name them, so none may replace anything else. */
final class PictureFiles {
    private PictureFiles() {}

    /** A pipe or a device has no files next to it, and only Markdown needs any. */
    static Pictures of(Path document) {
        boolean isFile = !Files.exists(document) || Files.isRegularFile(document);
        return isFile && ReportFormat.of(document) == ReportFormat.MARKDOWN
                ? Pictures.nextTo(document)
                : Pictures.none();
    }

    /**
     * Refuses documents whose pictures would replace other files, or each other.
     *
     * @throws Failure naming the first
     */
    static void check(List<Path> documents) {
        var written = documents.stream()
                .filter(file -> ReportFormat.of(file) == ReportFormat.MARKDOWN)
                .toList();
        for (int i = 0; i < written.size(); i++) {
            for (var earlier : written.subList(0, i)) {
                checkApart(earlier, written.get(i));
            }
            checkNextTo(written.get(i));
        }
    }

    private static void checkApart(Path one, Path other) {
        boolean isSameDirectory = directory(one).equals(directory(other));
        if (isSameDirectory && (of(one).canHave(of(other).first()) || of(other).canHave(of(one).first()))) {
            throw Failure.usage(
                    "--output " + one + " and " + other + " would have a picture of the same name",
                    "the pictures of a document are named after it: x.svg, x-2.svg, ... next to x.md",
                    "give one of them a name without a number at its end, or another directory");
        }
    }

    private static Path directory(Path file) {
        return file.toAbsolutePath().normalize().resolveSibling("");
    }

    private static void checkNextTo(Path document) {
        var pictures = of(document);
        for (var file : there(document)) {
            if (pictures.canHave(file)) {
                checkReplaceable(document, file, pictures);
            }
        }
    }

    private static List<Path> there(Path document) {
        var found = new ArrayList<Path>();
        try (var files = Files.newDirectoryStream(directory(document))) {
            files.forEach(found::add);
        } catch (NoSuchFileException e) {
            return List.of(); // it is made when the document is written
        } catch (IOException e) {
            throw unreadable(document, directory(document), e);
        }
        found.sort(Path::compareTo);
        return found;
    }

    private static void checkReplaceable(Path document, Path file, Pictures pictures) {
        var shown = document.resolveSibling(String.valueOf(file.getFileName()));
        try {
            if (Files.isRegularFile(file) ? Files.size(file) > 0 && !pictures.isOwn(file) : Files.exists(file)) {
                throw Failure.usage(
                        "--output " + document + ": " + shown + " exists and is no picture of an earlier report "
                                + document.getFileName(),
                        "a picture of the report would overwrite it",
                        "give --output another name, or move " + shown);
            }
        } catch (IOException e) {
            throw unreadable(document, shown, e);
        }
    }

    private static Failure unreadable(Path document, Path place, IOException e) {
        return Failure.environment(
                        "--output " + document + ": cannot read " + place + ", where its pictures belong",
                        e.getClass().getSimpleName() + ": " + e.getMessage(),
                        "give --output another name")
                .causedBy(e);
    }
}
