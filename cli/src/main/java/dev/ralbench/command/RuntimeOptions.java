package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.environment.ServerSources;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How everything is started, and where servers come from. */
final class RuntimeOptions {
    /** What the user may ask for. */
    enum Mode {
        AUTO,
        DOCKER,
        PROCESS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--runtime",
            paramLabel = "MODE",
            description = "Start targets and servers in containers or as processes: ${COMPLETION-CANDIDATES} (default:"
                    + " auto, containers where servers are needed and an engine and the images are there).")
    private Optional<Mode> mode = Optional.empty();

    @Option(
            names = "--mysql",
            paramLabel = "PROGRAM",
            description = "The mysqld or mariadbd to start: a path, or a name on the PATH (default: embedded MariaDB).")
    private Optional<String> mysqlProgram = Optional.empty();

    @Option(
            names = "--redis",
            paramLabel = "PROGRAM",
            description = "The redis-server to start: a path, or a name on the PATH (default: embedded Redis).")
    private Optional<String> redisProgram = Optional.empty();

    @Option(
            names = "--mysql-url",
            paramLabel = "URL",
            description = "Use a server that runs already: mysql://user:password@host:port. Its data is checked, and"
                    + " loaded where it is absent; nothing is restored between trials.")
    private Optional<String> mysqlUrl = Optional.empty();

    @Option(
            names = "--redis-url",
            paramLabel = "URL",
            description = "Use a server that runs already: redis://:password@host:port.")
    private Optional<String> redisUrl = Optional.empty();

    /** What is asked for; the environment is weaker than the command line. */
    Mode mode(Map<String, String> environment) {
        return mode.orElseGet(() -> value(environment, "RALBENCH_RUNTIME")
                .map(RuntimeOptions::parse)
                .orElse(Mode.AUTO));
    }

    private static Mode parse(String text) {
        for (var mode : Mode.values()) {
            if (mode.toString().equals(text)) {
                return mode;
            }
        }
        throw Failure.usage(
                "RALBENCH_RUNTIME: must be auto, docker or process, got " + text,
                "",
                "set it to one of these, or unset it");
    }

    ServerSources sources(Map<String, String> environment) {
        return new ServerSources(
                url("--mysql-url", mysqlUrl.or(() -> value(environment, "RALBENCH_MYSQL_URL"))),
                url("--redis-url", redisUrl.or(() -> value(environment, "RALBENCH_REDIS_URL"))),
                mysqlProgram.or(() -> value(environment, "RALBENCH_MYSQL")),
                redisProgram.or(() -> value(environment, "RALBENCH_REDIS")));
    }

    private static Optional<String> value(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
    }

    /** The text is in no message: it holds a password. */
    private static Optional<URI> url(String option, Optional<String> text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(new URI(text.get()));
        } catch (URISyntaxException e) {
            throw Failure.usage(
                    option + ": is not a URL: " + e.getReason() + " at position " + e.getIndex(),
                    "special characters of a password must be written as %XX",
                    "write it as mysql://user:password@host:3306 or redis://:password@host:6379");
        }
    }

    /** A word of a command line as it may be kept: without the password of a URL. */
    static String withoutPassword(String word) {
        return word.replaceAll("(?<=://[^/@:]{0,200}):[^@/]*(?=@)", ":***");
    }
}
