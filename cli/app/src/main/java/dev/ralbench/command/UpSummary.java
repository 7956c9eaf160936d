package dev.ralbench.command;

import dev.ralbench.process.ShellWords;
import dev.ralbench.scenario.ScenarioRequest;
import dev.ralbench.secret.Placeholders;
import dev.ralbench.service.ShownPlaceholders;
import dev.ralbench.trial.StartedVariant;
import java.io.PrintStream;
import java.util.stream.Collectors;

/** What {@code up} has started: addresses, logs, placeholders, and a request to try. */
final class UpSummary {
    private UpSummary() {}

    static void print(StartedVariant started, PrintStream out) {
        var chosen = started.variant();
        for (var server : started.servers()) {
            out.printf(
                    "%-9s %s, %s%s%n",
                    server.name(),
                    server.product(),
                    server.origin(),
                    server.log().map(log -> ", output in " + log).orElse(""));
        }
        started.placeholders().forEach((name, word) -> {
            if (!word.isEmpty()) {
                out.printf("  %s = %s%n", name, isOfOurs(name, started) ? word : ShownPlaceholders.of(name, word));
            }
        });
        var target = started.target();
        out.printf(
                "%-9s %s, process %s%s%n",
                chosen.title(),
                target.shownUrl(),
                target.pid().isPresent() ? String.valueOf(target.pid().getAsLong()) : "unknown",
                target.log().map(log -> ", output in " + log).orElse(""));
        out.println();
        out.println(curl(chosen.request(), started.url()));
        out.println();
        out.println("up until Ctrl-C");
        out.flush();
    }

    /**
     * A request as a command line of curl, without its secrets.
     *
     * @param url where the request goes, with placeholders if the scenario has them
     */
    static String curl(ScenarioRequest request, String url) {
        var headers = request.shownHeaders().entrySet().stream()
                .map(header -> " -H " + quoted(header.getKey() + ": " + header.getValue()))
                .collect(Collectors.joining());
        var method = request.method().equals("GET") ? "" : " -X " + request.method();
        var body = request.body()
                .map(text -> " --data-binary " + quoted(text.toString()))
                .orElse("");
        var insecure = url.startsWith("https:") ? " -k" : ""; // curl may trust other certificates than the scenario
        return "curl -i" + insecure + method + headers + body + " " + quoted(url);
    }

    /** Placeholders become variables of the shell: the line holds no secret, and works wherever they are set. */
    private static String quoted(String word) {
        return Placeholders.replaced(ShellWords.quoted(word), name -> "'\"$" + name + "\"'");
    }

    /** Whether ralbench started the server: its password was made for it, ends with it, and the user needs it. */
    private static boolean isOfOurs(String word, StartedVariant started) {
        return started.servers().stream()
                .anyMatch(server ->
                        word.startsWith(server.name() + ".") && server.log().isPresent());
    }
}
