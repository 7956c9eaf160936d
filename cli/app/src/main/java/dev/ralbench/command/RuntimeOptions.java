package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.secret.Placeholders;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** How everything is started, and where servers come from. */
final class RuntimeOptions {
    /** A password in a URL, unless it is a marked placeholder and nothing else. */
    private static final Pattern URL_PASSWORD = Pattern.compile("(?<=://[^/@:]{0,200}):(?!\\x00\\w+\\x00@)[^@/]*(?=@)");

    private static final Pattern MARKED = Pattern.compile("\\x00(\\w+)\\x00");

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
            description =
                    "Use a server that runs already: mysql://user:password@host:port. @FILE takes the URL from the"
                            + " first line of a file; $${env:NAME} in it is filled in from the environment. Its data is"
                            + " checked, and loaded where it is absent; nothing is restored between trials.")
    private Optional<String> mysqlUrl = Optional.empty();

    @Option(
            names = "--redis-url",
            paramLabel = "URL",
            description = "Use a server that runs already: redis://:password@host:port, @FILE, or with $${env:NAME}.")
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
                mysqlUrl.or(() -> value(environment, "RALBENCH_MYSQL_URL"))
                        .map(text -> new UrlOption("--mysql-url", text).read(environment)),
                redisUrl.or(() -> value(environment, "RALBENCH_REDIS_URL"))
                        .map(text -> new UrlOption("--redis-url", text).read(environment)),
                mysqlProgram.or(() -> value(environment, "RALBENCH_MYSQL")),
                redisProgram.or(() -> value(environment, "RALBENCH_REDIS")));
    }

    private static Optional<String> value(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
    }

    /** A word of a command line as it may be kept: without the password of a URL, unless that is a placeholder. */
    static String withoutPassword(String word) {
        var marked = Placeholders.replaced(word, name -> "\0" + name + "\0"); // else their colons begin a password
        var kept = URL_PASSWORD.matcher(marked).replaceAll(":***");
        return MARKED.matcher(kept).replaceAll(found -> Matcher.quoteReplacement(Placeholders.of(found.group(1))));
    }
}
