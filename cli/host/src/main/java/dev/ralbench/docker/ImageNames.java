package dev.ralbench.docker;

import dev.ralbench.process.Program;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which images programs come from: the one a variable names, else those that the program itself knows. */
record ImageNames(Map<String, String> environment) {
    /** The first of these that exists is used; if none does, the first is fetched. */
    List<String> candidates(Program program) {
        var named = environment.getOrDefault(variable(program), "");
        return named.isBlank() ? program.images() : List.of(named);
    }

    static String variable(Program program) {
        return "RALBENCH_IMAGE_" + program.name().toUpperCase(Locale.ROOT);
    }
}
