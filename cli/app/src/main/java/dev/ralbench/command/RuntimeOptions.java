package dev.ralbench.command;

import dev.ralbench.secret.Placeholders;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.RuntimeMode;
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

    @Option(
            names = "--runtime",
            paramLabel = "MODE",
            description = "Start targets and servers in containers or as processes: ${COMPLETION-CANDIDATES} (default:"
                    + " auto, which is containers if the scenario needs servers and a Docker engine has their images).")
    private Optional<RuntimeMode> mode = Optional.empty();

    private final ServerOptions servers = new ServerOptions();

    /** The options of the kinds of dependencies. */
    @Spec
    void addServerOptions(CommandSpec spec) {
        servers.addTo(spec);
    }

    RunRequest addTo(RunRequest request) {
        return servers.addTo(mode.map(request::runtime).orElse(request));
    }

    /** A word of a command line as it may be kept: without the password of a URL, unless that is a placeholder. */
    static String withoutPassword(String word) {
        var marked = Placeholders.replaced(word, name -> "\0" + name + "\0"); // else their colons begin a password
        var kept = URL_PASSWORD.matcher(marked).replaceAll(":***");
        return MARKED.matcher(kept).replaceAll(found -> Matcher.quoteReplacement(Placeholders.of(found.group(1))));
    }
}
