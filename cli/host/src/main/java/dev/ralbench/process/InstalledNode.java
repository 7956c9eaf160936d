package dev.ralbench.process;

import dev.ralbench.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The Node.js of this machine.
 *
 * @param version such as {@code 20.20.2}
 */
public record InstalledNode(Path executable, String version) {
    /** Names the program; without it, the {@code node} on the PATH. */
    public static final String VARIABLE = "RALBENCH_NODE";

    private static final int OLDEST = 18;
    private static final Pattern VERSION = Pattern.compile("v((\\d{1,9})\\.\\S+)");

    /**
     * Finds it.
     *
     * @throws Failure if there is none, or it is too old
     */
    public static InstalledNode find(Map<String, String> environment, SearchPath path) {
        var named = environment.getOrDefault(VARIABLE, "");
        return named.isBlank()
                ? at(path.find("node").orElseThrow(() -> missing("there is no node on the PATH")))
                : at(Path.of(named).toAbsolutePath());
    }

    /**
     * The one at a path.
     *
     * @throws Failure if there is none, or it is too old
     */
    public static InstalledNode at(Path executable) {
        var said = version(executable);
        var version = VERSION.matcher(said);
        if (!version.matches()) {
            throw missing(executable + " is not Node.js");
        }
        if (Integer.parseInt(version.group(2)) < OLDEST) {
            throw missing(executable + " is " + said);
        }
        return new InstalledNode(executable, version.group(1));
    }

    private static Failure missing(String why) {
        return Failure.environment(
                "Node.js " + OLDEST + " or newer is missing",
                why,
                "install it with npm (apt install nodejs npm, or https://nodejs.org), or name it by " + VARIABLE);
    }

    /** The version that it prints; empty if it prints none. */
    private static String version(Path executable) {
        try {
            var node = new ProcessBuilder(executable.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            return new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** The npm that belongs to it: next to it, because joint installations put it there, or on the PATH. */
    public Optional<Path> npm(SearchPath path) {
        return Optional.of(executable.resolveSibling("npm"))
                .filter(Files::isExecutable)
                .or(() -> path.find("npm"));
    }
}
