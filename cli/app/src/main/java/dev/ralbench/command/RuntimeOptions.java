package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.secret.Placeholders;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options for the runtime, and for the source of servers. */
final class RuntimeOptions {
    /** A password in a URL, unless it is a marked placeholder and nothing else. */
    private static final Pattern URL_PASSWORD = Pattern.compile("(?<=://[^/@:]{0,200}):(?!\\x00\\w+\\x00@)[^@/]*(?=@)");

    private static final Pattern MARKED = Pattern.compile("\\x00(\\w+)\\x00");

    /** The user's choices. */
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
                    + " auto, which is containers if the scenario needs servers and a Docker engine has their images).")
    private Optional<Mode> mode = Optional.empty();

    private final ServerOptions servers = new ServerOptions();

    /** The options of the kinds of dependencies. */
    @Spec
    void addServerOptions(CommandSpec spec) {
        servers.addTo(spec);
    }

    /** The requested mode; the command line overrides the environment. */
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
        return servers.sources(environment);
    }

    static Optional<String> value(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
    }

    /** A word of a command line as it may be kept: without the password of a URL, unless that is a placeholder. */
    static String withoutPassword(String word) {
        var marked = Placeholders.replaced(word, name -> "\0" + name + "\0"); // else their colons begin a password
        var kept = URL_PASSWORD.matcher(marked).replaceAll(":***");
        return MARKED.matcher(kept).replaceAll(found -> Matcher.quoteReplacement(Placeholders.of(found.group(1))));
    }
}
