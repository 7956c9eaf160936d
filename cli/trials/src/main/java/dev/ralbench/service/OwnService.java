package dev.ralbench.service;

import static dev.ralbench.service.TargetDefinition.Launched.PORT;

import dev.ralbench.Failure;
import dev.ralbench.ResourceLimits;
import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.service.CommandTemplate.PlaceholderValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A service of one's own: its definition can be started by the same path through the code as a built-in target. */
public final class OwnService {
    /** Variables that name a service's port: of most languages, and Spring Boot's. */
    private static final List<String> PORT_VARIABLES = List.of("PORT", "SERVER_PORT");

    private static final String JAVA = "${java}";

    private OwnService() {}

    /**
     * One that a command starts. Without any {@code ${port}}, it learns its port as a container does.
     *
     * @param command shell command with {@code ${port}}, and {@code ${java}}, {@code ${jvmFlags}} and {@code ${jar}}
     *     where wanted
     * @param jar that the command starts, if known
     * @param environment variables, in which {@code ${port}} stands for the port as well
     */
    public static TargetDefinition.Launched byCommand(
            String title,
            String command,
            Optional<String> jar,
            ReadyCondition ready,
            Map<String, String> environment,
            List<String> jvmFlags) {
        return byCommand(title, command, jar, ready, environment, jvmFlags, Optional.empty());
    }

    /**
     * One that a command starts in a directory of its own.
     *
     * @param directory if it is another one than that of ralbench
     * @throws Failure of usage if there is none
     */
    public static TargetDefinition.Launched byCommand(
            String title,
            String command,
            Optional<String> jar,
            ReadyCondition ready,
            Map<String, String> environment,
            List<String> jvmFlags,
            Optional<String> directory) {
        var there = directory.map(OwnService::existingDirectory);
        var placeholders = new HashMap<String, PlaceholderValue>(Map.of("jvmFlags", PlaceholderValue.words(jvmFlags)));
        jar.ifPresent(path ->
                placeholders.put("jar", PlaceholderValue.word(existing(path).toString())));
        var template = new CommandTemplate("command", command, placeholders);
        boolean takesPort = template.uses(PORT)
                || environment.values().stream().anyMatch(value -> value.contains("${" + PORT + "}"));
        var launched = new TargetDefinition.Launched(
                title,
                TargetProgram.onJvm(template, training(command, jar, jvmFlags, there)),
                ready,
                takesPort ? environment : withPort(environment),
                List.of(),
                Optional.empty());
        return there.map(launched::in).orElse(launched);
    }

    /** Empty where a start-up cache would be for another file, or would get into the way of the user's own flags. */
    private static Optional<TargetProgram.Training> training(
            String command, Optional<String> jar, List<String> jvmFlags, Optional<Path> directory) {
        var words = List.of(command.strip().split("\\s+"));
        boolean isJvm = words.getFirst().equals(JAVA) && command.indexOf(JAVA) == command.lastIndexOf(JAVA);
        int at = words.indexOf("-jar") + 1;
        if (!isJvm
                || at < 1
                || at == words.size()
                || TargetProgram.Training.isPreventedBy(words)
                || TargetProgram.Training.isPreventedBy(jvmFlags)) {
            return Optional.empty();
        }
        var started = words.get(at).equals("${jar}")
                ? Path.of(jar.orElse(""))
                : directory.orElse(Path.of("")).resolve(words.get(at));
        return Files.isRegularFile(started)
                ? Optional.of(new TargetProgram.Training.UnderLoad(
                        String.join(" ", jvmFlags), started.toAbsolutePath().normalize()))
                : Optional.empty();
    }

    private static Map<String, String> withPort(Map<String, String> environment) {
        var variables = new LinkedHashMap<String, String>();
        PORT_VARIABLES.forEach(name -> variables.put(name, "${" + PORT + "}"));
        variables.putAll(environment);
        return variables;
    }

    /**
     * One in a container. It learns its port by the variables {@code PORT} and {@code SERVER_PORT},
     * unless the given ones say otherwise.
     *
     * @param command the arguments after the image's name; blank for the image's own
     * @param port that it listens on, if it cannot be told
     */
    public static TargetDefinition.Launched byImage(
            String image, String command, ReadyCondition ready, Map<String, String> environment, OptionalInt port) {
        return new TargetDefinition.Launched(
                image,
                TargetProgram.inContainer(image, new CommandTemplate("command", command, Map.of())),
                ready,
                withPort(environment),
                List.of(),
                Optional.empty(),
                new StartConditions(port, ResourceLimits.none(), Optional.empty(), Optional.empty(), Optional.empty()));
    }

    private static Path existingDirectory(String directory) {
        var path = Path.of(directory).toAbsolutePath().normalize();
        if (!Files.isDirectory(path)) {
            throw Failure.usage(
                    "directory: there is no such directory: " + directory,
                    "paths count from the directory that ralbench is started in",
                    "correct the path");
        }
        return path;
    }

    /**
     * A jar that the user named.
     *
     * @throws Failure if there is none
     */
    static Path existing(String jar) {
        var path = Path.of(jar).toAbsolutePath().normalize();
        if (!Files.isRegularFile(path)) {
            throw Failure.usage("jar: there is no such file: " + jar, "", "build it, or correct the path");
        }
        return path;
    }
}
