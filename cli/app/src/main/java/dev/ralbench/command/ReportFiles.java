package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.page.Pictures;
import dev.ralbench.report.HtmlPage;
import dev.ralbench.result.AtomicWriter;
import dev.ralbench.result.ResultFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reports in files, whose endings select the format; {@code -} is no file. */
final class ReportFiles {
    private static final String STANDARD_OUTPUT = "-";

    private ReportFiles() {}

    /** Refuses unwritable files before anything is computed. */
    static void check(List<Path> files) {
        var seen = new HashSet<Path>();
        for (var file : named(files)) {
            if (Files.isDirectory(file)) { // whose name has no ending to complain of
                throw Failure.usage("--output " + file + " is a directory", "", "name a file in it");
            }
            ReportFormat.of(file);
            if (!seen.add(file.toAbsolutePath().normalize())) {
                throw Failure.usage("--output " + file + " is given twice", "", "name each file once");
            }
            checkDirectory(file);
            ReportFormat.of(file).checkReplaceable(file);
        }
        PictureFiles.check(named(files));
    }

    private static void checkDirectory(Path file) {
        ResultFile.checkIsNotNewInRoot(file);
        var directory = file.toAbsolutePath().normalize().getParent();
        while (directory != null && !Files.exists(directory)) {
            directory = directory.getParent(); // missing ones are made
        }
        if (directory != null && !(Files.isDirectory(directory) && Files.isWritable(directory))) {
            throw Failure.environment(
                    "cannot write the report " + file,
                    directory + (Files.isDirectory(directory) ? " cannot be written to" : " is no directory"),
                    "give --output a place that can be written to");
        }
    }

    /** Checks files for claims, which are written as pages for browsers only. */
    static void checkPages(List<Path> files) {
        for (var file : files) {
            if (ReportFormat.find(file)
                    .filter(format -> format == ReportFormat.HTML)
                    .isEmpty()) {
                throw Failure.usage(
                        "--output " + file + ": claims are written as a page for browsers",
                        "",
                        "give the file the ending .html");
            }
        }
        check(files);
    }

    /** Writes a page to each of the files. */
    static void write(List<Path> files, HtmlPage page, Consumer<String> told) {
        each(files, file -> write(file, page.render(), told));
    }

    /**
     * Writes each file.
     *
     * @param told which files were written, a line for each
     */
    static void write(List<Path> files, FileReport report, Consumer<String> told) {
        each(named(files), file -> write(file, pictures -> report.document(ReportFormat.of(file), pictures), told));
    }

    /** Writes every file that can be written, and only then says which could not. */
    private static void each(List<Path> files, Consumer<Path> writing) {
        var failures = new ArrayList<Failure>();
        for (var file : files) {
            try {
                writing.accept(file);
            } catch (Failure failure) {
                failures.add(failure);
            }
        }
        if (failures.size() > 1) {
            var first = failures.getFirst();
            throw new Failure(
                            first.kind(),
                            failures.size() + " of " + files.size() + " reports could not be written as they should",
                            failures.stream()
                                    .map(failure -> failure.what() + ": " + failure.why())
                                    .collect(Collectors.joining("\n")),
                            first.fix())
                    .causedBy(first);
        }
        failures.forEach(failure -> {
            throw failure;
        });
    }

    /** Pictures first, so that no document shows one that is not there: if one cannot be written, it shows none. */
    private static void write(Path file, Function<Pictures, String> document, Consumer<String> told) {
        var pictures = PictureFiles.of(file);
        var content = document.apply(pictures);
        try {
            pictures.files().forEach((picture, svg) -> write(picture, svg, told));
        } catch (Failure failure) {
            write(file, document.apply(Pictures.none()), told);
            throw Failure.environment(
                            failure.what() + ", so " + file + " has no pictures", failure.why(), failure.fix())
                    .causedBy(failure);
        }
        write(file, content, told);
    }

    private static List<Path> named(List<Path> files) {
        return files.stream()
                .filter(file -> !file.toString().equals(STANDARD_OUTPUT))
                .toList();
    }

    private static void write(Path file, String content, Consumer<String> told) {
        try {
            var directory = Optional.ofNullable(file.toAbsolutePath().getParent());
            if (directory.isPresent()) {
                Files.createDirectories(directory.get());
            }
            replace(file, content.getBytes(StandardCharsets.UTF_8));
            told.accept("report: " + file);
        } catch (IOException e) {
            throw Failure.environment(
                            "cannot write the report " + file,
                            e.getClass().getSimpleName() + ": " + e.getMessage(),
                            "give --output a place that can be written to")
                    .causedBy(e);
        }
    }

    /** As a whole, so that a full disk leaves the old report and no part of the new one. */
    private static void replace(Path file, byte[] content) throws IOException {
        if (!Files.exists(file)) {
            new AtomicWriter().replace(file, content);
        } else if (Files.isRegularFile(file) && !isDescriptor(file) && isReplaceable(file.toRealPath())) {
            replaceExisting(file.toRealPath(), content); // a link stays one
        } else {
            Files.write(file, content); // a pipe or a device
        }
    }

    private static void replaceExisting(Path file, byte[] content) throws IOException {
        try {
            new AtomicWriter().replace(file, content);
        } catch (FileSystemException e) {
            if (!String.valueOf(e.getReason()).contains("busy")) {
                throw e;
            }
            Files.write(file, content); // a file that is mounted alone, as containers get it
        }
    }

    /** Another name of a file that is open already: of what replaced it the shell would know nothing. */
    private static boolean isDescriptor(Path file) {
        var path = file.toAbsolutePath().normalize();
        return path.startsWith("/dev") || path.startsWith("/proc");
    }

    /** Whether its directory takes another file of its name. */
    private static boolean isReplaceable(Path file) {
        return Optional.ofNullable(file.getParent()).filter(Files::isWritable).isPresent();
    }
}
