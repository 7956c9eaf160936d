package dev.ralbench.docker;

import dev.ralbench.process.Program;
import java.util.List;
import java.util.Map;

/** Which images programs come from: as a variable says, else a well-known one, else one made on this machine. */
record ImageNames(Map<String, String> environment) {
    /** Of these the first that is there is used; when none is, the first is fetched. */
    List<String> candidates(Program program) {
        var named = environment.getOrDefault(variable(program), "");
        if (!named.isBlank()) {
            return List.of(named);
        }
        // The second ones are made by .ci/build-images, where no registry can be reached.
        return switch (program) {
            case JAVA -> List.of("eclipse-temurin:25-jre", "ralbench/jre:25");
            case MYSQL -> List.of("mysql:8.4", "ralbench/mysql:9.7");
            case REDIS -> List.of("redis:7", "ralbench/redis:8");
        };
    }

    static String variable(Program program) {
        return "RALBENCH_IMAGE_" + program;
    }
}
