package dev.ralbench.junit;

import dev.ralbench.Clock;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Where the result files of tests go: to {@code ralbench} in the directory that the build writes to, which is
 * {@code target} of Maven, {@code build} of Gradle and {@code out} of an IDE.
 */
final class Results {
    /** Another directory: a configuration parameter of JUnit. */
    static final String PARAMETER = "ralbench.results";

    private static final Set<String> OF_BUILDS = Set.of("target", "build", "out");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Results() {}

    /** A file that is not there yet, such as {@code target/ralbench/20261129T123557Z-ShopTest.holds.json}. */
    static Path file(ExtensionContext context, Clock clock) {
        var type = context.getRequiredTestClass();
        var directory = context.getConfigurationParameter(PARAMETER)
                .map(Path::of)
                .orElseGet(() -> ofBuild(type).resolve("ralbench"));
        var name = TIME.format(clock.now()) + "-" + type.getSimpleName() + "."
                + context.getRequiredTestMethod().getName();
        return Stream.iterate(1, i -> i + 1)
                .map(i -> directory.resolve(name + (i == 1 ? "" : "-" + i) + ".json"))
                .filter(Files::notExists)
                .findFirst()
                .orElseThrow();
    }

    /** The directory of the build that the class was compiled to; the working directory if it is in none. */
    private static Path ofBuild(Class<?> type) {
        return Optional.ofNullable(type.getProtectionDomain())
                .map(ProtectionDomain::getCodeSource)
                .map(CodeSource::getLocation)
                .flatMap(location -> {
                    try {
                        return Stream.iterate(Path.of(location.toURI()), path -> path != null, Path::getParent)
                                .filter(path -> OF_BUILDS.contains(String.valueOf(path.getFileName())))
                                .findFirst();
                    } catch (URISyntaxException | RuntimeException e) {
                        return Optional.<Path>empty(); // classes that no build has compiled to files
                    }
                })
                .orElse(Path.of(""));
    }

    /** The path as a user in the working directory types it. */
    static String shown(Path file) {
        var here = Path.of("").toAbsolutePath();
        var absolute = file.toAbsolutePath();
        return (absolute.startsWith(here) ? here.relativize(absolute) : absolute).toString();
    }
}
