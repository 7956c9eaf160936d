package dev.ralbench.trial.calibration;

import dev.ralbench.load.SenderFactory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program that sends: another build of it, or other flags of its JVM, send at another cost. */
final class OwnProgram {
    static final String BUILD = "build";
    static final String FLAGS = "jvmFlags";

    private OwnProgram() {}

    /** Both, by their names. */
    static Map<String, String> facts() {
        return Map.of(
                BUILD,
                Stream.of(SenderFactory.class, OwnProgram.class)
                        .map(OwnProgram::origin)
                        .distinct()
                        .collect(Collectors.joining(", ")),
                FLAGS,
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(flag -> flag.startsWith("-X") && !isWithoutEffectOnceWarm(flag))
                        .collect(Collectors.joining(" ")));
    }

    private static boolean isWithoutEffectOnceWarm(String flag) {
        return flag.startsWith("-XX:AOTCache") || flag.startsWith("-Xlog") || flag.startsWith("-Xshare");
    }

    /** Size and time of the jar, or of the class file where classes lie in a directory. */
    private static String origin(Class<?> type) {
        try {
            var source = type.getProtectionDomain().getCodeSource();
            var place = Path.of(source.getLocation().toURI());
            var file = Files.isDirectory(place) ? place.resolve(type.getName().replace('.', '/') + ".class") : place;
            return file.getFileName() + " of " + Files.size(file) + " bytes, "
                    + Files.getLastModifiedTime(file).toInstant();
        } catch (IOException | URISyntaxException | IllegalArgumentException e) {
            return "unknown"; // of a class loader of someone else's program
        }
    }
}
