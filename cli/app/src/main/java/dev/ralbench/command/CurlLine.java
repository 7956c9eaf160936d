package dev.ralbench.command;

import dev.ralbench.process.ShellWords;
import dev.ralbench.scenario.ScenarioRequest;
import dev.ralbench.secret.Placeholders;
import java.util.stream.Collectors;

/** A request of a scenario as a command line of curl, without its secrets. */
final class CurlLine {
    private CurlLine() {}

    /** @param url where the request goes, with placeholders if the scenario has them */
    static String of(ScenarioRequest request, String url) {
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
}
