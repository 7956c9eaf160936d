package dev.ralbench.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A JDK or JRE that ralbench can run on, known from its release file: no JVM has to be started to find one.
 *
 * @param home its directory
 * @param version its feature version, such as 21
 */
record Jdk(Path home, int version) {
    /** The oldest that ralbench runs on. */
    static final int OLDEST = 21;

    /** The first one that takes {@code --sun-misc-unsafe-memory-access}. */
    private static final int WARNS_OF_UNSAFE = 23;

    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");

    /** Directories below which each is one. */
    private static final List<String> PARENTS = List.of("/usr/lib/jvm", "/usr/java", "/opt/java", "/opt");

    private static final List<String> PARENTS_AT_HOME = List.of(".sdkman/candidates/java", ".jdks");

    /** The one in a directory, whatever its version; empty if there is none. */
    static Optional<Jdk> in(Path home) {
        var release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
            return Optional.empty();
        }
        try {
            return Optional.of(VERSION.matcher(Files.readString(release, StandardCharsets.ISO_8859_1)))
                    .filter(Matcher::find)
                    .map(found -> new Jdk(home, Integer.parseInt(found.group(1))));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * The one that the environment names, if it is new enough, else the newest in the usual places.
     *
     * @param more other directories to look at, such as that of the JVM that Maven runs on
     * @return empty if none is {@value #OLDEST} or newer
     */
    static Optional<Jdk> find(Map<String, String> environment, List<Path> more) {
        var named = Stream.of("RALBENCH_JAVA_HOME", "JAVA_HOME")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .flatMap(value -> in(Path.of(value)).stream())
                .filter(Jdk::isNewEnough)
                .findFirst();
        if (named.isPresent()) {
            return named;
        }
        var homes = new ArrayList<>(more);
        PARENTS.forEach(parent -> homes.addAll(below(Path.of(parent))));
        var user = Path.of(environment.getOrDefault("HOME", "."));
        PARENTS_AT_HOME.forEach(parent -> homes.addAll(below(user.resolve(parent))));
        below(Path.of("/Library/Java/JavaVirtualMachines"))
                .forEach(directory -> homes.add(directory.resolve("Contents/Home")));
        return homes.stream()
                .flatMap(home -> in(home).stream())
                .filter(Jdk::isNewEnough)
                .max(Comparator.comparingInt(Jdk::version));
    }

    private static List<Path> below(Path parent) {
        try (Stream<Path> children = Files.list(parent)) {
            return children.sorted().toList();
        } catch (IOException e) {
            return List.of(); // there is no such directory
        }
    }

    boolean isNewEnough() {
        return version >= OLDEST;
    }

    Path java() {
        return home.resolve("bin/java");
    }

    /** The flags that ralbench's launcher gives its JVM: little memory next to the service, and no warnings. */
    List<String> flags() {
        var flags = new ArrayList<>(
                List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmn32m", "-XX:MetaspaceSize=64m"));
        if (version >= WARNS_OF_UNSAFE) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return flags;
    }
}
