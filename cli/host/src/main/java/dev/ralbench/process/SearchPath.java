package dev.ralbench.process;

import dev.ralbench.WholeNumber;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The search directories for programs: the variable {@code PATH}. */
public record SearchPath(List<Path> directories) {
    /** Begins a script that names its interpreter. */
    private static final byte[] SCRIPT = {'#', '!'};
    /** The kernel reads no more of a script's first line than this. */
    private static final int MOST_OF_FIRST_LINE = 255;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    public SearchPath {
        directories = List.copyOf(directories);
    }

    public static SearchPath ofThisProcess() {
        return of(System.getenv().getOrDefault("PATH", ""));
    }

    static SearchPath of(String variable) {
        return new SearchPath(Arrays.stream(variable.split(File.pathSeparator, -1))
                .filter(directory -> !directory.isEmpty())
                .map(Path::of)
                .toList());
    }

    /**
     * The first program of that name that may be executed.
     *
     * @param program may also be a path with a {@code *} in the name of one directory, for a version: then the newest one
     */
    public Optional<Path> find(String program) {
        int star = program.indexOf('*');
        return star < 0
                ? first(directories.stream().map(directory -> directory.resolve(program)))
                : first(newestFirst(Path.of(program)));
    }

    /**
     * Why the system could not start a program; empty if nothing is known against it. A shell that is in between, to enter
     * a control group or to run a command line, tells it by an exit code only.
     *
     * @param program a name to be searched for or, if it has a slash, a path
     */
    public Optional<String> obstacle(String program) {
        if (program.contains("/")) {
            return flaw(Path.of(program));
        }
        if (directories.isEmpty()) {
            return Optional.empty(); // then the system has a path of its own
        }
        return find(program)
                .or(() -> directories.stream()
                        .map(directory -> directory.resolve(program))
                        .filter(Files::exists)
                        .findFirst())
                .map(SearchPath::flaw)
                .orElseGet(() -> Optional.of("there is no program " + program + " on the PATH"));
    }

    private static Optional<String> flaw(Path file) {
        if (Files.isSymbolicLink(file) && !Files.exists(file)) {
            return Optional.of(file + " is a link to a file that does not exist");
        }
        if (!Files.exists(file)) {
            return Optional.of("there is no file " + file.toAbsolutePath());
        }
        if (Files.isDirectory(file)) {
            return Optional.of(file + " is a directory");
        }
        if (!Files.isExecutable(file)) {
            return Optional.of("this user may not execute " + file
                    + " (chmod +x gives the right, unless the file system is" + " mounted noexec)");
        }
        return interpreter(file).flatMap(interpreter -> flawOfInterpreter(file, interpreter));
    }

    private static Optional<String> flawOfInterpreter(Path script, String interpreter) {
        var known = script + " is a script whose first line names the interpreter ";
        if (interpreter.endsWith("\r")) {
            return Optional.of(known + interpreter.strip()
                    + " followed by a carriage return: the file has line ends of Windows, and needs those of Unix");
        }
        return first(Stream.of(Path.of(interpreter))).isPresent()
                ? Optional.empty()
                : Optional.of(known + interpreter + ", and there is no such program");
    }

    /** The program that the first line of a script names. */
    private static Optional<String> interpreter(Path file) {
        byte[] start;
        try (var in = Files.newInputStream(file)) {
            start = in.readNBytes(MOST_OF_FIRST_LINE);
        } catch (IOException e) {
            return Optional.empty(); // it may be executed and not read: no script
        }
        if (start.length < SCRIPT.length || !Arrays.equals(SCRIPT, 0, SCRIPT.length, start, 0, SCRIPT.length)) {
            return Optional.empty();
        }
        var text = new String(start, SCRIPT.length, start.length - SCRIPT.length, StandardCharsets.UTF_8);
        var line = text.lines().findFirst().orElse("");
        boolean endsInReturn = text.startsWith(line + "\r");
        var words = line.strip().split("[ \t]", 2);
        return Optional.of(words[0])
                .filter(word -> !word.isEmpty())
                .map(word -> endsInReturn && words.length == 1 ? word + "\r" : word);
    }

    private static Optional<Path> first(Stream<Path> files) {
        return files.filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    private static Stream<Path> newestFirst(Path pattern) {
        int level = 0;
        while (!pattern.getName(level).toString().contains("*")) {
            level++;
        }
        var parent = Path.of("/").resolve(level == 0 ? Path.of("") : pattern.subpath(0, level));
        var rest = pattern.subpath(level + 1, pattern.getNameCount());
        var found = new ArrayList<Path>();
        try (var versions =
                Files.newDirectoryStream(parent, pattern.getName(level).toString())) {
            versions.forEach(found::add);
        } catch (IOException e) {
            return Stream.empty(); // there is no such directory
        }
        return found.stream()
                .sorted(Comparator.comparingInt(SearchPath::version).reversed())
                .map(version -> version.resolve(rest));
    }

    /** The first number in a directory's name. */
    private static int version(Path directory) {
        var number = NUMBER.matcher(String.valueOf(directory.getFileName()));
        return number.find() ? WholeNumber.smallIn(number.group()).orElse(0) : 0;
    }
}
